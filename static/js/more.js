// The menus of lists close on Escape, and on a press outside them.
(() => {
  const close = (stays) => {
    for (const menu of document.querySelectorAll("details.more[open]")) {
      if (stays(menu)) continue;
      if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
      menu.open = false;
    }
  };
  document.addEventListener("click", (event) => close((menu) => menu.contains(event.target)));
  document.addEventListener("keydown", (event) => event.key === "Escape" && close(() => false));
})();
