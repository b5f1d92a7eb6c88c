/** How often somebody may try. Windows are fixed spans that begin with the first try. */

export type RateLimit = { max: number; windowSeconds: number };

/** Counters older than this are removed; no rule may look further back. */
export const LONGEST_WINDOW_SECONDS = 3600;

/** Per client address, enforced by Better Auth on its own paths. */
export const addressLimits = {
  '/sign-in/email': { max: 20, windowSeconds: 300 },
  '/sign-up/email': { max: 15, windowSeconds: 3600 },
  '/request-password-reset': { max: 6, windowSeconds: 3600 },
  '/send-verification-email': { max: 6, windowSeconds: 3600 },
  '/reset-password': { max: 12, windowSeconds: 3600 },
  '/verify-email': { max: 30, windowSeconds: 300 },
} as const satisfies Record<string, RateLimit>;

/**
 * Per account, whatever the address: a guesser with many addresses meets this one. High enough that nobody
 * locks the owner out by mistyping a few times.
 */
export const accountLimits = {
  // More than one address may try in an hour, so that nobody alone can lock somebody else out.
  signIn: { max: 300, windowSeconds: 3600 },
  /** Mail to one address, so that nobody's inbox is flooded through us. */
  mail: { max: 4, windowSeconds: 3600 },
} as const satisfies Record<string, RateLimit>;

/** Receipts of one order. */
export const receiptLimit: RateLimit = { max: 3, windowSeconds: 3600 };

/** A counter as stored: tries so far and when the first of them was, in ms. */
export type Counter = { count: number; windowStart: number };

/** Seconds until the next try counts; 0 when it is allowed now. `counter` includes this try. */
export function secondsToWait(counter: Counter, limit: RateLimit, now: number): number {
  if (counter.count <= limit.max) return 0;
  return Math.max(1, Math.ceil((counter.windowStart + limit.windowSeconds * 1000 - now) / 1000));
}
