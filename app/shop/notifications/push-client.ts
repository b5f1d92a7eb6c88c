/** Push messages in this browser: whether it can, turning them on and off, and keeping them on. Runs in the browser alone. */

import { registerWorker } from '#ui/service-worker.ts';

/** Why a browser cannot: it knows no push, an iPhone has the shop in the browser and not on the home screen, it was told no. */
export type PushState = 'unsupported' | 'needs-install' | 'denied' | 'off' | 'on';

const ADDRESS = '/notifications/push';
/** In the browser's storage: whose wish it is that this browser shows messages. */
const WISH = 'push-for';
/** In the tab's storage: what the shop was told of this browser. */
const KEPT = 'push-kept';

const isApplePhone = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** @param userId whoever is signed in: somebody else's wish is none of theirs. */
export async function readPushState(userId: string): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isApplePhone() ? 'needs-install' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const isOn = Notification.permission === 'granted' && read(localStorage, WISH) === userId;
  return isOn && (await currentSubscription()) ? 'on' : 'off';
}

/** Asks for the permission where it has not been given; to be called by a press of a button only. */
export async function turnPushOn(userId: string, applicationKey: string): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  const subscription = await subscribe(applicationKey);
  await tell('wish', subscription);
  write(localStorage, WISH, userId);
  write(sessionStorage, KEPT, `${userId} ${subscription.endpoint}`);
  return 'on';
}

export async function turnPushOff(): Promise<PushState> {
  write(localStorage, WISH, null);
  write(sessionStorage, KEPT, null);
  const subscription = await currentSubscription();
  if (!subscription) return 'off';
  await post({ intent: 'forget', endpoint: subscription.endpoint });
  await subscription.unsubscribe();
  return 'off';
}

/** On each page: gives the shop this browser back where it, or the browser, has lost it since the person wished for it. */
export async function renewPush(userId: string): Promise<void> {
  if ((await readPushState(userId)) === 'unsupported' || read(localStorage, WISH) !== userId) return;
  if (Notification.permission !== 'granted') return;
  const known = await currentSubscription();
  if (known && read(sessionStorage, KEPT) === `${userId} ${known.endpoint}`) return;
  const response = await fetch(ADDRESS);
  if (!response.ok) return;
  const { key } = (await response.json()) as { key: string };
  const subscription = await subscribe(key);
  await tell('keep', subscription);
  write(sessionStorage, KEPT, `${userId} ${subscription.endpoint}`);
}

/** After signing out: the shop has forgotten this browser with the session, and the browser forgets the shop. */
export async function dropPush(): Promise<void> {
  if (read(localStorage, WISH) === null) return;
  write(sessionStorage, KEPT, null);
  await (await currentSubscription())?.unsubscribe();
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The subscription for this key; one for another key, of a shop with another secret, is worth nothing. */
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

/** Private windows may refuse storage; then nothing is remembered beyond the page. */
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
