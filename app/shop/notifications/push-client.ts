/**
 * Manages push messages in this browser: detects support, turns them on and off, and renews subscriptions. Browser
 * only.
 */

import { registerWorker } from '#ui/service-worker.ts';

/**
 * Why a browser cannot: it has no push, an iPhone has the shop in the browser and not on the home screen, or it is
 * denied.
 */
export type PushState = 'unsupported' | 'needs-install' | 'denied' | 'off' | 'on';

const ADDRESS = '/notifications/push';
/** The browser storage key of the person who wants messages in this browser. */
const WISH = 'push-for';
/** The tab storage key of the session and subscription that the server has. */
const SENT = 'push-sent';

const isApplePhone = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** @param userId the signed-in person: another person's choice does not count. */
export async function readPushState(userId: string): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isApplePhone() ? 'needs-install' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const isOn = Notification.permission === 'granted' && read(localStorage, WISH) === userId;
  return isOn && (await currentSubscription()) ? 'on' : 'off';
}

/** Asks for permission if needed; call it only on a button press. */
export async function turnPushOn(userId: string, applicationKey: string): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  const subscription = await subscribe(applicationKey);
  await tell('wish', subscription);
  write(localStorage, WISH, userId);
  return 'on';
}

export async function turnPushOff(): Promise<PushState> {
  write(localStorage, WISH, null);
  write(sessionStorage, SENT, null);
  const subscription = await currentSubscription();
  if (!subscription) return 'off';
  await post({ intent: 'forget', endpoint: subscription.endpoint });
  await subscription.unsubscribe();
  return 'off';
}

/**
 * On each page: sends this browser's subscription once for each session, because the server deletes it when a session
 * ends, and subscribes again if the browser lost it.
 */
export async function renewPush(userId: string, sessionId: string): Promise<void> {
  if ((await readPushState(userId)) === 'unsupported' || read(localStorage, WISH) !== userId) return;
  if (Notification.permission !== 'granted') return;
  const known = await currentSubscription();
  if (known && read(sessionStorage, SENT) === `${sessionId} ${known.endpoint}`) return;
  const response = await fetch(ADDRESS);
  if (!response.ok) return;
  const { key } = (await response.json()) as { key: string };
  const subscription = await subscribe(key);
  await tell('keep', subscription);
  write(sessionStorage, SENT, `${sessionId} ${subscription.endpoint}`);
}

/**
 * After a session has ended by itself: the server deleted the subscription with it, and now the browser deletes its own. A
 * sign-out has deleted everything of the site in this browser.
 */
export async function dropPush(): Promise<void> {
  if (read(localStorage, WISH) === null) return;
  write(sessionStorage, SENT, null);
  await (await currentSubscription())?.unsubscribe();
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The subscription for this key; one for another key, from a shop with another secret, is useless. */
async function subscribe(applicationKey: string): Promise<PushSubscription> {
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && keyOf(known) === applicationKey) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: applicationKey });
}

function keyOf(subscription: PushSubscription): string {
  const bytes = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

async function tell(intent: 'wish' | 'keep', subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  await post({ intent, endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' });
}

async function post(fields: Record<string, string>): Promise<void> {
  const response = await fetch(ADDRESS, { method: 'POST', body: new URLSearchParams(fields) });
  if (!response.ok) throw new Error(`The shop answered ${response.status}.`);
}

/** Private windows may block storage; then nothing outlives the page. */
function read(storage: Storage, name: string): string | null {
  try {
    return storage.getItem(name);
  } catch {
    return null;
  }
}

function write(storage: Storage, name: string, value: string | null): void {
  try {
    if (value === null) storage.removeItem(name);
    else storage.setItem(name, value);
  } catch {
    // See above.
  }
}
