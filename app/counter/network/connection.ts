/**
 * Knows whether the tablet reaches the shop, and brings it up to date: sends what waits, reads the day again, and shows
 * it. The network counts as lost until everything of this person is sent, so that nothing done later overtakes it.
 */
import { deleteOthersCopy } from '#core/ground/frame/counter-copy.ts';
import { dataSince } from '#ui/live/data-age.ts';
import { onPageReturn } from '#ui/live/page-return.ts';
import { endWithTime, type Refreshed, refreshCopy } from './day-copy.ts';
import type { Missing } from './readiness.ts';
import { reportRest, reportTablet } from './report-tablet.ts';
import { canStoreShell, storeShell } from './store-shell.ts';
import { handIn, heldNow, openHeld, sendWaiting } from './waiting-actions.ts';

/** Milliseconds: between tries without a network, between looks with one, and between changes that are copied. */
const RETRY_MS = 4000;
const LOOK_MS = 30_000;
const COPY_MS = 15_000;
/** Between copies of what this tablet itself changes. */
const OWN_COPY_MS = 2000;
/** From a change to its copy, so that the board shows the change first: both ask the shop. */
const BOARD_FIRST_MS = 2000;

export type Connection = {
  /** When the shop last answered, in milliseconds since 1970; null while it answers. */
  lostSince: number | null;
  isSending: boolean;
  /**
   * The shop answers again, and the session of this person is over: what they did is sent after their PIN or password.
   * The network counts as lost until then.
   */
  needsSignIn: boolean;
  /** What this tablet has not stored and needs for a lost network; null while that is not known. */
  missing: readonly Missing[] | null;
};

export const CONNECTED: Connection = {
  ...{ lostSince: null, isSending: false, needsSignIn: false, missing: null },
};

let connection = CONNECTED;
let heardAt = Date.now();
const listeners = new Set<() => void>();

export const connectionNow = (): Connection => connection;
export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: Partial<Connection>): void {
  connection = { ...connection, ...next };
  for (const listener of listeners) listener();
}

export const isLost = (): boolean => connection.lostSince !== null;

/** @param since of the copy that is shown */
export function lose(since = heardAt): void {
  if (connection.lostSince === null) {
    set({ lostSince: since });
    wake();
  } else if (since < connection.lostSince) set({ lostSince: since });
}

/** The shop answered. */
export function heard(): void {
  heardAt = Date.now();
}

/**
 * Milliseconds until the day is copied again: soon after a change, at once after one of this tablet, and now and then
 * without one.
 * @param changedAt when the first change since the last copy was announced, null without one; later changes postpone
 *   nothing. Both in milliseconds since 1970.
 * @param isOwn whether this tablet changed an order since the last copy
 */
export function untilCopy(
  changedAt: number | null,
  copiedAt: number,
  isOwn: boolean,
  now = Date.now(),
): number {
  if (isOwn) return Math.max(0, copiedAt + OWN_COPY_MS - now);
  if (changedAt === null) return LOOK_MS;
  return Math.max(0, Math.max(changedAt + BOARD_FIRST_MS, copiedAt + COPY_MS) - now);
}

let viewer: string | null = null;

/** The account that this page belongs to; null on a page that was opened without a network. */
export const viewerNow = (): string | null => viewer;

let wake = (): void => undefined;
let copyOwn = (): void => undefined;

/** Stores the pages' files too, with each look until they are there. */
async function sayWhatIsMissing(copied: Refreshed, isHere: () => boolean): Promise<void> {
  if (copied === 'no-network' || copied === 'ended') return;
  const missing: Missing[] = copied === 'other-day' ? ['clock'] : copied === 'not-stored' ? ['orders'] : [];
  if (!canStoreShell()) missing.push('browser');
  else if (!(await storeShell())) missing.push('pages');
  if (isHere()) set({ missing });
}

/** Copies what this tablet has just changed, before the network may be lost. */
export const copySoon = (): void => copyOwn();

/**
 * Stays in touch until the returned function is called.
 * @param onBack shows the shop's own data again
 */
