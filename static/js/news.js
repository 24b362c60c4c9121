// Notifications: those that only inform are dismissed once they have been shown for a while.
(() => {
  const SHOWN = 8000, AGAIN = 2000;
  let timer, shown = "";

  const fade = () => {
    const scorecard = document.querySelector("#news [data-informs]"), button = scorecard?.querySelector("[name=news]");
    if (!button) return;
    if (scorecard.matches(":hover, :focus-within")) timer = setTimeout(fade, AGAIN);
    else button.click();
  };
  const look = () => {
    const newest = document.querySelector("#news [name=news]")?.value ?? "";
    if (!newest) navigator.clearAppBadge?.(); // set by the service worker while they were away
    if (newest === shown) return;
    shown = newest;
    clearTimeout(timer);
    timer = setTimeout(fade, SHOWN);
  };

  document.addEventListener("htmx:after:swap", look);
  document.addEventListener("htmx:ws:after:message:incoming", look);
  look();
})();
