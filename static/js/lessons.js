// Lessons: after an answer the hand is set up again, and the verdict is scrolled into view.
(() => {
  document.addEventListener("htmx:after:swap", () => {
    document.dispatchEvent(new Event("table:drawn"));
    const verdict = document.getElementById("verdict");
    (document.getElementById("next") ?? verdict)?.focus({ preventScroll: true });
    verdict?.scrollIntoView({ block: "nearest" });
  });
})();
