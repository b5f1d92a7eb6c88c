/**
 * Names what a counter tablet stores for the time without a network, and deletes it when another person, or no one, is
 * signed in: on the counter's pages and on the shop's, where a sign-out leads. Browser only.
 */

/** The database with the copy of the day. What waits to be sent is in another one, which outlives a sign-out. */
export const COPY_DATABASE = 'counter-copy';
const OWNER = 'counter-copy-owner';

/** Call it before something is stored. */
export function claimCounterCopy(owner: string): void {
  localStorage.setItem(OWNER, owner);
}

/** Whether no one has signed out, or signed in, since. Ask right before each write: a copy that is deleted stays deleted. */
export const ownsCounterCopy = (owner: string): boolean => localStorage.getItem(OWNER) === owner;

/** @param owner who is signed in; null for a guest or a banned person */
export function deleteOthersCopy(owner: string | null): void {
  try {
    const stored = localStorage.getItem(OWNER);
    if (stored === null || stored === owner) return;
    indexedDB.deleteDatabase(COPY_DATABASE);
    localStorage.removeItem(OWNER);
  } catch {
    // A browser that refuses storage has no copy, and the counter works with the network.
  }
}
