// Times as the reader's clock shows them; the page itself tells them in UTC. A form that asks for days
// says where they begin.
(() => {
  const told = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  for (const one of document.querySelectorAll("time[datetime]")) one.textContent = told.format(new Date(one.dateTime));
  const zone = document.querySelector("input[name=zone]");
  if (zone) zone.value = told.resolvedOptions().timeZone;
})();
