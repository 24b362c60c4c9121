// Holding a duplicate: what the chosen game cannot be played in is not offered. The server checks it too.
(() => {
  const { rules, kind, form } = document.querySelector(".hold").elements;
  const fit = () => {
    const { kinds, forms } = rules.selectedOptions[0].dataset;
    for (const one of kind.options) one.hidden = one.disabled = !kinds.split(" ").includes(one.value);
    for (const one of form) one.closest("label").hidden = one.disabled = !forms.split(" ").includes(one.value);
    if (!kind.selectedOptions[0] || kind.selectedOptions[0].disabled) kind.value = kinds.split(" ")[0];
    if ([...form].some((one) => one.checked && one.disabled)) form.value = "swiss";
  };
  rules.addEventListener("change", fit);
  fit();
})();
