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

/** A session by PIN ends at the latest after this many hours, whatever happens on the tablet. */
export const PIN_SESSION_HOURS = 12;

/** When a session by PIN that a person uses now ends. */
export function pinSessionEnds(startedAt: Date, now: Date, { idleMinutes }: { idleMinutes: number }): Date {
  const idle = now.getTime() + idleMinutes * 60_000;
  return new Date(Math.min(idle, startedAt.getTime() + PIN_SESSION_HOURS * HOUR));
}

/** Use of a session by PIN is recorded this often: it ends minutes after the last. */
const NOTE_PIN_USE_AFTER = 20_000;

export function isPinUseToBeNoted(usedAt: Date, now: Date): boolean {
  return now.getTime() - usedAt.getTime() > NOTE_PIN_USE_AFTER;
}

/**
 * Whether a person asked for this, and not a page by itself: pages refresh their data, and a screen that does so must not
 * stay open. A person opens a document or sends a form; the counter also reports touches and keys, as a form.
 */
export function isByPerson(headers: Headers): boolean {
  return headers.get('sec-fetch-dest') === 'document' || headers.has('content-type');
}
