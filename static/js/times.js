// Times as the reader's clock shows them; the page itself tells them in UTC.
(() => {
  const told = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  for (const one of document.querySelectorAll("time[datetime]")) one.textContent = told.format(new Date(one.dateTime));
})();
