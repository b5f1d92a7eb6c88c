/** Expected failures are values, bugs are thrown. */

/** The result of a decision or a command: a value, or the problem that prevented it. */
export type Result<T, P> = { ok: true; value: T } | { ok: false; problem: P };

/** A success. */
export function succeed<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

/** A refusal. The problem is plain data; its wording lives next to its rule. */
export function refuse<const P>(problem: P): { ok: false; problem: P } {
  return { ok: false, problem };
}

/** Marks the end of an exhaustive switch: fails to compile when a case is missing. */
export function assertNever(value: never): never {
  throw new TypeError(`No case for ${JSON.stringify(value)}`);
}
