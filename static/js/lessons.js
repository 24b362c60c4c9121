// Lessons: after an answer the hand is counted anew, and the verdict is where the reader is.
(() => {
  document.addEventListener("htmx:after:swap", () => {
    document.dispatchEvent(new Event("table:drawn"));
    const verdict = document.getElementById("verdict");
    (document.getElementById("next") ?? verdict)?.focus({ preventScroll: true });
    verdict?.scrollIntoView({ block: "nearest" });
  });
})();
