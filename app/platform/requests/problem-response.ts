/**
 * Turns a refusal into an HTTP response: a few kinds with a message each (their statuses: problem-status), and a way for
 * every command to map its problems to them. A problem without a kind does not compile:
 *
 *     const problemOf = problemKinds<ReserveProblem>({ 'not-available': 'conflict', age: 'not-allowed' });
 *     …
 *     return problemJson(problemOf(problem), reserveMessage(problem));
 */

import { STATUS_CODES } from 'node:http';
import { commonMessage } from '#kernel/problem.ts';
import { type KnownKind, statusOf } from './problem-status.ts';

export type ProblemKind = keyof typeof messages;

const messages = {
  /** The input cannot be read at all. */
  malformed: 'We could not read this request.',
  'not-signed-in': 'Sign in to continue.',
  'invalid-credentials': 'Invalid credentials or email not confirmed.',
  banned: 'This account is suspended. Please call or write to us.',
  /** Signed in, but not allowed. */
  'not-allowed': commonMessage({ kind: 'not-allowed' }),
  /** Also for things of other people: they look exactly like things that do not exist. */
  'not-found': 'Not found.',
  'wrong-method': 'This address does not accept that kind of request.',
  /** Its state has changed, or it is no longer free; a retry based on the current state may work. */
  conflict: 'This has changed. Review it and try again.',
  /** Someone saved it after it was opened here. */
  stale: commonMessage({ kind: 'stale' }),
  /** A rule of the law or the store forbids it: limits, age, hours. */
  'over-limit': 'This is more than is allowed.',
  'too-large': 'This is too large.',
  'wrong-type': 'We cannot use this kind of file.',
  /** The input is readable, but something in it is wrong. */
  invalid: 'Something is wrong here. Check what you entered.',
  'too-many-attempts': 'Too many attempts. Try again in a few minutes.',
  failed: 'Something went wrong on our side. Please try again.',
  unavailable: 'We cannot do this right now. Please try again in a moment.',
} as const satisfies Partial<Record<KnownKind, string>>;

type Problem = { readonly kind: string };

/** The table's kind for each of a command's problems; problems named like a kind in the table may be omitted. */
export type ProblemKinds<P extends Problem> = {
  readonly [K in Exclude<P['kind'], ProblemKind>]: ProblemKind;
} & { readonly [K in Extract<P['kind'], ProblemKind>]?: ProblemKind };

/** Creates the function that returns a problem's kind. */
export function problemKinds<P extends Problem>(kinds: ProblemKinds<P>): (problem: P) => ProblemKind {
  const named = kinds as Readonly<Record<string, ProblemKind | undefined>>;
  return ({ kind }) => (Object.hasOwn(named, kind) && named[kind]) || (kind as ProblemKind);
}

/** The message of a kind, for commands without their own. */
export function problemMessage(kind: ProblemKind): string {
  return messages[kind];
}

/**
 * The refusal as JSON, `{"message": …}`.
 * @param message the command's own message; the table's by default.
 * @param rest other fields of the response, and `retryAfter` in seconds if waiting helps, and the Set-Cookie line `cookie`.
 */
export function problemJson(
  kind: ProblemKind,
  message: string = problemMessage(kind),
  {
    retryAfter,
    cookie,
    ...rest
  }: { retryAfter?: number; cookie?: string } & Readonly<Record<string, unknown>> = {},
): Response {
  return Response.json(
    { message, ...rest },
    {
      status: statusOf({ kind }),
      headers: {
        'Cache-Control': 'no-store',
        ...(retryAfter ? { 'Retry-After': String(retryAfter) } : {}),
        ...(cookie ? { 'Set-Cookie': cookie } : {}),
      },
    },
  );
}

/** What is wrong with which field. */
export type FieldError = { field: string; message: string };

/** Headers of a refusal that stay with it. */
const lasting = ['Allow', 'Retry-After', 'WWW-Authenticate'] as const;

/**
 * A refusal as problem details (RFC 9457): `detail` is for people, `problem` for programs.
 * @param from headers of which those that belong to the refusal are taken over.
 */
export function problemDetails(status: number, said: Said, from: Headers = new Headers()): Response {
  const headers = lasting.flatMap((name): [string, string][] => {
    const value = from.get(name);
    return value === null ? [] : [[name, value]];
  });
  return new Response(problemText(status, said), {
    status,
    headers: {
      'Cache-Control': 'no-store',
      ...Object.fromEntries(headers),
      'Content-Type': 'application/problem+json',
    },
  });
}

type Said = { problem: string; detail: string; errors?: readonly FieldError[] };

/** The body of `problemDetails`. */
export const problemText = (status: number, said: Said): string =>
  JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, ...said });
