// Rooms: the sheet, menus of lists, copying and sharing the link, emptying the chat field once sent, a mark for unread
// chat.
(() => {
  const by = (id) => document.getElementById(id);

  // --- a link to send to friends, if the browser can copy or share
  const offer = () => {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
    for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  };
  document.addEventListener("click", (event) => {
    const { share, title } = event.target.closest("[data-share]")?.dataset ?? {};
    if (share) navigator.share({ title, url: new URL(share, location.href).href }).catch(() => {});  // dismissed
  });
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    await navigator.clipboard.writeText(new URL(button.dataset.copy, location.href).href);
    button.textContent = button.dataset.done;
  });

  // --- a page of this table opens in the sheet over it
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-sheet]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    (await import(by("sheet").dataset.script)).open(link.href);
  });

  // --- the menus of lists close on Escape, and on a press outside them
  const close = (stays) => {
    for (const menu of document.querySelectorAll("details.more[open]")) {
      if (stays(menu)) continue;
      if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
      menu.open = false;
    }
  };
  document.addEventListener("click", (event) => close((menu) => menu.contains(event.target)));
  document.addEventListener("keydown", (event) => event.key === "Escape" && close(() => false));

  // --- chat: text typed while a message was being sent stays
  document.addEventListener("htmx:after:request", (event) => {
    const { sourceElement, request, response } = event.detail.ctx, field = by("talk-text");
    if (sourceElement.id !== "talk-form" || response?.status !== 200 || request.submitter?.name || !field) return;
    const sent = request.body.get("text");
    if (field.value.startsWith(sent)) field.value = field.value.slice(sent.length);
  });
  const newest = () => document.querySelector("#talk .lines li:last-child")?.id ?? "";
  let read = newest();
  const mark = () => {
    const seen = by("talk")?.getClientRects().length || read === newest();
    if (seen) read = newest();
    document.querySelector(".to-talk")?.classList.toggle("has-new", !seen);
  };
  addEventListener("hashchange", mark);
  // --- quick phrases are shown at the badges too, at tables with chat
  const words = () => by("talk")?.hidden === false && import(by("talk-form").dataset.script);
  document.addEventListener("table:drawn", () => {
    offer();
    mark();
    words();
  });
  offer();
  words();
})();
