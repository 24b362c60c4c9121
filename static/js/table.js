// The table: never an older picture, the socket, the clock, messages, the title; below, cards in motion.
(() => {
  const by = (id) => document.getElementById(id);

  // --- pictures: nothing older than the one shown is swapped in, nor is a single part of a newer one
  const pictureIn = (html) => Number(/id="picture" value="(\d+)"/.exec(html || "")?.[1] ?? NaN);
  document.addEventListener("htmx:before:swap", (event) => {
    const { text, sourceElement } = event.detail.ctx, age = pictureIn(text) - Number(by("picture")?.value);
    if (age < 0 || (age > 0 && sourceElement?.id === "reader")) event.preventDefault();
  });

  // --- one form; a button that posts elsewhere says where, as without scripts
  document.addEventListener("htmx:config:request", (event) => {
    const { request } = event.detail.ctx, to = request.submitter?.getAttribute("formaction");
    if (to) request.action = to;
  });

  // --- the short way: if the socket is open, a press gets an empty answer, and the picture comes over the socket.
  // After another answer the page shows what the socket has not brought, until a press is answered with a picture.
  let strayed = false;
  document.addEventListener("htmx:config:request", (event) => {
    const { request } = event.detail.ctx;
    if (!strayed && socket()?.readyState === WebSocket.OPEN) request.headers["X-Socket"] = "on";
  });
  document.addEventListener("htmx:after:request", (event) => {
    const { request, response } = event.detail.ctx;
    strayed = response.status !== 204 && !(response.status === 200 && request.action.endsWith("/act/"));
  });

  // --- the socket: a banner soon after it is lost, gone when it is back
  const lost = by("lost"), [told, again] = lost.children, trying = told.textContent;
  let losing;
  const show = (state) => {
    clearTimeout(losing);
    document.body.dataset.socket = state;
    lost.hidden = state === "on";
  };
  const socket = () => by("socket")._htmx?.ws?.connection?.socket;
  const reconnect = () => {
    told.textContent = trying;
    const old = by("socket"), fresh = old.cloneNode();
    socket()?.close();
    old.replaceWith(fresh);
    htmx.process(fresh);
  };
  // If presses reach another process of the site than the socket, as after a deploy, the socket reconnects. If they
  // reach changing processes this helps little, so it is done once in ten minutes at most.
  let elsewhere = 0, moved = -Infinity;
  document.addEventListener("htmx:after:request", (event) => {
    const { request, response } = event.detail.ctx;
    if (!request.action.endsWith("/act/")) return;
    elsewhere = response.headers.has("X-Socket") ? elsewhere + 1 : 0;
    if (elsewhere < 3 || performance.now() - moved < 600000) return;
    moved = performance.now();
    reconnect();
  });
  // A dead socket reports nothing: after a long silence a new one is tried, waiting longer each time, and
  // longest for the first message on a new socket. Sockets that are closed reconnect by themselves.
  const LONGEST = 15000;
  let heard = 0, patience = 2 * LONGEST, next = 4000;
  const hear = () => {
    heard = performance.now();
    patience = LONGEST * (1 + Math.random() / 4);
    next = 4000;
  };
  const listen = () => {
    if (performance.now() - heard < patience || !(socket()?.readyState < WebSocket.CLOSING)) return;
    heard = performance.now();
    patience = next * (1 + Math.random() / 4);
    next = Math.min(2 * next, LONGEST);
    show("off");
    reconnect();
  };
  // the page has the reader's own socket too, whose events say nothing about the table's
  const isTables = (event) => event.target.id === "socket";
  document.addEventListener("htmx:ws:close", (event) => {
    const { code, reason, connection } = event.detail;
    if (code >= 4400 && code < 4500) return location.reload();
    if (reason === "removed") return;
    // 1012: the site closes for a moment. Its pages reconnect, each after a random delay.
    const closing = code === 1012;
    Object.assign(connection.config, { reconnectDelay: closing ? 1500 : 500, reconnectJitter: closing ? 0.95 : 0.3 });
    if (!isTables(event)) return;
    if (closing) told.textContent = lost.dataset.closing;
    // such as 1008, for the oldest of too many pages: if they reconnected by themselves, each would close another
    if (!connection.config.reconnectCodes.includes(code)) told.textContent = lost.dataset.ended;
    clearTimeout(losing);
    losing = setTimeout(show, 1000, "off");
  });
  document.addEventListener("htmx:ws:after:connection", (event) => {
    if (!isTables(event)) return;
    told.textContent = trying;
    heard = performance.now();
    patience = 2 * LONGEST;
    show("on");
  });
  document.addEventListener("htmx:ws:after:message:incoming", (event) => {
    if (isTables(event)) hear();
  });
  addEventListener("offline", () => show("off"));
  addEventListener("online", reconnect);
  again.addEventListener("click", reconnect);

  // --- messages: shown for six seconds, or until the next press
  let fading;
  const quiet = () => {
    const toast = by("toast");
    toast.className = "";
    toast.replaceChildren();
  };
  const fade = () => {
    clearTimeout(fading);
    if (by("toast").className) fading = setTimeout(quiet, 6000);
  };
  const announce = (text) => {
    by("toast").className = "toast";
    by("toast").textContent = text;
    fade();
  };
  document.addEventListener("table:announce", (event) => announce(event.detail));
  document.addEventListener("htmx:before:request", (event) => event.detail.ctx.sourceElement.id !== "reader" && quiet());
  const unsent = () => announce(lost.dataset.unsent);
  document.addEventListener("htmx:error", (event) => event.target.matches?.("form:not(#reader)") && unsent());
  // a refusal has a picture; without one its reader must wait, this page is too old, or the site is down
  document.addEventListener("htmx:response:error", (event) => {
    const { response, text } = event.detail.ctx;
    if (pictureIn(text) >= 0) return;
    const wait = response.headers.get("Retry-After") ?? 60;
    if (response.status === 429) return announce(lost.dataset.often.replace("{n}", Math.ceil(wait / 60)));
    [400, 403, 404].includes(response.status) ? location.reload() : unsent();
  });

  // --- the clock: a bar that shrinks, seconds that count down, the last ten announced
  let drawn = "", due = 0, said = false;
  const seconds = () => Math.max(0, Math.ceil((due - performance.now()) / 1000));
  const wind = () => {
    const clock = by("clock"), left = Number(clock.dataset.left);
    if (drawn === clock.outerHTML) return;
    drawn = clock.outerHTML;
    said = false;
    due = left ? performance.now() + left * 1000 : 0;
    const bar = clock.querySelector("i");
    bar?.getAnimations().forEach((animation) => animation.cancel());
    if (!left) return;
    const scale = /\b[ns]\b/.test(clock.className) ? "scaleX" : "scaleY";
    const frames = [{ transform: `${scale}(${left / clock.dataset.of})` }, { transform: `${scale}(0)` }];
    bar.animate(frames, { duration: left * 1000, fill: "forwards" });
  };
  const tick = () => {
    const shown = by("clock").querySelector("b");
    if (!shown || !due) return;
    const left = seconds(), text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (shown.textContent !== text) shown.textContent = text;
    drawn = by("clock").outerHTML;
    if (left <= 10 && !said && mine()) {
      said = true;
      by("heard").textContent = by("heard").dataset.ten;
      document.dispatchEvent(new Event("table:short"));
    }
  };
  // --- the next hand is dealt by itself: its seconds count down
  const count = () => {
    for (const shown of document.querySelectorAll("[data-next]")) {
      const { next } = shown.dataset;
      if (shown.counted !== next) [shown.counted, shown.until] = [next, performance.now() + next * 1000];
      const left = String(Math.max(0, Math.ceil((shown.until - performance.now()) / 1000)));
      if (shown.textContent !== left) shown.textContent = left;
    }
  };
  setInterval(count, 250);
  setInterval(tick, 250);
  setInterval(listen, 1000);

  // --- the title says whose turn it is
  const mine = () => by("prompt").classList.contains("now");
  const entitle = () => {
    const title = `${mine() ? "● " : ""}${by("bar").querySelector("h1").textContent} · Sifang`;
    if (document.title !== title) document.title = title;
  };

  document.addEventListener("htmx:after:swap", () => {
    wind();
    entitle();
    fade();
    document.dispatchEvent(new Event("table:drawn"));
  });
  wind();
  entitle();
  fade();
})();

// Motion: cards go to the table, a trick to its winner. Nothing waits for it; the next picture or press ends it.
(() => {
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");
  const still = () => reduced.matches || document.hidden || document.documentElement.dataset.motion === "off";
  const PACES = { quick: 110, slow: 400 };
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
  // cards on the board by seat and code, equal ones numbered
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
    if (!from) return;
    running.push(card.animate([{ transform: way(from, box(card)) }, { transform: "none" }], timing));
    // its frame waits for it
    running.push(card.closest(".play").animate({ boxShadow: "none", background: "none", easing: "step-end" }, timing));
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
    timing.duration = PACES[document.getElementById("table").dataset.pace] ?? 220;
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
