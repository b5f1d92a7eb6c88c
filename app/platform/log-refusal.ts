/**
 * Logs what was refused, so that an operator can find guessing and probing (docs/evidence/safeguards.md, Logs). A line has fixed
 * words and our own ids only: an address, a password or a token that someone typed stays out.
 */
import type { Result } from '#kernel/result.ts';
import { log } from './log.ts';

/** Stable names: alerts of operators search for them. */
type RefusalEvent =
  | 'sign-in-refused'
  | 'access-refused'
  | 'token-refused'
  | 'request-refused'
  | 'limit-reached';

type Refusal = {
  /** Why, in one of the program's own words. */
  kind: string;
  /** Of a sign-in. */
  way?: Way;
  /** Of a signed-in person. */
  account?: string;
  /** Method and path, as `placeOf` makes them. */
  place?: string;
};

/** What a person showed to get in, or again before something sensitive. */
type Way = 'password' | 'passkey' | 'provider' | 'second-factor' | 'pin';

/** One line of the log; it gets the request's id. */
export function logRefusal(event: RefusalEvent, refusal: Refusal): void {
  log.warn({ event, ...refusal }, 'refused');
}

/** Not refusals of the person: a step that follows, a full queue, another server; limits have their own line. */
const otherOutcomes: ReadonlySet<string> = new Set([
  'second-factor',
  'busy',
  'unreachable',
  'too-many-attempts',
]);

/** Returns the outcome of a sign-in, and logs its refusal. */
export async function loggedSignIn<T, P extends { kind: string }>(
  way: Way,
  outcome: Promise<Result<T, P>>,
): Promise<Result<T, P>> {
  const result = await outcome;
  if (!result.ok && !otherOutcomes.has(result.problem.kind))
    logRefusal('sign-in-refused', { kind: result.problem.kind, way });
  return result;
}
