/** Tells the shop what this tablet holds that was not sent, so that no drawer is closed without it. Browser only. */
import { readDay } from './day-copy.ts';
import { ownId } from './tablet-id.ts';
import { heldNow, isHeldKnown } from './waiting-actions.ts';

const PATIENCE_MS = 5000;

/** What the last report in view said of hand-overs; null before it, and once this document reported rest. */
let shown: string | null = null;

/**
 * Reports what is held now. No answer is no reason to stop: the next report comes with the next look.
 * @param isWanted false once this page has left the counter
 */
export async function reportTablet(viewer: string, isWanted: () => boolean): Promise<void> {
  const day = await readDay(viewer);
  if (!isWanted()) return;
  const handsOver = day?.offlineHandOver === true ? '1' : '';
  const isInView = document.visibilityState === 'visible';
  if (isInView) shown = handsOver;
  // Another page of this browser may be in view.
  await send({ ...(isInView ? { inView: '1' } : {}), handsOver });
}

/**
 * Reports, as its screen goes off or shows something else, that no one takes cash on this tablet. It asks nothing first:
 * a document that ends runs no later work.
 */
export function reportRest(): void {
  if (shown === null) return;
  void send({ inView: '0', handsOver: shown });
  shown = null;
}

/** Reports, as its person leaves, that this tablet has no copy of the day any more. */
export function reportLeaving(): void {
  shown = null;
  void send({ inView: '0', handsOver: '' });
}

async function send(state: { inView?: string; handsOver: string }): Promise<void> {
  const id = ownId();
  // Before it is read, what waits would count as nothing, and the shop refuses what was done before such a report.
  if (id === null || !isHeldKnown()) return;
  const body = new URLSearchParams({ id, unsent: String(heldNow().waiting.length), ...state });
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    await fetch('/counter/tablet', { method: 'POST', body, signal, keepalive: true });
  } catch {
    // The network is lost; what is known of this tablet stays as it is.
  }
}
