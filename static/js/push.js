// Push notifications in this browser: subscribing to them, and hours in the reader's own time.
(() => {
  const form = document.querySelector("[data-push]"), hours = document.querySelector("[name=hour]");

  const state = (name) => {
    for (const line of form.querySelectorAll("[data-state]")) line.hidden = line.dataset.state !== name;
  };
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const subscribe = async () => {
    if ((await Notification.requestPermission()) !== "granted") return state("denied");
    const { pushManager } = await navigator.serviceWorker.ready;
    await (await pushManager.getSubscription())?.unsubscribe(); // that of the person who used this browser before
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(form.dataset.push) });
    const { endpoint, keys } = subscription.toJSON(), body = new URLSearchParams(new FormData(form));
    for (const [name, value] of Object.entries({ endpoint, ...keys })) body.set(name, value);
    const answer = await fetch(form.action, { method: "POST", body });
    if (!answer.ok) throw new Error(answer.status);
    location.reload();
  };

  if (form) {
    if (!isSecureContext) state("insecure");
    else if ("Notification" in window && "PushManager" in window && navigator.serviceWorker) {
      state(Notification.permission === "denied" ? "denied" : "ready");
    }
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      subscribe().catch(() => {
        state("ready");
        form.querySelector("[data-state=failed]").hidden = false;
      });
    });
  }

  // The browser's own subscription ends too; if that fails, the form works all the same.
  document.querySelector("[data-push-off]")?.addEventListener("submit", () => {
    navigator.serviceWorker?.ready.then(({ pushManager }) => pushManager.getSubscription()).then((made) => made?.unsubscribe());
  });

  if (hours) {
    const chosen = hours.value, day = new Date();
    const local = (option) => new Date(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate(), option.value));
    const inOrder = [...hours.options].sort((one, other) => local(one).getHours() - local(other).getHours());
    for (const option of inOrder) {
      option.text = local(option).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
      hours.append(option);
    }
    hours.value = chosen;
  }
})();
