/**
 * Sends text messages through an HTTP gateway: the operator supplies templates for URL, headers and body, so any
 * provider works. Without a gateway there are no text messages, and the shop does not mention them.
 */
import type { Env } from '../env.ts';
import { singleton } from '../singleton.ts';
import { askOutside } from './outbound.ts';

export type SmsGateway = {
  url: string;
  method: string;
  /** 'Name: value', one per line. */
  headers: string;
  /** The body; '' for no body. */
  body: string;
};

export type TextMessage = {
  /** Identifies the message permanently, for gateways that detect duplicates: `{id}`. */
  id: string;
  /** As '+15185550123': `{to}`. */
  to: string;
  /** `{text}`. */
  text: string;
};

/** The gateway that the environment names; null if there is none. */
export function smsGatewayOf(env: Env): SmsGateway | null {
  if (!env.SMS_URL) return null;
  return { url: env.SMS_URL, method: env.SMS_METHOD, headers: env.SMS_HEADERS, body: env.SMS_BODY };
}

const current = singleton<SmsGateway>('sms gateway');

/** Sets the gateway; null for none. */
export function openSms(gateway: SmsGateway | null): void {
  current.set(gateway);
}

export function smsIsConfigured(): boolean {
  return current.get() !== null;
}

/** The gateway's host, without anything that could be secret; null without a gateway. */
export function smsGatewayHost(): string | null {
  const gateway = current.get();
  return gateway ? new URL(gateway.url).host : null;
}

/** Milliseconds that the gateway has to answer. */
const TIMEOUT_MS = 10_000;

/** The gateway received the request but refused the message. */
export class SmsRefused extends Error {
  override name = 'SmsRefused';
  /** Whether a retry cannot help: the number or the message itself is refused. */
  readonly isForGood: boolean;
  constructor(status: number, text: string) {
    super(`the gateway answered ${status}: ${text.slice(0, 200)}`);
    const aboutUs = [401, 402, 403, 407, 408, 425, 429];
    this.isForGood = status >= 400 && status < 500 && !aboutUs.includes(status);
  }
}

/**
 * Hands one message over.
 * @throws SmsRefused, or the network's error; the caller decides whether to retry.
 */
export async function handOverSms(message: TextMessage): Promise<void> {
  const gateway = current.demand();
  const { url, headers, body } = fillIn(gateway, message);
  const answer = await askOutside({
    method: gateway.method,
    url: new URL(url),
    headers,
    body: gateway.method === 'GET' ? null : body,
    timeout: TIMEOUT_MS,
    publicOnly: false,
  });
  if (answer.status < 200 || answer.status > 299) throw new SmsRefused(answer.status, answer.text);
}

/** The request for one message: escapes each value for its place, so that no text can break out of it. */
export function fillIn(
  gateway: SmsGateway,
  message: TextMessage,
): { url: string; headers: Record<string, string>; body: string } {
  const headers = Object.fromEntries(
    readHeaders(gateway.headers).map(([name, value]) => [name, put(value, message, onOneLine)]),
  );
  const type = (headers['content-type'] ?? '').toLowerCase();
  const inBody = type.includes('json')
    ? (text: string) => JSON.stringify(text).slice(1, -1)
    : type.includes('urlencoded')
      ? encodeURIComponent
      : (text: string) => text;
  return {
    url: put(gateway.url, message, encodeURIComponent),
    headers,
    body: put(gateway.body, message, inBody),
  };
}

/** Header names in lower case, with their values. */
function readHeaders(lines: string): [string, string][] {
  return lines
    .split(/\r?\n|\\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    });
}

function put(template: string, message: TextMessage, written: (text: string) => string): string {
  return template.replaceAll(/\{(id|to|text)\}/g, (_, name: 'id' | 'to' | 'text') => written(message[name]));
}

const onOneLine = (text: string) => text.replaceAll(/[^\x20-\x7e]+/g, ' ');
