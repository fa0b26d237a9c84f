// Keeps the files of the page, so that it opens without a network. `make page` fills in the two lines below.

const VERSION = "";
const FILES = [];

const name = `show-and-hide ${VERSION}`;

// All files or none: a page whose parts are of two versions does not work. A new version waits until no page of the old one
// is open, in whatever tab.
addEventListener("install", event => event.waitUntil((async () => {
  const cache = await caches.open(name);
  await cache.addAll(FILES.map(file => new Request(file, {cache: "reload"})));
})()));

addEventListener("activate", event => event.waitUntil((async () => {
  for (const other of await caches.keys()) {
    if (other.startsWith("show-and-hide ") && other !== name) await caches.delete(other);
  }
  await clients.claim();
})()));

addEventListener("fetch", event => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(name);
    // The page is kept under the name of its folder.
    const address = event.request.url.replace(/\/index\.html(?=$|[?#])/, "/");
    return (await cache.match(address, {ignoreSearch: true})) ?? fetch(event.request);
  })());
});
