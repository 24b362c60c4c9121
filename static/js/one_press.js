// One press: a tap plays a card that is a play by itself, a double tap and a drag onto the board play the chosen
// cards; forced moves are made for those who want it (html data-tap, data-forced, data-passes).
(() => {
  const SLIP = 300, SEEN = 1000, PAUSE = 600, PACES = { quick: 0.5, slow: 2 };
  const habits = document.documentElement.dataset;
  const all = (selector) => [...document.querySelectorAll(selector)];
  const mine = () => document.getElementById("prompt")?.classList.contains("now");
  const chosen = () => all("#hand input:checked");
  const playing = () => document.querySelector("#actions button[value=play]:not([data-later], [aria-disabled=true])");
  const play = () => playing()?.click();
  const held = (event) => event.target.closest("#hand label")?.querySelector("input");
  const picture = () => document.querySelector("#press [name=seq]")?.value;

  // --- a tap: the card is played after a moment, in which a press elsewhere or a key holds it back. A tap that began
  // before the turn came plays nothing.
  let tapped, going;
  const hold = () => {
    clearTimeout(going);
    all("#hand .going").forEach((slot) => slot.classList.remove("going"));
  };
  const alone = (card) => {
    const told = document.getElementById("hand").dataset.alone ?? "";
    return card.type === "radio" || told === "*" || told.split(" ").includes(card.value);
  };
  document.addEventListener("click", (event) => {
    const card = event.target.closest("#hand input");
    if (!card || card !== tapped || habits.tap === "choose") return;
    // the first tap on the one card that the server has chosen has put it down: take it up again
    if (card.given && !chosen().length && alone(card)) {
      card.given = false;
      setTimeout(() => card.click());
      return;
    }
    tapped = null;
    if (!card.checked || chosen().length !== 1 || !alone(card) || !playing()) return;
    const seq = picture();
    card.closest("label").classList.add("going");
    going = setTimeout(() => card.checked && seq === picture() && play(), SLIP);
  });
  document.addEventListener("keydown", hold);
  document.addEventListener("submit", hold);
  document.addEventListener("dblclick", (event) => {
    const card = held(event);
    if (!card || !playing()) return;
    hold();
    if (!card.checked) card.click();
    if (card.checked) play();
  });

  // --- a drag: the card follows, and cards chosen before go with it; cards passed on the way stay as they were
  let drag = null;
  const drop = () => {
    const { card, others } = drag;
    for (const other of all("#hand input")) if (other.checked !== (other === card || others.includes(other))) other.click();
    if (card.checked) play();
  };
  const lift = (over, x, y) => {
    const slot = drag.card.closest("label");
    drag.over = over;
    document.body.classList.toggle("dragging", over);
    slot.classList.toggle("dragged", over);
    slot.style.translate = over ? `${x - drag.x}px ${y - drag.y}px` : "";
  };
  document.addEventListener("pointerdown", (event) => {
    hold();
    tapped = playing() && held(event);
    const takes = tapped && event.isPrimary && event.button === 0 && !tapped.closest(".no");
    // what the server has chosen makes way for a card that is a play by itself
    if (takes && !tapped.checked && alone(tapped)) chosen().forEach((other) => other.given && other.click());
    drag = takes ? { card: tapped, others: chosen(), x: event.clientX, y: event.clientY, over: false } : null;
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const over = Boolean(document.elementFromPoint(event.clientX, event.clientY)?.closest(".felt"));
    if (over || drag.over) lift(over, event.clientX, event.clientY);
  });
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(end, () => {
      if (drag?.over) {
        lift(false);
        if (end === "pointerup") drop();
      }
      drag = null;
    });

  // --- no choice: the only press is Pass, or Play with the one legal card. The pause is random, at the table's
  // pace like an AI player's, so that it tells the others nothing.
  const forced = () => {
    const presses = all("#actions button[name=do]:not([aria-disabled=true], [formaction])");
    if (!mine() || presses.length !== 1) return null;
    const [press] = presses, legal = all("#hand input:not(.no *)");
    if (press.value === "pass") return habits.passes === "off" ? null : { press };
    return press.value === "play" && habits.forced === "auto" && legal.length === 1 ? { press, card: legal[0] } : null;
  };
  // Only for people who are there: those who have pressed nothing for long miss their turns like anybody away.
  const THERE = 120_000;
  let waiting = "", there = performance.now();
  for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, () => (there = performance.now()), true);
  const look = () => {
    const found = forced(), seq = picture();
    if (!found || waiting === seq || document.hidden || performance.now() - there > THERE) return;
    waiting = seq;
    const slower = PACES[document.getElementById("table").dataset.pace] ?? 1;
    setTimeout(() => {
      waiting = "";
      const { press, card } = (seq === picture() && forced()) || {};
      if (card && !card.checked) card.click();
      press?.click();
    }, SEEN * Math.max(1, slower) + PAUSE * slower * Math.random());
  };
  document.addEventListener("table:drawn", look);
  document.addEventListener("visibilitychange", look);
  look();
})();
