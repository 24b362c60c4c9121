// Lists of friends are kept up to date while the page is visible.
(() => {
  const LOOK = 30_000;
  let heard = 0;

  // the lists of the page; one that is in use, or has something typed in it, is not replaced
  const lists = () => [...document.querySelectorAll("[data-follows]")];
  const rests = (list) =>
    !list.contains(document.activeElement) && !list.querySelector("details[open]") &&
    [...list.querySelectorAll("input:not([type=hidden])")].every((field) => field.value === field.defaultValue);
  const follow = async () => {
    if (document.hidden || !lists().some(rests)) return;
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.dispatchEvent(new CustomEvent("page:read", { detail: page }));
    for (const list of lists().filter(rests)) {
      const fresh = page.querySelector(`[data-follows="${list.dataset.follows}"]`);
      if (fresh && fresh.innerHTML !== list.innerHTML) list.replaceWith(fresh);
    }
  };
  // friends come and go without a message on the socket
  setInterval(follow, LOOK);
  document.addEventListener("visibilitychange", follow);
  document.addEventListener("htmx:ws:after:message:incoming", (event) => {
    if (event.target.id === "own-socket" && heard++) follow(); // the first message is the present state
  });
})();
