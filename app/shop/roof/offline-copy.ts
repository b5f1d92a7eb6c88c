/** Saves what the browser shows without a connection. Browser only. */
import { registerWorker } from '#ui/service-worker.ts';

/** The browser storage key; the offline page (public/offline) reads it. */
const MENU = 'menu-seen';
const PICKUPS = 'next-pickups';
/** The minimum age of a copy of the menu before it is fetched again, in milliseconds. */
const FRESH_MS = 5 * 60_000;

/**
 * Registers the worker that shows the offline page, and saves a copy of the menu with the time it was fetched. Only for
 * visitors who have confirmed their age; for others it deletes an earlier copy. The request carries no cookie, so the
 * copy cannot contain anything personal.
 */
export async function saveOfflineCopy(affirmed: boolean): Promise<void> {
  // Before the visitor answers the age question, the browser stores nothing of the shop, not even the worker's files.
  if (!affirmed) return localStorage.removeItem(MENU);
  await registerWorker();
  if (isFresh(localStorage.getItem(MENU))) return;
  const response = await fetch('/api/menu', { credentials: 'omit' });
  if (!response.ok) return;
  const saved = { seenAt: Date.now(), menu: await response.json() };
  localStorage.setItem(MENU, JSON.stringify(saved));
}

/**
 * Saves the signed-in person's next pickups with their passes, and deletes those of anyone else. `orders` says that the
 * page is about orders, which may have just changed.
 */
export async function savePickups(owner: string | null, orders: boolean): Promise<void> {
  const saved = localStorage.getItem(PICKUPS);
  if (saved !== null && ownerOf(saved) !== owner) localStorage.removeItem(PICKUPS);
  if (owner === null) return;
  if (!orders && isFresh(localStorage.getItem(PICKUPS))) return;
  const response = await fetch('/api/pickups', { cache: 'no-store' });
  if (!response.ok) return;
  const pickups = await response.json();
  // Signed out, banned or another person now: delete the previous person's data.
  if (pickups.owner !== owner) return localStorage.removeItem(PICKUPS);
  localStorage.setItem(PICKUPS, JSON.stringify({ seenAt: Date.now(), ...pickups }));
}

function ownerOf(saved: string): string | null {
  try {
    return JSON.parse(saved).owner;
  } catch {
    return null;
  }
}

function isFresh(saved: string | null): boolean {
  const seenAt = Number(/^\{"seenAt":(\d+)/.exec(saved ?? '')?.[1] ?? 0);
  return Math.abs(Date.now() - seenAt) < FRESH_MS;
}
