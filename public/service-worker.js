/*
 * Shows push messages and opens their pages, and shows our offline page when there is no network; neither needs an open
 * page. Pages always come from the network; the caches only contain the files of that one page and, on a tablet of the
 * counter, those of the counter's pages. They are the same for everyone (docs/decisions/0032, 0059).
 */

/** The build's name, written by scripts/build.ts. A new name makes this file a new worker. */
const VERSION = 'development';
const KEPT = `offline-${VERSION}`;
const OFFLINE = '/offline/page.html';
const FILES = [
  OFFLINE,
  '/offline/page.css',
  '/offline/page.js',
  '/offline/ridge-line.svg',
  '/offline/text.woff2',
  '/offline/display.woff2',
];

/** The counter's pages fill this cache (app/counter/network/store-shell.ts); this page then shows the tablet's own copy. */
const COUNTER = 'counter';
const COUNTER_PAGE = '/counter/offline';

const FALLBACK = { title: 'News for you', body: 'Open the shop to read it.', path: '/notifications', tag: 'news' };

self.addEventListener('install', (event) => {
  event.waitUntil(keepFiles().then(() => self.skipWaiting()));
  passBy(event).catch(() => undefined);
});

/* In browsers that support it, requests for anything but a page and our files do not even wake the worker. */
async function passBy(event) {
  if (!event.addRoutes) return;
  const ours = { urlPattern: new URLPattern({ pathname: '/offline/*' }) };
  const code = { urlPattern: new URLPattern({ pathname: '/assets/*' }) };
  await event.addRoutes([
    { condition: ours, source: 'fetch-event' },
    // From the counter's cache if it is there, otherwise from the network, in both cases without the worker.
    { condition: code, source: { cacheName: COUNTER } },
    { condition: { not: { requestMode: 'navigate' } }, source: 'network' },
  ]);
}

self.addEventListener('activate', (event) => event.waitUntil(begin()));

async function keepFiles() {
  const cache = await caches.open(KEPT);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })));
}

async function begin() {
  await forget((name) => name !== KEPT && name !== COUNTER);
  await preload();
  await self.clients.claim();
}

/*
 * The page request leaves while the worker is still starting. Not in Firefox: there a preload that fails leaves the tab
 * empty, whatever the worker answers.
 */
