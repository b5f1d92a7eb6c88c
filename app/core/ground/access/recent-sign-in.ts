/**
 * Decides whether a sign-in is recent enough. Before something sensitive people confirm who they are: a page left open
 * on a counter must not be enough to take over an account (OWASP ASVS 5.0, 7.5.1). Pure.
 */

const MINUTE = 60_000;

/** A change is allowed for this long after the last sign-in or re-check. */
export const CHANGE_WITHIN_MINUTES = 15;
/** A page with a form asks earlier, so that there is time to fill it in before the change is refused. */
const OPEN_WITHIN_MINUTES = 10;

/** Whether the last sign-in or re-check, at `confirmedAt`, is recent enough to open a form or to change something. */
export function isRecent(confirmedAt: Date, now: Date, what: 'open' | 'change'): boolean {
  const minutes = what === 'open' ? OPEN_WITHIN_MINUTES : CHANGE_WITHIN_MINUTES;
  return now.getTime() - confirmedAt.getTime() < minutes * MINUTE;
}
