// Notifications: those that only inform are dismissed once they have been shown for a while; over a table, a call to
// another one closes, and stays unread.
(() => {
  const SHOWN = 8000, AGAIN = 2000;
  let timer, shown = "";

  const fade = () => {
    const shows = document.querySelector("#news [data-informs], .at-table #news [data-calls]");
    if (!shows) return;
    if (shows.matches(":hover, :focus-within")) timer = setTimeout(fade, AGAIN);
    else if (shows.matches("[data-calls]")) shown = shows.close();
    else shows.querySelector("[name=news]").click();
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
