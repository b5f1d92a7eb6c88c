/** Shows a refused form again, with the HTTP status of its problem. */

import { data } from 'react-router';
import { RETRY_AFTER_SECONDS } from '#platform/pages/unavailable.ts';
import { type KnownKind, statusOf } from '#platform/requests/problem-status.ts';

export type Problem = { readonly kind: KnownKind; readonly seconds?: number };

/** Seconds until a full queue is empty. */
const BUSY_SECONDS = '3';

/** Shows a refused form again: 400 if its schema refused it, otherwise the status of the problem. */
export function answerOf<T>(refusal: T, problem: Problem = { kind: 'not-valid' }) {
  return data(refusal, refusalInit(problem));
}

/** Status and headers of a refusal. 429 and 503 include Retry-After. */
export function refusalInit(problem: Problem): { status: number; headers?: Record<string, string> } {
  const status = statusOf(problem);
  if (status === 429) return { status, headers: { 'Retry-After': String(problem.seconds ?? 60) } };
  if (status !== 503) return { status };
  return { status, headers: { 'Retry-After': problem.kind === 'busy' ? BUSY_SECONDS : RETRY_AFTER_SECONDS } };
}