async function preload() {
  const { navigationPreload } = self.registration;
  if (!navigationPreload) return;
  if (/ Firefox\//.test(self.navigator.userAgent)) await navigationPreload.disable();
  else await navigationPreload.enable();
}

async function forget(isUnwanted) {
  const names = await caches.keys();
  await Promise.all(names.filter(isUnwanted).map((name) => caches.delete(name)));
}

self.addEventListener('message', (event) => {
  if (event.data !== COUNTER) return;
  hasCounter = true;
  // A page that was requested before this worker was active, and shown after, asks past it until it is claimed.
  event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  if (method !== 'GET') return;
  if (mode === 'navigate') event.respondWith(page(event));
  else if (FILES.includes(new URL(url).pathname)) event.respondWith(ourFile(event.request));
  else if (hasCounter && new URL(url).pathname.startsWith('/assets/')) event.respondWith(ourFile(event.request));
});

/**
 * Whether this browser is a tablet of the counter; known before the first page without a network asks for its code. A
 * worker that ran before the counter's page stored its files is told by that page.
 */
let hasCounter = false;
caches.has(COUNTER).then(
  (has) => {
    hasCounter = has;
  },
  () => undefined,
);

/* The browser may refuse to read its caches; it then has none. */
const cached = (request) => caches.match(request).catch(() => undefined);

/* The browser's own cache lets go of them after a day, which may be a day without a network. */
async function ourFile(request) {
  return (await cached(request)) || fetch(request);
}

/*
 * From the network, unchanged; if that fails, what is stored, or words that try again. Never an error: Safari shows one as
 * an empty tab that never comes back. Responses are never cached.
 */
async function page(event) {
  try {
    const response = (await event.preloadResponse) || (await fetch(event.request));
    event.waitUntil(leaveIfGone());
    return response;
  } catch {
    const { pathname, search } = new URL(event.request.url);
    return (await storedPage(pathname, search)) || noConnection();
  }
}

async function storedPage(pathname, search) {
  // Staff need no menu.
  if (/^\/admin(?:\/|$)/i.test(pathname)) return undefined;
  if (!/^\/counter(?:\/|$)/i.test(pathname)) return cached(OFFLINE);
  const shell = await cached(COUNTER_PAGE);
  if (!shell) return undefined;
  hasCounter = true;
  const path = pathname + search;
  return path.startsWith(COUNTER_PAGE) ? shell : Response.redirect(`${COUNTER_PAGE}?to=${encodeURIComponent(path)}`);
}

/* For a page of which nothing is stored. It opens by itself as soon as the shop answers; without scripts it asks now and then. */
function noConnection() {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No connection</title>
<noscript><meta http-equiv="refresh" content="10"></noscript>
<style>
:root { color-scheme: light dark; --paper: #fbf8f1; --ink: #1e2a24; --spruce: #24503b; }
@media (prefers-color-scheme: dark) { :root { --paper: #14261e; --ink: #f3ede0; --spruce: #b4dcc6; } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif; text-align: center; }
main { padding: 2rem 1rem; }
h1 { margin: 0; font-size: 1.75rem; }
a { display: inline-block; min-height: 2.75rem; box-sizing: border-box; padding: .5rem 1.5rem; border-radius: .5rem; background: var(--spruce); color: var(--paper); font-weight: 600; text-decoration: none; }
</style>
<main>
<h1>No connection.</h1>
<p>This page needs the network. It opens by itself as soon as the shop can be reached.</p>
<p><a href="">Try again</a></p>
</main>
<script>
const look = () => fetch('/healthz', { cache: 'no-store' }).then((answer) => answer.ok && location.reload()).catch(() => undefined);
setInterval(look, 4000);
addEventListener('online', look);
</script>
</html>`;
  return new Response(html, { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

let hasAsked = false;

/* A shop that no longer has this file wants no worker either. Checked once each time the worker starts. */
async function leaveIfGone() {
  if (hasAsked) return;
  hasAsked = true;
  const answer = await fetch(self.location.pathname, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (!answer || (answer.status !== 404 && answer.status !== 410)) return;
  await forget(() => true);
  await self.registration.unregister();
}

/* Shows a notification for every message, whatever it contains: browsers revoke the permission otherwise. */
self.addEventListener('push', (event) => {
  const { title, body, path, tag } = read(event.data);
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      // A repeated message replaces the first.
      tag,
      icon: '/icon-192.png',
      badge: '/icon-192.png',
      data: { path },
    }),
  );
});

function read(data) {
  try {
    const given = data ? data.json() : {};
    const text = (name) => (typeof given[name] === 'string' && given[name] !== '' ? given[name] : FALLBACK[name]);
    return { title: text('title'), body: text('body'), path: text('path'), tag: text('tag') };
  } catch {
    return FALLBACK;
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data && event.notification.data.path));
});

/* In an open tab of the shop, otherwise in a new one; never on another site. */
async function open(path) {
  const url = new URL(typeof path === 'string' ? path : FALLBACK.path, self.location.origin);
  const target = url.origin === self.location.origin ? url.href : new URL(FALLBACK.path, self.location.origin).href;
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find((each) => each.url === target) || tabs.find((each) => each.visibilityState === 'visible') || tabs[0];
  if (tab) {
    try {
      const there = tab.url === target ? tab : await tab.navigate(target);
      return await (there || tab).focus();
    } catch {
      // A tab that this worker does not control cannot be navigated.
    }
  }
  return self.clients.openWindow(target);
}

/* The browser changed its subscription by itself: send the new one to the server. */
self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription, newSubscription } = event;
  const renew = async () => {
    const made =
      newSubscription ||
      (oldSubscription && (await self.registration.pushManager.subscribe(oldSubscription.options)));
    if (!made) return;
    const { endpoint, keys } = made.toJSON();
    await fetch('/notifications/push', {
      method: 'POST',
      body: new URLSearchParams({ intent: 'keep', endpoint, p256dh: keys.p256dh, auth: keys.auth }),
    });
  };
  event.waitUntil(renew());
});
