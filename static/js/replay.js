// Replay: keys press the page's links, and the space bar plays on.
(() => {
  const PACE = 900;
  let playing = 0;
  const link = (key) => document.querySelector(`#replay a[data-key="${CSS.escape(key)}"]`);
  const stop = () => (playing = clearInterval(playing) ?? 0);
  const on = () => {
    const next = link("ArrowRight");
    if (!next || next.getAttribute("aria-disabled")) return stop();
    next.click();
  };
  // --- a leader's steps are sent to the followers; a follower who may no longer follow reloads to see why
  const sharing = document.getElementById("showing");
  document.addEventListener("htmx:after:swap", () => {
    const step = document.querySelector("#range"), seat = document.querySelector("#scrubber [name=seat]")?.value ?? "";
    if (!sharing || (sharing.step.value === step.value && sharing.seat.value === seat)) return;
    sharing.step.value = step.value;
    sharing.seat.value = seat;
    sharing.requestSubmit();
  });
  // --- once a second look is made, the page loads itself anew: show it, not the place where the page was
  const second = location.hash === "#second" && document.querySelector("#second");
  if (second) addEventListener("load", () => requestAnimationFrame(() => second.scrollIntoView()));
  document.addEventListener("htmx:ws:close", (event) => {
    if (event.detail.code >= 4400 && event.detail.code < 4500) location.reload();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest("input, button, select, textarea, summary")) return;
    if (event.key === " ") {
      event.preventDefault();
      if (playing) return stop();
      playing = setInterval(on, PACE);
      return on();
    }
    const there = link(event.key);
    if (!there) return;
    event.preventDefault();
    stop();
    there.click();
  });
})();
