// Words at the plates, loaded where anybody talks: what another says by a quick phrase stands for a moment in the place
// of their name. Only what comes on an open line does; the rest is in the talk.
const SECONDS = 4, shown = new Map();
const by = (id) => document.getElementById(id);
const number = (line) => Number(line?.id.slice(1) ?? 0);
const newest = () => number(document.querySelector("#talk .lines li:last-child"));
let read = newest(), open = true;

const sheet = by("talk-form").dataset.sheet;
document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: sheet }));

// a new picture has taken away what is no part of it
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
  // where the talk is out of sight nothing else tells it to whoever listens
  if (!by("talk").getClientRects().length) by("heard").textContent = `${line.querySelector("b").textContent}: ${said}`;
};

document.addEventListener("htmx:ws:after:connection", (event) => {
  if (event.target.id === "line") open = false; // the first picture after it brings what is past
});
document.addEventListener("table:drawn", () => {
  for (const [at, word] of shown) {
    if (word.isConnected) continue;
    word.classList.remove("new");
    put(at, word);
  }
  if (open) [...document.querySelectorAll("#talk li[data-at]")].filter((line) => number(line) > read).forEach(say);
  read = newest();
  open = document.body.dataset.line === "on";
});
