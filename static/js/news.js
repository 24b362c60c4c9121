// What is new: what only informs goes by itself once it was shown, and a page of friends follows what happens.
(() => {
  const SHOWN = 8000, AGAIN = 2000;
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

  // the list as it is now; not under somebody's hands
  const follow = async () => {
    const list = document.querySelector("[data-follows]");
    if (!list || list.contains(document.activeElement) || list.querySelector("details[open]")) return;
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-follows]");
    if (fresh && !list.contains(document.activeElement)) list.replaceWith(fresh);
  };

  document.addEventListener("htmx:after:swap", look);
  document.addEventListener("htmx:ws:after:message:incoming", (event) => {
    look();
    if (event.target.id === "own-line" && heard++) follow(); // the first only says how things are
  });
  look();
})();
