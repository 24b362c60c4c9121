// Pages come from the site as ever. Without a connection the last table is shown as it was seen, and for every
// other page a sentence that says so. Nothing else is kept, and the table goes with whoever signs out.
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
    if (AWAY.test(path)) await forgetTables(cache);
    else if (TABLE.test(path) && request.method === "GET" && answer.ok) await keepTable(cache, path, answer.clone());
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
addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(page(event.request));
});
