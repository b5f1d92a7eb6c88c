/*
 * Shows push messages and opens what they are about. It has no 'fetch' listener: pages come from the network as if
 * it were not there, and nothing is cached.
 */
const FALLBACK = { title: 'News for you', body: 'Open the shop to read it.', path: '/notifications', tag: 'news' };

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/* Something is shown for every message, whatever is in it: browsers take the permission away from who shows nothing. */
self.addEventListener('push', (event) => {
  const { title, body, path, tag } = read(event.data);
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      // The same message twice takes its own place.
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

/* In a tab of the shop that is open, else in a new one; never anywhere else. */
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
      // A tab that this worker does not lead cannot be sent elsewhere.
    }
  }
  return self.clients.openWindow(target);
}

/* The browser has changed its subscription by itself: the shop is told the new one. */
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
