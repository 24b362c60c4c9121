// Phrases at the badges, loaded at tables with chat: another person's quick phrase is shown for a moment in place of
// their name. Only those that come over an open socket are; the rest is in the chat.
const SECONDS = 4, shown = new Map();
const by = (id) => document.getElementById(id);
const number = (line) => Number(line?.id.slice(1) ?? 0);
const newest = () => number(document.querySelector("#talk .lines li:last-child"));
let read = newest(), open = true;

const sheet = by("talk-form").dataset.sheet;
document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: sheet }));

// a new picture has removed everything that is no part of it
const put = (at, word) => document.querySelector(`#board .spot.${at} > .badge > b`)?.append(word);
const say = (line) => {
  const { at } = line.dataset, said = line.querySelector("div > span").firstChild.textContent.trim();
  const word = Object.assign(document.createElement("span"), { className: "bubble new", ariaHidden: "true", textContent: said });
  shown.get(at)?.remove();
  shown.set(at, word);
  put(at, word);
  setTimeout(() => {
    word.remove();
    if (shown.get(at) === word) shown.delete(at);
  }, SECONDS * 1000);
  // if the chat is out of sight, nothing else announces it to screen readers
  if (!by("talk").getClientRects().length) by("heard").textContent = `${line.querySelector("b").textContent}: ${said}`;
};

document.addEventListener("htmx:ws:after:connection", (event) => {
  if (event.target.id === "socket") open = false; // the first picture after it has old messages
});
document.addEventListener("table:drawn", () => {
  for (const [at, word] of shown) {
    if (word.isConnected) continue;
    word.classList.remove("new");
    put(at, word);
  }
  if (open) [...document.querySelectorAll("#talk li[data-at]")].filter((line) => number(line) > read).forEach(say);
  read = newest();
  open = document.body.dataset.socket === "on";
});
