/** How long a session lasts. Customers' slide while they are used; those of the back office end with the working day. */
const DAY = 86_400_000;
const HOUR = 3_600_000;

/** A customer's session that is not used for so long ends. */
export const SESSION_DAYS = 30;
/** Use is noted to the nearest few minutes: a page of somebody signed in must not cost a write each time. */
const NOTE_USE_AFTER = 5 * 60_000;

/**
 * When a session ends that is used now. Who works in the back office shows again who they are every
 * `staffHours`, counted from the last time, whatever happens in between: a screen at the counter that refreshes by
 * itself would otherwise stay open for ever (NIST SP 800-63B-4, 2.2.3). null for customers.
 */
export function sessionEnds(confirmedAt: Date, now: Date, staffHours: number | null): Date {
  return staffHours === null
    ? new Date(now.getTime() + SESSION_DAYS * DAY)
    : new Date(confirmedAt.getTime() + staffHours * HOUR);
}

/** Whether it is time to note that a session is used. */
export function isUseToBeNoted(usedAt: Date, now: Date): boolean {
  return now.getTime() - usedAt.getTime() > NOTE_USE_AFTER;
}
