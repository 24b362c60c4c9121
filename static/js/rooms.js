// Rooms: copying the link, emptying the field once said, a mark for talk that is out of sight.
(() => {
  const by = (id) => document.getElementById(id);

  // --- a link to send to friends, where the browser can copy
  const offer = () => {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
  };
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    await navigator.clipboard.writeText(new URL(button.dataset.copy, location.href).href);
    button.textContent = button.dataset.done;
  });

  // --- talk
  let typed = false; // what was sent is what was typed, and no phrase and no mute
  document.addEventListener("submit", (event) => {
    if (event.target.id === "talk-form") typed = !event.submitter?.name;
  }, true);
  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail;
    const said = ctx?.sourceElement?.id === "talk-form" && ctx.response?.status === 200;
    if (said && typed && by("talk-text")) by("talk-text").value = "";
  });
  const newest = () => document.querySelector("#talk .lines li:last-child")?.id ?? "";
  let read = newest();
  const mark = () => {
    const seen = by("talk")?.getClientRects().length || read === newest();
    if (seen) read = newest();
    document.querySelector(".to-talk")?.classList.toggle("has-new", !seen);
  };
  addEventListener("hashchange", mark);
  document.addEventListener("table:drawn", () => {
    offer();
    mark();
  });
  offer();
})();