export function stayInTouch(owner: string, onBack: () => void): () => void {
  if (viewer !== owner) set({ missing: null });
  viewer = owner;
  // At once: without a network before this person has a copy, the one before would be shown, and act, in their place.
  deleteOthersCopy(owner);
  let isOver = false;
  const isHere = () => !isOver;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLooking = false;
  let lookAgain = false;
  let stopHearing: (() => void) | null = null;
  let copiedAt = 0;
  // When the first change since the last copy was announced.
  let changedAt: number | null = null;
  // This tablet changed an order since the last copy.
  let isOwn = false;

  const later = (ms: number) => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(() => void look(), ms);
  };
  const look = async (): Promise<void> => {
    if (isOver) return;
    if (isLooking) {
      lookAgain = true;
      return;
    }
    isLooking = true;
    try {
      if (navigator.onLine) await sendAndCopy();
      else gone();
    } catch (thrown) {
      // The tablet's database failed: what was sent and could not be deleted there is sent again, and counts once.
      console.warn('The tablet could not read or write what it holds.', thrown);
      gone();
    }
    // A document of its own: nothing of this person stays in the open page.
    if (isLost() && (await endWithTime(owner)) && isHere()) location.replace('/counter');
    isLooking = false;
    const again = lookAgain;
    lookAgain = false;
    const isTrying = isLost() && !connection.needsSignIn;
    later(again ? 0 : isTrying ? RETRY_MS : untilCopy(changedAt, copiedAt, isOwn));
  };
  const sendAndCopy = async (): Promise<void> => {
    const wasLost = isLost();
    const mine = () => heldNow().waiting.some(({ by }) => by.id === owner);
    const had = mine();
    // Before it is sent: the network may be lost again in between.
    if (heldNow().waiting.length > 0) await reportTablet(owner, isHere);
    set({ isSending: had });
    const sent = await (had ? sendWaiting(owner) : 'all');
    set({ isSending: false });
    changedAt = null;
    isOwn = false;
    if (sent === 'all' && heldNow().waiting.length > 0) await handIn(owner);
    const copied = sent === 'all' ? await refreshCopy(owner, isHere) : sent;
    copiedAt = Date.now();
    if (copied === 'fresh') void reportTablet(owner, isHere);
    void sayWhatIsMissing(copied, isHere);
    // The browser may have lost the network since that answer.
    if (copied === 'no-network' || !navigator.onLine) gone();
    else if (!mine()) {
      heard();
      if (wasLost || isLost()) set({ lostSince: null, needsSignIn: false });
      if (wasLost || had) onBack();
    } else if (copied === 'ended') {
      lose();
      set({ needsSignIn: true });
    }
  };
  const gone = () => {
    lose();
    if (connection.needsSignIn) set({ needsSignIn: false });
  };
  wake = () => later(RETRY_MS);
  copyOwn = () => {
    isOwn = true;
    if (!isLost()) later(untilCopy(changedAt, copiedAt, isOwn));
  };
  const back = () => void look();
  const report = () => void reportTablet(owner, isHere);
  const seen = () => (document.visibilityState === 'hidden' ? reportRest() : report());
  const leave = () => {
    // Without a network the tablet stays in use for all that others know.
    if (!isLost()) reportRest();
  };
  const stopReturning = onPageReturn(() => {
    report();
    void look();
  });
  window.addEventListener('online', back);
  window.addEventListener('offline', gone);
  document.addEventListener('visibilitychange', seen);
  window.addEventListener('pagehide', leave);
  void openHeld().then(look);
  void import('#ui/live/live-tabs.ts').then(({ subscribe, onBreak }) => {
    if (isOver) return;
    const stops = [
      subscribe(['orders'], dataSince(), () => {
        if (isLost()) return;
        changedAt ??= Date.now();
        later(untilCopy(changedAt, copiedAt, isOwn));
      }),
      // Some browsers count a network without a way to the shop as there: the stream ends, and no event says so.
      onBreak(() => {
        if (!isLost()) later(0);
      }),
    ];
    stopHearing = () => {
      for (const stop of stops) stop();
    };
  });
  return () => {
    isOver = true;
    leave();
    clearTimeout(timer);
    stopHearing?.();
    wake = () => undefined;
    copyOwn = () => undefined;
    window.removeEventListener('online', back);
    window.removeEventListener('offline', gone);
    document.removeEventListener('visibilitychange', seen);
    window.removeEventListener('pagehide', leave);
    stopReturning();
  };
}
