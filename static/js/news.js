// What is new: what only informs goes by itself once it was shown, and a page of friends follows what happens.
(() => {
  const SHOWN = 8000, AGAIN = 2000, LOOK = 30_000;
  let timer, shown = "", heard = 0;

  const fade = () => {
    const scorecard = document.querySelector("#news [data-informs]"), button = scorecard?.querySelector("[name=news]");
    if (!button) return;
    if (scorecard.matches(":hover, :focus-within")) timer = setTimeout(fade, AGAIN);
    else button.click();
  };
  const look = () => {
    const newest = document.querySelector("#news [name=news]")?.value ?? "";
    if (newest === shown) return;
    shown = newest;
    clearTimeout(timer);
    timer = setTimeout(fade, SHOWN);
  };

  // the lists as they are now; none under somebody's hands, or with something typed in it
  const lists = () => [...document.querySelectorAll("[data-follows]")];
  const rests = (list) =>
    !list.contains(document.activeElement) && !list.querySelector("details[open]") &&
    [...list.querySelectorAll("input:not([type=hidden])")].every((field) => field.value === field.defaultValue);
  const follow = async () => {
    if (document.hidden || !lists().some(rests)) return;
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const list of lists().filter(rests)) {
      const fresh = page.querySelector(`[data-follows="${list.dataset.follows}"]`);
      if (fresh && fresh.innerHTML !== list.innerHTML) list.replaceWith(fresh);
    }
  };
  // who comes and goes is no news
  if (lists().length) setInterval(follow, LOOK);
  document.addEventListener("visibilitychange", follow);

  document.addEventListener("htmx:after:swap", look);
  document.addEventListener("htmx:ws:after:message:incoming", (event) => {
    look();
    if (event.target.id === "own-line" && heard++) follow(); // the first only says how things are
  });
  look();
})();
