/** What the browser keeps for the moment in which it has no connection. Runs in the browser alone. */
import { registerWorker } from '#ui/service-worker.ts';

/** In the browser's storage; the offline page (public/offline) shows it. */
const MENU = 'menu-seen';
/** A copy of the menu is not fetched anew for so long, in milliseconds. */
const FRESH_MS = 5 * 60_000;

/**
 * Registers the worker that brings the offline page, and keeps a copy of the menu with the moment at which it was
 * seen. Only of those who have said their age; of others what was kept before is forgotten. The copy is asked for
 * without a cookie: nothing in it can be anybody's own.
 */
export async function keepOfflineCopy(affirmed: boolean): Promise<void> {
  if (!affirmed) localStorage.removeItem(MENU);
  await registerWorker();
  if (!affirmed || isFresh(localStorage.getItem(MENU))) return;
  const response = await fetch('/api/menu', { credentials: 'omit' });
  if (!response.ok) return;
  const kept = { seenAt: Date.now(), menu: await response.json() };
  localStorage.setItem(MENU, JSON.stringify(kept));
}

function isFresh(kept: string | null): boolean {
  const seenAt = Number(/^\{"seenAt":(\d+)/.exec(kept ?? '')?.[1] ?? 0);
  return Math.abs(Date.now() - seenAt) < FRESH_MS;
}
