// «All my games» is fetched in parts. A progress bar is shown if it takes longer than two seconds.
(() => {
  const link = document.querySelector("[data-games]"), bar = document.getElementById("games-progress");
  link?.addEventListener("click", async (event) => {
    event.preventDefault();
    if (link.getAttribute("aria-busy")) return;
    link.setAttribute("aria-busy", "true");
    const parts = [], slow = setTimeout(() => (bar.hidden = false), 2000);
    try {
      for (let after = "0"; after !== null; ) {
        const answer = await fetch(`${link.href}?after=${after}`);
        if (!answer.ok) throw new Error(answer.status);
        const text = await answer.text();
        parts.push(text);
        bar.max = Math.max(1, Number(answer.headers.get("X-Hands")));
        bar.value = Math.min(bar.max, bar.value + text.split("\n").length - 1);
        after = answer.headers.get("X-After");
      }
      const file = URL.createObjectURL(new Blob(parts, { type: "application/jsonl" }));
      Object.assign(document.createElement("a"), { href: file, download: "sifang-games.jsonl" }).click();
      URL.revokeObjectURL(file);
    } catch {
      location.href = link.href; // the browser's own download of the whole, or the page that says why not
    }
    clearTimeout(slow);
    bar.hidden = true;
    bar.value = 0;
    link.removeAttribute("aria-busy");
  });
})();
