// What a player has set for themselves: forced cards are played for them (html data-forced).
(() => {
  const habits = document.documentElement.dataset;
  const mine = () => document.getElementById("prompt")?.classList.contains("now") ?? false;

  // --- a forced card: the only lawful one, and nothing else to press but to play it
  const forced = () => {
    if (habits.forced !== "auto" || !mine()) return null;
    const lawful = [...document.querySelectorAll("#hand input")].filter((card) => !card.closest(".no"));
    const presses = [...document.querySelectorAll("#actions button[name=do]:not([aria-disabled=true], [formaction])")];
    return lawful.length === 1 && presses.length === 1 && presses[0].value === "play" ? { card: lawful[0], press: presses[0] } : null;
  };
  const play = () => {
    const found = forced();
    if (!found) return;
    if (!found.card.checked) found.card.click();
    found.press.click();
  };

  const look = () => {
    if (forced()) setTimeout(play, 700);
  };
  document.addEventListener("table:drawn", look);
  look();
})();
