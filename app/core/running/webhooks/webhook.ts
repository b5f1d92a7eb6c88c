/** Webhooks by the Standard Webhooks convention: types, retries, refusals. Pure. */
import { countText } from '#kernel/list-state.ts';
import { formatNumber } from '#kernel/number.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import type { WebhookStop } from '#kernel/statuses.ts';

/** What an endpoint can get, with the words of its checkbox. */
export const webhookTypes = {
  'order.reserved': 'An order is reserved',
  'order.accepted': 'The farm accepted an order',
  'order.changed': 'An order got other items, another time or a refund',
  'order.ready': 'An order is ready for pickup',
  'order.picked_up': 'An order was picked up',
  'order.canceled': 'An order was canceled',
  'order.not_picked_up': 'An order was not picked up',
  'product.published': 'A product is on the menu',
  'product.changed': 'A product on the menu changed',
  'product.archived': 'A product is no longer on the menu',
  'stock.changed': 'Available units changed',
  'recall.opened': 'A recall was started',
} as const;
export type WebhookType = keyof typeof webhookTypes;

/** The message of the button 'Send a test message', which every endpoint gets. */
export const TEST_TYPE = 'test';

export const isWebhookType = (text: string): text is WebhookType => Object.hasOwn(webhookTypes, text);

/** Types in the words of their checkboxes. */
export const toldWords = (types: readonly string[]): string[] =>
  types.map((type) => (isWebhookType(type) ? webhookTypes[type] : type));

/** The most endpoints that the store can have. */
export const MOST_ENDPOINTS = 10;
/** Days for which messages and attempts are stored. */
export const KEPT_DAYS = 30;
/** Hours for which a changed product that cannot be read is tried again. */
export const NOTE_HOURS = 24;
/** The most messages that are sent again in one go. */
export const MOST_REPLAYED = 20_000;
/** Hours for which the former secret signs beside the new one. */
export const FORMER_HOURS = 24;
/** Seconds that an endpoint has to answer. */
export const ANSWER_SECONDS = 10;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds from each failed attempt to the next one: nine attempts in a day and a half. */
export const RETRY_SECONDS = [
  10,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  18 * HOUR,
] as const;
/** Pauses differ by up to this share, so that messages that failed together do not come back together. */
const JITTER = 0.2;
/** An endpoint cannot ask for a longer pause. */
const LONGEST_PAUSE = 24 * HOUR;

/**
 * Seconds until the next attempt; null if there is none.
 * @param attempts how many there were
 * @param asked seconds that the endpoint asked for (`Retry-After`); null if it did not
 * @param chance from 0 to 1
 */
export function pauseAfter(attempts: number, asked: number | null, chance: number): number | null {
  const planned = RETRY_SECONDS[attempts - 1];
  if (planned === undefined) return null;
  const varied = planned * (1 + JITTER * (2 * chance - 1));
  return Math.round(Math.max(varied, Math.min(asked ?? 0, LONGEST_PAUSE)));
}

/** An endpoint is turned off when nothing succeeded for three days and as many attempts failed. */
const FAILING_DAYS = 3;
const FAILING_ATTEMPTS = 12;

export function hasFailedForDays(
  { failingSince, failures }: { failingSince: Date; failures: number },
  now: Date,
): boolean {
  return failures >= FAILING_ATTEMPTS && now.getTime() - failingSince.getTime() >= FAILING_DAYS * 86_400_000;
}

/** Why it gets nothing, for its badge and page. */
export const stopWords: Readonly<Record<WebhookStop, { badge: string; sentence: string }>> = {
  staff: { badge: 'Off', sentence: 'It was turned off here.' },
  gone: {
    badge: 'Gone',
    sentence: 'It answered 410 Gone, which asks to be turned off.',
  },
  failing: {
    badge: 'Failed for days',
    sentence: `Nothing reached it for ${FAILING_DAYS} days, so it was turned off.`,
  },
  left: {
    badge: 'Off',
    sentence: 'The person who set it up is no longer an admin, so it was turned off.',
  },
};

/** The sentence of an attempt with an answer that is no success. */
export function answerWords(status: number): string {
  if (status >= 300 && status < 400) return `It answered ${status}. Redirects are not followed.`;
  if (status === 410) return 'It answered 410: it wants no more messages.';
  return `It answered ${status}.`;
}

const failureWords: Readonly<Record<string, string>> = {
  ForbiddenTarget: 'The address is not in the public network.',
  NoAnswerInTime: `No answer within ${ANSWER_SECONDS} seconds.`,
  ENOTFOUND: 'The name of the server was not found.',
  EAI_AGAIN: 'The name of the server could not be looked up.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed.',
  EHOSTUNREACH: 'The server cannot be reached.',
  ENETUNREACH: 'The server cannot be reached.',
  EPROTO: 'There was no secure connection.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
};

/** The sentence of an attempt without an answer. */
export function unansweredWords(error: { name: string; code?: string | undefined }): string {
  const code = error.code ?? '';
  if (/CERT|SELF_SIGNED|ALTNAME|ISSUER|UNABLE_TO_VERIFY/.test(code) && !Object.hasOwn(failureWords, code))
    return 'The certificate is not valid.';
  return failureWords[error.name] ?? failureWords[code] ?? 'The connection failed.';
}

export type WebhookProblem =
  | Common<'not-allowed' | 'confirm-first' | 'not-found'>
  | { kind: 'too-many' }
  | { kind: 'address-forbidden' }
  | { kind: 'address-unknown' }
  | { kind: 'off' }
  | { kind: 'too-many-messages' }
  | { kind: 'replaying'; waiting: number };

export function webhookMessage(problem: WebhookProblem): string {
  switch (problem.kind) {
    case 'not-found':
      return 'This endpoint no longer exists.';
    case 'too-many':
      return `There are ${MOST_ENDPOINTS} endpoints already. Delete one first.`;
    case 'address-forbidden':
      return 'Enter an address of the public internet that starts with https://, without a password.';
    case 'address-unknown':
      return 'The name of this server was not found. Check the address.';
    case 'off':
      return 'This endpoint is off. Turn it on first.';
    case 'too-many-messages':
      return `More than ${formatNumber(MOST_REPLAYED)} messages since then. Choose a later time.`;
    case 'replaying':
      return `An earlier replay still has ${countText(problem.waiting, 'message', 'messages')} waiting. Wait until it is done.`;
    default:
      return commonMessage(problem);
  }
}
