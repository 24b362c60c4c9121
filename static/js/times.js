// Times in the reader's time zone; the page itself has them in UTC. A form that asks for days
// sends the zone.
(() => {
  const told = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  const tell = (page) => {
    for (const one of page.querySelectorAll("time[datetime]")) one.textContent = told.format(new Date(one.dateTime));
  };
  tell(document);
  document.addEventListener("page:read", (event) => tell(event.detail)); // what follow.js has read anew
  const zone = document.querySelector("input[name=zone]");
  if (zone) zone.value = told.resolvedOptions().timeZone;
})();
