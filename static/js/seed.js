// The browser's part of the next shuffle: 32 random bytes for each promise, sent once and kept for the replay.
(() => {
  const KEPT = 60, NAME = "sifang-seeds";
  const kept = () => {
    try {
      return JSON.parse(localStorage.getItem(NAME)) ?? [];
    } catch {
      return [];
    }
  };
  const keep = (seeds) => {
    try {
      localStorage.setItem(NAME, JSON.stringify(seeds.slice(-KEPT)));
    } catch {
      // no storage: the seed is sent all the same
    }
  };

  const drawn = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };

  // --- before the first hand: its promise is requested, and answered with the press itself
  const asking = new WeakSet();
  document.addEventListener("submit", async (event) => {
    const form = event.target, to = form.dataset.offer;
    if (!to) return;
    event.preventDefault();
    if (asking.has(form)) return;
    asking.add(form);
    try {
      const body = new URLSearchParams({ csrfmiddlewaretoken: form.csrfmiddlewaretoken.value });
      const answer = await fetch(to, { method: "POST", body, signal: AbortSignal.timeout(1500) });
      const { promise } = await answer.json(), seed = drawn();
      keep([...kept(), [promise, seed]]);
      for (const [name, value] of Object.entries({ promise, seed })) {
        const field = form.elements[name] ?? form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name }));
        field.value = value;
      }
    } catch {
      // no promise in time: the deck is shuffled with the house's part alone, and the replay says so
    }
    form.submit();
    setTimeout(() => asking.delete(form), 5000);
  }, true);

  // --- at the table
  let answered = "";
  const add = async () => {
    const place = document.getElementById("promise"), promise = place?.textContent.trim();
    if (!promise || !place.dataset.to || promise === answered) return;
    answered = promise;
    const earlier = kept().find(([known]) => known === promise)?.[1];
    const seed = earlier ?? drawn();
    if (!earlier) keep([...kept(), [promise, seed]]);
    const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
    try {
      const body = new URLSearchParams({ promise, seed, csrfmiddlewaretoken: token });
      await fetch(place.dataset.to, { method: "POST", body, credentials: "same-origin" });
    } catch {
      answered = ""; // no connection: the next picture tries again
    }
  };
  document.addEventListener("table:drawn", add);
  add();

  // --- beside a replay: whether the seed that this browser sent was used
  const mine = document.getElementById("own-seed");
  const sent = mine && kept().find(([promise]) => promise === mine.dataset.promise)?.[1];
  if (!sent) return;
  const used = [...document.querySelectorAll("#seeds code")].some((code) => code.textContent.trim() === sent);
  mine.textContent = used ? mine.dataset.used : mine.dataset.unused.replace("{n}", sent);
  mine.hidden = false;
})();
