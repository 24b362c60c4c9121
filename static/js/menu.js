// The menu, loaded when it is first opened: pages of this table open in a sheet over it, and settings apply
// at once.
const sheet = document.getElementById("sheet"), place = sheet.querySelector("div");
// the sheet's content keeps its own styles, and the table its own
const root = place.attachShadow({ mode: "open" });

export const open = async (address) => {
  let page;
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.status);
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return location.assign(address);
  }
  const styles = [...page.querySelectorAll("link[rel=stylesheet]")];
  const loaded = styles.map((style) => new Promise((done) => (style.onload = style.onerror = done)));
  root.replaceChildren(...styles, page.querySelector("main"));
  for (const button of root.querySelectorAll("[data-now] > .btn")) button.hidden = true; // each field is sent by itself
  for (const button of root.querySelectorAll("[data-full]")) offerFull(button);
  await Promise.all(loaded);
  place.scrollTop = 0;
  if (!sheet.open) sheet.showModal();
  const { hash } = new URL(address, location.href);
  if (hash) root.getElementById(hash.slice(1))?.scrollIntoView();
};

// --- full screen, if the browser allows it: the sheet closes, so that the table is seen
const offerFull = (button) => {
  button.hidden = !document.fullscreenEnabled;
  if (document.fullscreenElement) button.textContent = button.dataset.leave;
  button.addEventListener("click", () => {
    sheet.close();
    const turned = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    turned.catch(() => {}); // refused after all
  });
};

const follow = (event) => {
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const address = link.getAttribute("href");
  if (link.matches("[data-sheet]")) [event.preventDefault(), open(link.href)];
  else if (link.matches("[data-close]")) {
    sheet.close();
    // the table lies below: only a part of it is gone to
    if (!link.hash) event.preventDefault();
  } else if (root.contains(link) && address.startsWith("#")) {
    event.preventDefault();
    root.getElementById(address.slice(1))?.scrollIntoView();
  } else if (root.contains(link) && !link.matches("[data-here]")) link.target = "_blank";
};
root.addEventListener("click", follow);
sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());

// --- settings: stored, and applied to the page
root.addEventListener("change", async (event) => {
  const { form, name, value } = event.target;
  if (!form?.matches("[data-now]")) return;
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams([[name, value], ["csrfmiddlewaretoken", form.csrfmiddlewaretoken.value]]) });
  if (!answer.ok || name === "language") return location.reload();
  const root = name === "pace" ? document.getElementById("table") : document.documentElement;
  value ? (root.dataset[name] = value) : delete root.dataset[name];
  if (value === "on") sounds(form.dataset.sounds);
});
const sounds = (address) => {
  if (document.querySelector(`script[src="${address}"]`)) return;
  document.head.append(Object.assign(document.createElement("script"), { src: address }));
};
