/**
 * From a refusal to an answer over HTTP: one table of kinds with their status and their words, and a way for
 * every command to say which kind each of its problems is. A problem without a kind does not compile:
 *
 *     const problemOf = problemKinds<ReserveProblem>({ 'not-available': 'conflict', age: 'forbidden' });
 *     …
 *     return problemJson(problemOf(problem), reserveMessage(problem));
 */

export type ProblemKind = keyof typeof problemTable;

const problemTable = {
  /** What was sent cannot be read at all. */
  malformed: { status: 400, message: 'This request cannot be read.' },
  'not-signed-in': { status: 401, message: 'Sign in to continue.' },
  'invalid-credentials': { status: 401, message: 'Invalid credentials or email not confirmed.' },
  banned: { status: 403, message: 'This account is suspended. Please call or write to us.' },
  'admin-only': { status: 403, message: 'Admin access only' },
  /** Known, signed in, and still not theirs to do. */
  forbidden: { status: 403, message: 'You cannot do this.' },
  /** Also what belongs to somebody else: it looks exactly like what does not exist. */
  'not-found': { status: 404, message: 'There is no such thing here.' },
  'wrong-method': { status: 405, message: 'This address does not take that.' },
  /** It is not as it was, or not free any more; trying again as things stand now may work. */
  conflict: { status: 409, message: 'This has changed in the meantime. Look it over and try again.' },
  /** Somebody saved it after it was opened here. */
  stale: { status: 409, message: 'Somebody else has changed this since you opened it.' },
  /** A rule of the law or the store stands against it: limits, age, hours. */
  'over-limit': { status: 409, message: 'This is more than is allowed.' },
  'too-large': { status: 413, message: 'This is too large.' },
  'wrong-type': { status: 415, message: 'We cannot use this kind of file.' },
  /** It can be read, and something in it is wrong. */
  invalid: { status: 422, message: 'Something here is not right. Please check what you entered.' },
  'too-many-attempts': { status: 429, message: 'Too many attempts. Try again in a few minutes.' },
  failed: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, message: 'We cannot do this right now. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

type Problem = { readonly kind: string };

/** For each kind of a command's problems its kind in the table; kinds with the table's own names may be left out. */
export type ProblemKinds<P extends Problem> = {
  readonly [K in Exclude<P['kind'], ProblemKind>]: ProblemKind;
} & { readonly [K in Extract<P['kind'], ProblemKind>]?: ProblemKind };

/** Makes the function that names a problem's kind. */
export function problemKinds<P extends Problem>(kinds: ProblemKinds<P>): (problem: P) => ProblemKind {
  const named = kinds as Readonly<Record<string, ProblemKind | undefined>>;
  return ({ kind }) => (Object.hasOwn(named, kind) && named[kind]) || (kind as ProblemKind);
}

export function problemStatus(kind: ProblemKind): number {
  return problemTable[kind].status;
}

/** The words for a kind where the command has none of its own. */
export function problemMessage(kind: ProblemKind): string {
  return problemTable[kind].message;
}

/**
 * The refusal as JSON, `{"message": …}`.
 * @param message the command's own words; without them the table's.
 * @param rest what else the answer says, and `retryAfter` in seconds where waiting helps.
 */
export function problemJson(
  kind: ProblemKind,
  message: string = problemMessage(kind),
  { retryAfter, ...rest }: { retryAfter?: number } & Readonly<Record<string, unknown>> = {},
): Response {
  return Response.json(
    { message, ...rest },
    {
      status: problemStatus(kind),
      headers: { 'Cache-Control': 'no-store', ...(retryAfter ? { 'Retry-After': String(retryAfter) } : {}) },
    },
  );
}
