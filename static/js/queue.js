// The queue: a play chosen off turn is sent when the turn comes, or dropped with a word.
(() => {
  const cards = () => [...document.querySelectorAll("#hand input:checked")];
  const chosen = () => cards().map((card) => card.id).sort().join();
  const find = (what) => document.querySelector(`#actions ${what}`);
  let queued = "";

  const show = () => {
    const button = find("[data-later]"), some = chosen();
    if (!button) return;
    if (queued !== some) queued = "";
    button.dataset.plain ??= button.textContent;
    button.textContent = some ? button.dataset.later : button.dataset.plain;
    button.setAttribute("aria-disabled", String(!some));
    if (some) button.setAttribute("aria-pressed", String(Boolean(queued)));
    else button.removeAttribute("aria-pressed");
  };
  const send = () => {
    const press = find("[value=play]:not([data-later])");
    if (!queued || (!press && find("[data-later]"))) return show();
    const fits = queued === chosen() && cards().every((card) => !card.closest(".no"));
    queued = "";
    if (fits && press) return press.click();
    document.dispatchEvent(new CustomEvent("table:announce", { detail: document.getElementById("heard").dataset.dropped }));
  };

  document.addEventListener("click", (event) => {
    if (!event.target.closest("#actions [data-later]") || !chosen()) return;
    event.preventDefault();
    queued = queued ? "" : chosen();
    show();
  });
  document.body.addEventListener("table:chosen", show);
  document.addEventListener("table:drawn", send);
  show();
})();
