/**
 * Counts this process's requests and the failed ones in memory, so that counting costs a request nothing and a database
 * that is down costs no more. `core/running/operations` stores the counts a few times a minute.
 */
import type { FailureKind } from '#kernel/statuses.ts';
import { isContended, isDatabaseAway } from './database-error.ts';
import { type ErrorForLog, errorForLog } from './error-for-log.ts';
import { plainPath } from './plain-path.ts';
import { singleton } from './singleton.ts';

export type Failure = {
  at: Date;
  /** Of the answer; null for an error outside of any request. */
  status: number | null;
  requestId: string | null;
  /** 'GET /admin/orders/…' */
  place: string;
  kind: FailureKind;
  message: string;
};

/** Why a request under way will fail. */
type Note = Pick<Failure, 'kind' | 'message'>;

export type Failures = { requests: number; errors: number; newest: Failure[] };

/** The newest failures that wait to be stored; of others only their number is. */
const MOST_WAITING = 20;
/** Requests under way about which something is known. */
const MOST_NOTES = 500;
const LONGEST_MESSAGE = 300;

const nothing = (): Failures => ({ requests: 0, errors: 0, newest: [] });
const held = singleton<{ waiting: Failures; notes: Map<string, Note | null>; hasCrashed: boolean }>(
  'failures',
);
const state = held.get() ?? {
  waiting: nothing(),
  notes: new Map<string, Note | null>(),
  hasCrashed: false,
};
held.set(state);

/** A request that is no probe. */
export function countRequest(): void {
  state.waiting.requests += 1;
}

/** Why a request under way will fail, for its line. The log calls it for every error that it writes. */
export function noteFailure(requestId: string | null, error: unknown): void {
  if (requestId !== null) note(requestId, { kind: kindOf(error), message: explain(error) });
}

function kindOf(error: unknown): FailureKind {
  if (isContended(error)) return 'busy';
  return isDatabaseAway(error) ? 'away' : 'failed';
}

/** What the database said, with its SQLSTATE and table, where it is behind the error; otherwise the error's own words. */
function explain(error: unknown): string {
  const whole = errorForLog(error);
  let cause: ErrorForLog | undefined = whole;
  while (cause && !('severity' in cause)) cause = cause.cause as ErrorForLog | undefined;
  if (!cause) return whole.message.slice(0, LONGEST_MESSAGE);
  const facts = [`SQLSTATE ${cause.code}`, ...(cause.table ? [`table ${cause.table}`] : [])].join(', ');
  const words = cause.message.includes('SQLSTATE') ? 'The database refused' : cause.message;
  return `${words.slice(0, LONGEST_MESSAGE)} (${facts})`;
}

/** A 503 that is meant, such as the page of a shop that is not open yet. */
export function excuseFailure(requestId: string | null): void {
  if (requestId !== null) note(requestId, null);
}

function note(requestId: string, why: Note | null): void {
  const { notes } = state;
  const [oldest] = notes.keys();
  if (notes.size >= MOST_NOTES && oldest !== undefined) notes.delete(oldest);
  notes.set(requestId, why);
}

/** The end of a request. @param status null if the client left before an answer. */
export function countAnswer(
  status: number | null,
  request: { id: string | null; method: string; target: string },
): void {
  const noted = request.id === null ? undefined : state.notes.get(request.id);
  if (noted !== undefined && request.id !== null) state.notes.delete(request.id);
  if (status === null || status < 500 || noted === null) return;
  add({
    at: new Date(),
    status,
    requestId: request.id,
    place: placeOf(request.method, request.target),
    ...(noted ?? { kind: 'failed', message: '' }),
  });
}

/** An error that nothing caught, which ends the process. */
export function countCrash(error: unknown): void {
  state.hasCrashed = true;
  const place = 'Outside of a request';
  add({ at: new Date(), status: null, requestId: null, place, kind: 'failed', message: explain(error) });
}

/** Whether this process is ending after an error that nothing caught. */
export const hasCrashed = (): boolean => state.hasCrashed;

/**
 * A process of the shop that ended without being stopped: after an error that nothing caught, or killed, for example for
 * lack of memory. @param name as Operations lists it @param lastSeenAt its last sign of life, at most a minute before
 * @param trace a sentence about what it left behind; null if it left nothing
 */
export function countEnd(name: string, lastSeenAt: Date, trace: string | null): void {
  add({
    ...{ at: lastSeenAt, status: null, requestId: null, place: `The shop’s process ${name}` },
    kind: 'failed',
    message: ['It ended without being stopped, and the shop was started again.', trace]
      .filter((sentence) => sentence !== null)
      .join(' '),
  });
}

/**
 * A page that failed in a browser. It is listed and not counted: anyone can send one, and the share of failed requests
 * decides about incidents. @param place 'Page /admin/orders/…'
 */
export function listBrowserError(place: string, message: string): void {
  list({ at: new Date(), status: null, requestId: null, place, kind: 'browser', message });
}

function add(failure: Failure): void {
  state.waiting.errors += 1;
  list(failure);
}

function list(failure: Failure): void {
  const { waiting } = state;
  waiting.newest = [...waiting.newest, failure].slice(-MOST_WAITING);
}

export const hasFailures = (): boolean => state.waiting.errors > 0 || state.waiting.newest.length > 0;

/** Returns the counts and resets them. The caller stores them. */
export function takeFailures(): Failures {
  const taken = state.waiting;
  state.waiting = nothing();
  return taken;
}

/** Puts them back after they could not be stored. */
export function returnFailures({ requests, errors, newest }: Failures): void {
  const { waiting } = state;
  waiting.requests += requests;
  waiting.errors += errors;
  waiting.newest = [...newest, ...waiting.newest].slice(-MOST_WAITING);
}

/** Method and path, without anything that could name a person or open a link. */
export function placeOf(method: string, target: string): string {
  return `${/^[A-Z]{3,7}$/.test(method) ? method : '?'} ${plainPath(target)}`;
}
