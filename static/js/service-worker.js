// Pages come from the site as usual. Without a connection the last table is shown as it was last seen, and for
// every other page a sentence that says so. Nothing else is cached. The table is removed when it is refused, and when its
// viewer is gone: whoever signs in or out visits an account page, and a page for nobody says so in a header.
const KEPT = "sifang-1";
const OFFLINE = "/offline/";
const TABLE = /^\/t\/[^/]+\/$/;
const AWAY = /^\/(account|me\/delete)\//;

const keepTable = async (cache, path, page) => {
  await forgetTables(cache);
  await cache.put(path, page);
};
const forgetTables = async (cache) => {
  for (const request of await cache.keys()) {
    if (new URL(request.url).pathname !== OFFLINE) await cache.delete(request);
  }
};
const page = async (request) => {
  const cache = await caches.open(KEPT), path = new URL(request.url).pathname;
  try {
    const answer = await fetch(request);
    if (AWAY.test(path) || answer.headers.get("Viewer") === "none") await forgetTables(cache);
    if (TABLE.test(path) && request.method === "GET") {
      if (answer.ok) await keepTable(cache, path, answer.clone());
      else if (answer.status < 500) await cache.delete(path);
    }
    return answer;
  } catch (fault) {
    const kept = (await cache.match(path)) ?? (await cache.match(OFFLINE));
    if (!kept) throw fault;
    return kept;
  }
};

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.add(OFFLINE)).then(() => skipWaiting()));
});
addEventListener("activate", (event) => {
  const old = async () => (await caches.keys()).filter((name) => name !== KEPT);
  event.waitUntil(old().then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => clients.claim()));
});
// Push notifications: shown by the browser unless a page of ours has the focus, which shows them itself.
const SUBSCRIPTIONS = "/me/notifications/renew/";
const show = async (told) => {
  const pages = await clients.matchAll({ type: "window" });
  navigator.setAppBadge?.(told.unread);
  if (pages.some((page) => page.focused)) return;
  const actions = told.choose ? [{ action: "choose", title: told.choose }] : [];
  await registration.showNotification("Sifang 四方", {
    body: told.says, tag: told.tag, lang: told.lang, icon: "/favicon.ico", data: told, actions,
  });
};
const open = async (url) => {
  const page = (await clients.matchAll({ type: "window" }))[0];
  if (!page) return clients.openWindow(url);
  await page.focus();
  return page.navigate(url);
};
const renew = async ({ oldSubscription: before }) => {
  if (!before) return;
  const after = await registration.pushManager.subscribe(before.options), { endpoint, keys } = after.toJSON();
  await fetch(SUBSCRIPTIONS, { method: "POST", body: new URLSearchParams({ before: before.endpoint, endpoint, ...keys }) });
};
addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
addEventListener("notificationclick", (event) => {
  const { url, off } = event.notification.data;
  event.notification.close();
  event.waitUntil(open(event.action === "choose" ? off : url));
});
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));
addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(page(event.request));
});
