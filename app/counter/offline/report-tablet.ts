/** Tells the shop what this tablet holds that was not sent, so that no drawer is closed without it. Browser only. */
import { readDay } from './day-copy.ts';
import { heldNow } from './waiting-actions.ts';

const OWN_ID = 'counter-tablet';
const PATIENCE_MS = 5000;

/** A random id that this browser stores; null where it stores nothing, and so holds no work. */
function ownId(): string | null {
  try {
    const known = localStorage.getItem(OWN_ID);
    if (known !== null) return known;
    const id = crypto.randomUUID();
    localStorage.setItem(OWN_ID, id);
    return id;
  } catch {
    return null;
  }
}

/** The start of the id, as pages show a tablet to itself; '' without one. */
export const ownMark = (): string => ownId()?.slice(0, 8) ?? '';

/** Reports what is held now. No answer is no reason to stop: the next report comes with the next look. */
export async function reportTablet(viewer: string): Promise<void> {
  const day = await readDay(viewer);
  // Another page of this browser may be in view.
  const inView = document.visibilityState === 'visible' ? { inView: '1' } : {};
  await send({ ...inView, handsOver: day?.offlineHandOver === true ? '1' : '' });
}

/** Reports, as its screen goes off or shows something else, that no one takes cash on this tablet. */
export async function reportRest(viewer: string): Promise<void> {
  const day = await readDay(viewer);
  await send({ inView: '0', handsOver: day?.offlineHandOver === true ? '1' : '' });
}

/** Reports, as its person leaves, that this tablet has no copy of the day any more. */
export const reportLeaving = (): void => void send({ inView: '0', handsOver: '' });

async function send(state: { inView?: string; handsOver: string }): Promise<void> {
  const id = ownId();
  if (id === null) return;
  const body = new URLSearchParams({ id, unsent: String(heldNow().waiting.length), ...state });
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    await fetch('/counter/tablet', { method: 'POST', body, signal, keepalive: true });
  } catch {
    // The network is lost; what is known of this tablet stays as it is.
  }
}
