/**
 * Web push: hands a message over to a browser's push service (RFC 8030), encrypted so that the service cannot read it
 * (RFC 8291), and signed with our key (VAPID, RFC 8292). The key comes from the root secret: every instance has the
 * same one, and browsers keep their subscriptions across restarts.
 */

import { parseUrl } from '#kernel/url.ts';
import { keyPairFor } from '../secrets/secrets.ts';
import { singleton } from '../singleton.ts';
import { askOutside, NoAnswerInTime } from './outbound.ts';
import { pushPatience } from './push-patience.ts';

export type PushTarget = { endpoint: string; p256dh: string; auth: string };

export type PushMessage = {
  payload: string;
  /** At most 32 characters of base64url: a later message with the same topic replaces an undelivered one. */
  topic: string;
  /** Seconds that the service stores the message for an offline browser. */
  timeToLive: number;
  /** How the push service's operators can reach us, from `pushContact`. */
  contact: string;
};

export type PushOptions = {
  /** Origins of push services in our own network, which may be private and use plain HTTP. */
  ownServices: readonly string[];
};

const current = singleton<PushOptions>('push');
const patience = pushPatience();

export function openPush(options: PushOptions): void {
  current.set(options);
}

/** Milliseconds that a push service has to answer. */
const TIMEOUT_MS = 5000;

/** The key pair that identifies us, base64url. */
export function vapidKeys(): { publicKey: string; privateKey: string } {
  const pair = keyPairFor('web-push');
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') };
}

/** Whether an address can be a push service's at all; sending is checked separately. */
export function isPushEndpoint(endpoint: string): boolean {
  const url = parseUrl(endpoint);
  if (url?.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || isOwnService(url);
}

const isOwnService = (url: URL) => current.get()?.ownServices.includes(url.origin) ?? false;

/**
 * Hands one message over. 'gone': the browser no longer accepts messages, and the subscription is useless.
 * @throws PushPutOff if the service must not be contacted now, or the service's or network's error; the caller decides
 * whether to retry.
 */
export async function handOverPush(target: PushTarget, message: PushMessage): Promise<'sent' | 'gone'> {
  // A shop without push saves this memory.
  const { default: webPush } = await import('web-push');
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
    message.payload,
    {
      vapidDetails: { subject: message.contact, ...vapidKeys() },
      TTL: message.timeToLive,
      topic: message.topic,
      urgency: 'normal',
      contentEncoding: 'aes128gcm',
    },
  );
  const url = new URL(target.endpoint);
  const asking = () =>
    askOutside({
      method: 'POST',
      url,
      headers: headers as Record<string, string | number>,
      body,
      timeout: TIMEOUT_MS,
      publicOnly: !isOwnService(url),
    });
  const answer = await patience.ask(url.origin, asking, (error) => error instanceof NoAnswerInTime);
  if (answer.status >= 200 && answer.status < 300) return 'sent';
  if (answer.status === 404 || answer.status === 410) return 'gone';
  throw new PushRefused(url.host, answer.status, answer.text);
}

/** The push service received the request but refused the message. */
export class PushRefused extends Error {
  override name = 'PushRefused';
  /** Whether a retry cannot help: the request itself is wrong (too large, not allowed, malformed). */
  readonly isForGood: boolean;
  constructor(host: string, status: number, text: string) {
    super(`${host} answered ${status}: ${text.slice(0, 200)}`);
    this.isForGood = status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429;
  }
}

/**
 * How push services reach us: by mail, or else by our URL. Apple answers 403 if it names the local machine.
 * @param address the shop's mail address.
 */
export function pushContact(address: string, origin: string): string {
  const isAddress = /^[^\s@<>]+@[^\s@<>]+\.[a-z]{2,}$/i.test(address) && !isHere(address);
  if (isAddress || !origin.startsWith('https:') || isHere(new URL(origin).hostname))
    return `mailto:${address.trim()}`;
  return origin;
}

const isHere = (text: string) => /(?:^|[@.])(?:localhost|local|internal)$|^\d[\d.]*$|^\[/i.test(text);
