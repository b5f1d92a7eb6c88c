/** What the browser keeps for the moment in which it has no connection. Runs in the browser alone. */
import { registerWorker } from '#ui/service-worker.ts';

/** In the browser's storage; the offline page (public/offline) shows it. */
const MENU = 'menu-seen';
const PICKUPS = 'next-pickups';
/** A copy of the menu is not fetched anew for so long, in milliseconds. */
const FRESH_MS = 5 * 60_000;

/**
 * Registers the worker that brings the offline page, and keeps a copy of the menu with the moment at which it was
 * seen. Only of those who have said their age; of others what was kept before is forgotten. The copy is asked for
 * without a cookie: nothing in it can be anybody's own.
 */
export async function saveOfflineCopy(affirmed: boolean): Promise<void> {
  // Before the age question is answered the browser keeps nothing of the shop, not even the worker's files.
  if (!affirmed) return localStorage.removeItem(MENU);
  await registerWorker();
  if (isFresh(localStorage.getItem(MENU))) return;
  const response = await fetch('/api/menu', { credentials: 'omit' });
  if (!response.ok) return;
  const kept = { seenAt: Date.now(), menu: await response.json() };
  localStorage.setItem(MENU, JSON.stringify(kept));
}

/**
 * Keeps the next pickups of the person who is signed in, with their passes; removes those of anyone else. `orders` says
 * that the page is about orders, which may have just changed.
 */
export async function savePickups(owner: string | null, orders: boolean): Promise<void> {
  const kept = localStorage.getItem(PICKUPS);
  if (kept !== null && ownerOf(kept) !== owner) localStorage.removeItem(PICKUPS);
  if (owner === null) return;
  if (!orders && isFresh(localStorage.getItem(PICKUPS))) return;
  const response = await fetch('/api/pickups', { cache: 'no-store' });
  if (!response.ok) return;
  const pickups = await response.json();
  // Signed out, banned or someone else since: nothing of theirs stays.
  if (pickups.owner !== owner) return localStorage.removeItem(PICKUPS);
  localStorage.setItem(PICKUPS, JSON.stringify({ seenAt: Date.now(), ...pickups }));
}

function ownerOf(kept: string): string | null {
  try {
    return JSON.parse(kept).owner;
  } catch {
    return null;
  }
}

function isFresh(kept: string | null): boolean {
  const seenAt = Number(/^\{"seenAt":(\d+)/.exec(kept ?? '')?.[1] ?? 0);
  return Math.abs(Date.now() - seenAt) < FRESH_MS;
}
