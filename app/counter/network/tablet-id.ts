/** The id of this tablet, by which the shop knows it. Browser only. */
import { randomId } from '#kernel/random-id.ts';

const OWN_ID = 'counter-tablet';

/** A random id that this browser stores; null where it stores nothing, and so holds no work. */
export function ownId(): string | null {
  try {
    const known = localStorage.getItem(OWN_ID);
    if (known !== null) return known;
    const id = randomId();
    localStorage.setItem(OWN_ID, id);
    return id;
  } catch {
    return null;
  }
}

/** The start of the id, as pages show a tablet to itself; '' without one. */
export const ownMark = (): string => ownId()?.slice(0, 8) ?? '';
