/** Expected failures are values, bugs are thrown. */

/** What a decision or a command answers: a value, or the problem that kept it from one. */
export type Result<T, P> = { ok: true; value: T } | { ok: false; problem: P };

/** It went well. */
export function succeed<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

/** It was refused; the problem is plain data whose words stand beside its rule. */
export function refuse<const P>(problem: P): { ok: false; problem: P } {
  return { ok: false, problem };
}

/** Marks the end of an exhaustive switch: does not compile while a case is missing. */
export function assertNever(value: never): never {
  throw new TypeError(`No case for ${JSON.stringify(value)}`);
}
