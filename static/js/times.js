// Times in the reader's time zone; the page itself has them in UTC. A form that asks for days
// sends the zone.
(() => {
  const told = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  for (const one of document.querySelectorAll("time[datetime]")) one.textContent = told.format(new Date(one.dateTime));
  const zone = document.querySelector("input[name=zone]");
  if (zone) zone.value = told.resolvedOptions().timeZone;
})();
