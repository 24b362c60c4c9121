// A form being sent is not sent again: a second press would sign somebody in twice, or open two tables.
(() => {
  const PATIENCE = 5000;
  let sent = new WeakMap();
  addEventListener("pageshow", () => (sent = new WeakMap()));
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return; // htmx sends it
    if (Date.now() - (sent.get(event.target) ?? -PATIENCE) < PATIENCE) event.preventDefault();
    else sent.set(event.target, Date.now());
  });
})();
