/** What a refusal is in HTTP: one table for every form of sign-in, sign-up and links. */

import { RETRY_AFTER_SECONDS } from '#platform/unavailable.ts';

export type Problem = { kind: string; seconds?: number };

/** Seconds until a queue that is full now has been worked off. */
const BUSY_SECONDS = '3';

const statuses: Readonly<Record<string, number>> = {
  'too-many-attempts': 429,
  'too-many-codes': 429,
  'too-soon': 429,
  busy: 503,
  failed: 503,
  'invalid-credentials': 401,
  'wrong-password': 401,
  'wrong-code': 401,
  'wrong-text-code': 401,
  'not-known': 401,
  'admin-only': 401,
  banned: 401,
  'email-taken': 409,
  'not-begun': 410,
  'link-not-valid': 410,
  'already-confirmed': 410,
};

/** Status and headers of the answer that shows a refused form again. 429 and 503 say when to come back. */
export function refusalInit(problem: Problem): { status: number; headers?: Record<string, string> } {
  const status = statuses[problem.kind] ?? 400;
  if (status === 429) return { status, headers: { 'Retry-After': String(problem.seconds ?? 60) } };
  if (status !== 503) return { status };
  return { status, headers: { 'Retry-After': problem.kind === 'busy' ? BUSY_SECONDS : RETRY_AFTER_SECONDS } };
}
