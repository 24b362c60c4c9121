// Sounds: wood on wood, synthesized here; and one short vibration at my turn. Loaded for those who want either.
(() => {
  const habits = document.documentElement.dataset;
  const by = (id) => document.getElementById(id);
  const on = () => habits.sounds === "on";
  let audio = null;

  // --- a knock: pitch in hertz, seconds after now
  const knock = ([pitch, after = 0]) => {
    const at = audio.currentTime + after, tone = audio.createOscillator(), loud = audio.createGain();
    tone.frequency.setValueAtTime(pitch, at);
    tone.frequency.exponentialRampToValueAtTime(pitch / 2, at + 0.08);
    loud.gain.setValueAtTime(0.12, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + 0.12);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.13);
  };
  const SOUNDS = {
    card: [[300]], cards: [[300], [270, 0.07]], turn: [[520], [620, 0.16]], trick: [[220]],
    short: [[700], [700, 0.12]], over: [[420], [340, 0.12]], talk: [[820]],
  };
  const play = (name) => {
    if (!on() || !audio) return;
    document.body.dataset.heard = name;
    SOUNDS[name].forEach(knock);
  };
  // browsers allow sound only after a press or a key
  const open = () => {
    if (on()) (audio ??= new AudioContext()).resume();
  };
  addEventListener("pointerdown", open);
  addEventListener("keydown", open);

  // --- what has happened since the last picture
  const look = () => ({
    mine: by("prompt").classList.contains("now"),
    laid: document.querySelectorAll("#board .play [data-c]").length,
    over: Boolean(document.querySelector("#scorecard section")),
    talk: document.querySelector("#talk .lines li:last-child")?.id ?? "",
  });
  let was = look();
  document.addEventListener("table:drawn", () => {
    const now = look(), more = now.laid - was.laid;
    if (now.over && !was.over) play("over");
    else if (now.mine && !was.mine) play("turn");
    else if (more > 0) play(more > 1 ? "cards" : "card");
    else if (more < 0) play("trick");
    else if (now.talk !== was.talk) play("talk");
    if (now.mine && !was.mine && habits.vibrate === "on") navigator.vibrate?.(30);
    was = now;
  });
  document.addEventListener("table:short", () => play("short"));
})();
