/** When someone last touched this tablet, by its own clock: it locks without a network and after a restart, too. */

/** Without a network a tablet of a sign-in by password locks after this many minutes, too: an admin cannot end its session then. */
export const SIGN_IN_IDLE_MINUTES = 60;

const NAME = 'counter-used-at';

/** Whether no one has touched the tablet for that long. A tablet that knows of no touch is not idle. Times are in ms. */
export function isIdle(usedAt: number | null, now: number, idleMinutes: number): boolean {
  return usedAt !== null && now - usedAt >= idleMinutes * 60_000;
}

export function noteUse(now = Date.now()): void {
  try {
    localStorage.setItem(NAME, String(now));
  } catch {
    // A browser without storage has no copy either.
  }
}

export function lastUse(): number | null {
  try {
    const stored = Number(localStorage.getItem(NAME));
    return stored > 0 ? stored : null;
  } catch {
    return null;
  }
}
