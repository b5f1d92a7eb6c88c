/** Says how long a session lasts. Customers' sessions slide with use; back-office sessions end with the working day. */
const DAY = 86_400_000;
const HOUR = 3_600_000;

/** A customer's session ends after this many days without use. */
const SESSION_DAYS = 30;
/** Use is recorded only every few minutes: not every page of a signed-in person should cost a write. */
const NOTE_USE_AFTER = 5 * 60_000;

/**
 * When a session that is used now ends. Staff confirm who they are every `staffHours` hours, counted from the last
 * confirmation, regardless of use: a self-refreshing screen at the counter would otherwise stay open forever (NIST SP
 * 800-63B-4, 2.2.3). null for customers.
 */
export function sessionEnds(confirmedAt: Date, now: Date, staffHours: number | null): Date {
  return staffHours === null
    ? new Date(now.getTime() + SESSION_DAYS * DAY)
    : new Date(confirmedAt.getTime() + staffHours * HOUR);
}

/** Whether it is time to record that a session is used. */
export function isUseToBeNoted(usedAt: Date, now: Date): boolean {
  return now.getTime() - usedAt.getTime() > NOTE_USE_AFTER;
}
