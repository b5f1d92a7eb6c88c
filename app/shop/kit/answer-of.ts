/** Maps problems of a refused form to HTTP statuses. */

import { data } from 'react-router';
import { RETRY_AFTER_SECONDS } from '#platform/pages/unavailable.ts';

export type Problem = { kind: string; seconds?: number };

/** Seconds until a full queue is empty. */
const BUSY_SECONDS = '3';

/** A kind that is not listed is a 400. */
export const kindsByStatus: Readonly<Record<number, string>> = {
  401: 'not-signed-in signed-out invalid-credentials wrong-password wrong-code wrong-text-code not-known admin-only',
  403: 'banned',
  // The request is no longer possible, or not now.
  409:
    'email-taken open-orders works-here sign-in-too-old stale moved-often changed-often not-now too-many choice-missing ' +
    'slot-missing slot-not-open slot-unavailable slot-full not-available expires-before-pickup price-changed ' +
    'cart-changed same-again reservation-gone paused too-close not-on-menu ' +
    'missed-too-many',
  410: 'not-started link-not-valid already-confirmed',
  // The customer has to fill in or change something.
  422:
    'pickup-time-missing birth-date-missing birth-date-locked birth-date-needed check-year under-age cart-empty ' +
    'over-limit too-much-held no-lines too-many-lines rejected',
  429: 'too-many-attempts too-many-codes too-many-links too-many-orders too-soon',
  503: 'busy failed order-failed',
};

const statuses = new Map(
  Object.entries(kindsByStatus).flatMap(([status, kinds]) =>
    kinds.split(' ').map((kind) => [kind, Number(status)] as const),
  ),
);

/** Shows a refused form again: 400 if its schema refused it, otherwise the status of the problem. */
export function answerOf<T>(refusal: T, problem: Problem = { kind: 'not-valid' }) {
  return data(refusal, refusalInit(problem));
}

/** Status and headers of a refusal. 429 and 503 include Retry-After. */
export function refusalInit(problem: Problem): { status: number; headers?: Record<string, string> } {
  const status = statuses.get(problem.kind) ?? 400;
  if (status === 429) return { status, headers: { 'Retry-After': String(problem.seconds ?? 60) } };
  if (status !== 503) return { status };
  return { status, headers: { 'Retry-After': problem.kind === 'busy' ? BUSY_SECONDS : RETRY_AFTER_SECONDS } };
}
