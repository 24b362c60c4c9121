// The hand: keys, one tab stop, sweeping over cards, why a card may not be played, plays chosen off turn.
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const cards = () => all("#hand input");
  const lawful = (card) => !card.closest(".no");
  const announce = (text) => document.dispatchEvent(new CustomEvent("table:announce", { detail: text }));
  const find = (what) => document.querySelector(`#actions ${what}`);
  const act = (what) => find(what)?.click();

  // --- choosing: the server describes the new choice of cards
  const checked = () => all("#hand input:checked");
  const chosen = () => checked().map((card) => card.id).sort().join();
  let heard = chosen();
  const choose = (card, chosen) => {
    if (card.checked === chosen || (chosen && !lawful(card))) return;
    card.checked = chosen;
    counted();
  };
  const counted = () => {
    const number = checked().length;
    for (const button of all("#actions [data-count]")) {
      const { count, one, need } = button.dataset;
      button.dataset.plain ??= button.textContent;
      button.textContent = number || need ? (number === 1 && one ? one : count).replace("{n}", number) : button.dataset.plain;
      if (need) button.ariaDisabled = number === Number(need) ? null : true;
    }
    if (heard === chosen()) return;
    heard = chosen();
    document.body.dispatchEvent(new Event("table:chosen"));
  };
  // if only one legal play contains the chosen cards, the card pressed chooses the rest of it too, and puts them
  // down again
  let brought = { by: null, cards: [] };
  const values = (cards) => cards.split(" ");
  const within = (some, play) => {
    const left = [...play];
    return some.every((value) => left.includes(value) && left.splice(left.indexOf(value), 1));
  };
  const completed = (card) => {
    const { plays, with: alone } = document.getElementById("hand").dataset;
    const some = checked().map((other) => other.value);
    if (plays) {
      const fitting = plays.split(";").map(values).filter((play) => within(some, play));
      return fitting.length === 1 ? fitting[0] : [];
    }
    if (some.length > 1) return [];
    return (alone ?? "").split(";").map((play) => play.split("=").map(values)).find(([keys]) => keys.includes(card.value))?.[1] ?? [];
  };
  const along = (card) => {
    if (!card.checked) {
      if (brought.by === card) brought.cards.forEach((other) => choose(other, false));
      return (brought = { by: null, cards: [] });
    }
    const play = [...completed(card)];
    brought = { by: card, cards: [] };
    for (const other of checked()) if (play.includes(other.value)) play.splice(play.indexOf(other.value), 1);
    for (const value of play) {
      const next = cards().find((other) => other.value === value && !other.checked);
      if (next) [choose(next, true), brought.cards.push(next)];
    }
  };
  const clear = () => cards().forEach((card) => (card.checked = card.given = false));

  // an illegal card says why, and the cards that must be played nod; a second press puts a card down again
  let before;
  const remember = () => (before = all("#hand input[type=radio]:checked")[0]);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("#actions .btn[aria-disabled=true]");
    if (button && !button.dataset.need) {
      event.preventDefault();
      announce((button.querySelector("small") ?? button).textContent);
    }
    const card = event.target.closest("#hand input");
    if (!card) return;
    if (!lawful(card)) {
      event.preventDefault();
      refuse();
    } else if (card.forced) {
      // a first press on a card that the server has chosen keeps it chosen
      card.checked = true;
      card.forced = false;
    } else if (card === before) {
      card.checked = false;
      before = null;
    } else along(card);
    focusable(card);
    counted();
  });
  // the reason links to its section in the rules of this table
  const explain = (why) => {
    announce(why?.textContent ?? "");
    const rules = document.querySelector("a.room-name"), toast = document.getElementById("toast");
    if (!why?.dataset.r || !rules) return;
    const link = Object.assign(document.createElement("a"), { href: `${rules.href}#${why.dataset.r}`, target: "_blank" });
    link.append(...toast.childNodes);
    toast.append(link);
  };
  const refuse = () => {
    explain(document.getElementById("why-not"));
    for (const card of cards().filter(lawful)) {
      const slot = card.closest("label");
      slot.classList.remove("nod");
      void slot.offsetWidth;
      slot.classList.add("nod");
    }
  };

  document.addEventListener("reset", (event) => {
    event.preventDefault();
    move(0);
    clear();
    counted();
  });

  // --- sweeping: every card passed is chosen, or put down, as the first one was; a tap may tremble
  const TREMBLE = 8;
  let sweep = null;
  const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("#hand label")?.querySelector("input");
  document.addEventListener("pointerdown", (event) => {
    remember();
    const card = event.target.closest("#hand label")?.querySelector("input");
    sweep = card && event.isPrimary && event.button === 0 ? { first: card, to: !card.checked, from: event } : null;
  });
  document.addEventListener("pointermove", (event) => {
    if (!sweep) return;
    const card = under(event);
    const way = Math.hypot(event.x - sweep.from.x, event.y - sweep.from.y);
    if (!card || (!sweep.passed && (card === sweep.first || way < TREMBLE))) return;
    sweep.passed = true;
    if (sweep.first.type === "radio") return choose(card, true);
    choose(sweep.first, sweep.to);
    choose(card, sweep.to);
  });
  addEventListener("pointerup", () => {
    const swept = sweep?.passed;
    sweep = null;
    if (!swept) return;
    const swallow = (event) => event.preventDefault();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, true));
  });
  addEventListener("pointercancel", () => (sweep = null));

  // --- one tab stop
  let at = "";
  const focusable = (card) => {
    at = card?.id ?? at;
    const list = cards(), stop = list.find((other) => other.id === at) ?? list.find((other) => other.checked) ?? list[0];
    list.forEach((other) => (other.tabIndex = other === stop ? 0 : -1));
    return stop;
  };
  const move = (step) => {
    const list = cards(), here = list.indexOf(document.activeElement);
    const next = here < 0 ? focusable() : list[Math.min(list.length - 1, Math.max(0, here + step))];
    focusable(next)?.focus();
  };
  const row = (step) => {
    const rows = all("#hand .r"), mine = rows.findIndex((other) => other.contains(document.activeElement));
    const next = rows[mine + step];
    if (mine < 0) return move(0);
    if (!next) return;
    const x = document.activeElement.getBoundingClientRect().x;
    const list = [...next.querySelectorAll("input")];
    const gap = (card) => Math.abs(card.getBoundingClientRect().x - x);
    focusable(list.reduce((best, card) => (gap(card) < gap(best) ? card : best))).focus();
  };

  // --- keys
  // Enter plays the chosen cards or, if there are none, the card that has the focus
  const enter = () => {
    const card = document.activeElement.closest("#hand input");
    if (card && !chosen()) {
      choose(card, true);
      if (!card.checked) return refuse();
    }
    act(":is(.go, [data-later])");
  };
  const rank = (key) => {
    const wanted = key.toUpperCase().replace("1", "T").replace("0", "T");
    const same = cards().filter((card) => lawful(card) && card.value[0] === wanted);
    const next = same.find((card) => !card.checked) ?? same[0];
    if (!next) return;
    choose(next, !next.checked);
    focusable(next).focus();
  };
  const keys = {
    ArrowLeft: () => move(-1), ArrowRight: () => move(1), ArrowUp: () => row(-1), ArrowDown: () => row(1),
    Home: () => move(-99), End: () => move(99), Enter: enter, Escape: () => [clear(), counted()],
    h: () => act("[value^=hint]"), p: () => act("[value=pass]"),
    l: () => (location.hash = "side"),
    m: () => document.getElementById("talk-text")?.focus(),
    s: () => (document.getElementById("heard").textContent = document.getElementById("prompt").innerText),
    "?": () => open("/keys/"),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const onButton = event.target.closest("#actions .btn");
    // in a menu Enter is its button, not the first of the form
    const menu = event.key === "Enter" && event.target.closest("#actions .pop:has(input)");
    if (menu && !onButton) return event.preventDefault(), menu.querySelector("button").click();
    // letters act only if the focus is in the hand: speech input may type them anywhere
    const anywhere = event.target.matches("body, #side") && /^(Arrow|Home|End|Esc)/.test(event.key);
    if (!onButton && !event.target.closest("#hand") && !anywhere) return;
    if (onButton && (event.key === " " || event.key === "Enter")) return;
    if (event.key === " ") return remember();
    const deed = keys[event.key] ?? (/^[0-9tjqka]$/i.test(event.key) ? () => rank(event.key) : null);
    if (!deed || (anywhere && !cards().length)) return;
    event.preventDefault();
    deed();
  });

  // cards that the server has chosen: a hint, a forced play, or one that it refused
  const given = () => {
    const chosen = cards().filter((card) => card.defaultChecked);
    for (const card of chosen) {
      card.defaultChecked = false;
      card.checked = true;
      card.forced = chosen.length === cards().filter(lawful).length;
      card.given = true;
    }
  };
  // chosen cards are put down when the turn ends, however it ends, and when a card has left the hand: the copy
  // that stays takes the id of the one that was played. When the turn comes they are like cards that the server has
  // chosen, the next tap plays; those that may not be played are put down.
  const heldNow = () => cards().map((card) => card.value);
  const dealt = () => document.querySelector("#press [name=hand]")?.value;
  const asked = () => document.getElementById("prompt").classList.contains("now");
  let held = heldNow(), hand = dealt(), mine = asked();
  const letGo = () => {
    const now = heldNow();
    if (!within(held, now) || hand !== dealt() || (mine && !asked()))
      for (const card of cards()) {
        card.checked = card.defaultChecked;
        card.given = card.forced = false;
      }
    if (!mine && asked()) checked().forEach((card) => (card.checked = card.given = lawful(card)));
    [held, hand, mine] = [now, dealt(), asked()];
  };
  // --- if what had the focus is gone, its neighbour gets it, or a card, or what goes on: now, or with the next turn
  const places = ["#hand input", "#actions .go", "#actions .btn", "#board button", "#scorecard button"];
  let left;
  const mark = () => {
    if (document.activeElement !== document.body) left = null;
    for (const place of places) {
      const number = all(place).indexOf(document.activeElement);
      if (number >= 0) left = [place, number, document.activeElement.id];
    }
  };
  const refocus = () => {
    if (document.activeElement !== document.body) left = null;
    if (!left) return;
    const [place, number, id] = left, there = all(place);
    const near = place === "#actions .btn" ? document.getElementById(id) : there[Math.min(number, there.length - 1)];
    const next = [near, ...places.flatMap(all)].find((one) => one?.offsetParent && !one.matches(":disabled, [type=reset]"));
    if (!next) return;
    left = null;
    next.focus({ preventScroll: true });
    if (next.closest("#hand")) focusable(next);
  };
  const drawn = () => {
    letGo();
    given();
    heard = chosen();
    focusable();
    refocus();
    counted();
  };
  // a hint replaces the chosen cards; a pass and a play, such as a throw that failed, put them down
  document.addEventListener("htmx:before:swap", (event) => {
    const { request, response } = event.detail.ctx;
    if (event.defaultPrevented) return;
    if (response?.status === 200 && /^(hint|pass|play)/.test(request?.submitter?.value)) clear();
    mark();
  });
  document.addEventListener("table:drawn", drawn);
  document.addEventListener("change", counted);
  drawn();

  // --- the queue: a play chosen off turn is sent when the turn comes, or dropped with a message
  let queued = "";
  const show = () => {
    const button = find("[data-later]"), some = chosen();
    if (!button) return;
    if (queued !== some) queued = "";
    button.dataset.plain ??= button.textContent;
    button.textContent = some ? button.dataset.later : button.dataset.plain;
    button.ariaDisabled = !some;
    button.ariaPressed = some ? Boolean(queued) : null;
  };
  const send = () => {
    const press = find("[value=play]:not([data-later])");
    if (!queued || (!press && find("[data-later]"))) return show();
    const fits = queued === chosen() && checked().every(lawful);
    queued = "";
    if (fits && press) return press.click();
    announce(document.getElementById("heard").dataset.dropped);
  };

  document.addEventListener("click", (event) => {
    if (!event.target.closest("#actions [data-later]") || !chosen()) return;
    event.preventDefault();
    queued = queued ? "" : chosen();
    show();
  });
  document.body.addEventListener("table:chosen", show);
  document.addEventListener("table:drawn", send);
  show();
})();
