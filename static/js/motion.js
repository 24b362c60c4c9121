// Motion: cards go to the table, a trick to its winner. Nothing waits for it; what comes next ends it.
(() => {
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");
  const still = () => reduced.matches || document.hidden || document.documentElement.dataset.motion === "off";
  const timing = { duration: 220, easing: "cubic-bezier(.2,.7,.2,1)" };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const box = (element) => element.getBoundingClientRect();
  const spot = (element) => element.closest(".spot").classList[1];
  const badge = (where) => document.querySelector(`#board .spot.${where} .badge`);
  const way = (from, to) => `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
  let running = [], before = null;

  const end = () => {
    running.forEach((animation) => animation.finish());
    running = [];
    all(".flying").forEach((copy) => copy.remove());
  };
  // cards on the board by whose they are and which, equal ones counted
  const lying = () => {
    const found = new Map();
    for (const card of all("#board .play [data-c]")) {
      let key = `${spot(card)} ${card.dataset.c}`;
      while (found.has(key)) key += "'";
      found.set(key, card);
    }
    return found;
  };
  const look = () => {
    const best = document.querySelector("#board .best");
    const cards = new Map([...lying()].map(([key, card]) => [key, { box: box(card), copy: card.cloneNode(true) }]));
    const hand = new Map(all("#hand [data-c]").map((card) => [card.dataset.c, box(card)]));
    const slots = new Map(all("#hand label").map((slot) => [slot.control.id, box(slot)]));
    return { cards, hand, slots, winner: best && spot(best) };
  };
  const come = (card, key) => {
    const where = key.split(" ")[0], seat = badge(where), from = (where === "s" && before.hand.get(card.dataset.c)) || (seat && box(seat));
    if (from) running.push(card.animate([{ transform: way(from, box(card)) }, { transform: "none" }], timing));
  };
  // a card that stays in the hand slides to its new place
  const slide = (slot) => {
    const from = before.slots.get(slot.control.id), to = box(slot);
    if (from && (Math.abs(from.x - to.x) > 1 || Math.abs(from.y - to.y) > 1))
      running.push(slot.animate([{ transform: way(from, to) }, { transform: "none" }], timing));
  };
  const leave = ({ box: from, copy }, to) => {
    copy.classList.add("flying");
    copy.setAttribute("aria-hidden", "true");
    copy.style.cssText = `--cw: ${from.width}px; left: ${from.x}px; top: ${from.y}px`;
    document.body.append(copy);
    const animation = copy.animate([{ transform: "none" }, { transform: way(to, from), opacity: 0 }], timing);
    animation.onfinish = () => copy.remove();
    running.push(animation);
  };

  document.addEventListener("htmx:before:swap", (event) => {
    end();
    before = event.defaultPrevented || still() ? null : look();
  });
  document.addEventListener("table:drawn", () => {
    if (!before) return;
    const now = lying(), seat = before.winner && badge(before.winner), to = seat && box(seat);
    for (const [key, card] of now) if (!before.cards.has(key)) come(card, key);
    if (to && ![...before.cards.keys()].some((key) => now.has(key))) before.cards.forEach((card) => leave(card, to));
    all("#hand label").forEach(slide);
    before = null;
  });
  addEventListener("pointerdown", end);
  addEventListener("keydown", end);
})();
