/**
 * Holds what staff did without a network until it is sent: in order, one at a time, each until it has an answer. What the
 * server refused stays in a list of its own until someone dismisses it. Browser only.
 */
import { onPageReturn } from '#ui/live/page-return.ts';
import { markChanged } from './day-copy.ts';
import { inDatabase } from './device-store.ts';
import {
  type ActionAnswer,
  answerWithout,
  type OfflineAction,
  type RefusedAction,
  type Theirs,
} from './offline-action.ts';
import { ownId } from './tablet-id.ts';

const DATABASE = 'counter-actions';
const stores = { waiting: { autoIncrement: true }, refused: { keyPath: 'id' } };
const LOCK = 'farmgate counter actions';
const PATIENCE_MS = 15_000;

export type Held = {
  waiting: readonly OfflineAction[];
  refused: readonly RefusedAction[];
};

let held: Held = { waiting: [], refused: [] };
let isKnown = false;
const listeners = new Set<() => void>();
let channel: BroadcastChannel | null = null;

export const heldNow = (): Held => held;
/** Whether what is held was read since this page was opened. */
export const isHeldKnown = (): boolean => isKnown;
export function onHeld(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const inActions = <T>(write: boolean, work: Parameters<typeof inDatabase<T>>[3]) =>
  inDatabase(DATABASE, stores, write, work);

/** Reads what is held, and again whenever another tab of this tablet changes it. */
export async function openHeld(): Promise<void> {
  if (channel === null && 'BroadcastChannel' in globalThis) {
    channel = new BroadcastChannel(DATABASE);
    channel.onmessage = () => void read();
    // Messages pass by a page that waits for Back.
    onPageReturn(() => void read());
  }
  await read();
}

async function read(): Promise<void> {
  try {
    const waiting = (await inActions<OfflineAction[]>(false, (of) => of('waiting').getAll())) ?? [];
    const refused = (await inActions<RefusedAction[]>(false, (of) => of('refused').getAll())) ?? [];
    held = { waiting, refused: refused.toSorted((one, other) => one.doneAt - other.doneAt) };
    isKnown = true;
  } catch (thrown) {
    // A browser that stores nothing holds nothing. Elsewhere a failed read is not an empty list: what was known stays.
    console.warn('The unsent work on this tablet could not be read.', thrown);
  }
  for (const listener of listeners) listener();
}

async function changed(): Promise<void> {
  channel?.postMessage('changed');
  await read();
}

/** Stores an action after the last one on its order. The same id again changes nothing. @throws if nothing can be stored */
export async function hold(action: Omit<OfflineAction, 'after'>): Promise<void> {
  await read();
  if (held.waiting.some(({ id }) => id === action.id)) return;
  const before = held.waiting.findLast(({ order, by }) => order === action.order && by.id === action.by.id);
  await inActions(true, (of) => of('waiting').add({ ...action, after: before?.id ?? '' }));
  await changed();
}

export async function dismiss(ids: readonly string[]): Promise<void> {
  await inActions(true, (of) => void ids.map((id) => of('refused').delete(id)));
  await changed();
}

/** `ended`: the session of this person is over; they sign in again, and the rest is sent then. */
export type Sent = 'all' | 'no-network' | 'ended';

/** Sends the person's own actions. One tab sends at a time; the server counts each once in any case. */
export function sendWaiting(viewer: string): Promise<Sent> {
  const send = async (): Promise<Sent> => {
    for (;;) {
      await read();
      const [next] = held.waiting.filter(({ by }) => by.id === viewer);
      if (!next) return 'all';
      const answer = await sendOne(next);
      if (typeof answer === 'string') return answer;
      await settle(next, answer);
    }
  };
  return navigator.locks ? navigator.locks.request(LOCK, send) : send();
}

/** Takes an action off the list, with its answer. */
async function settle(action: OfflineAction, answer: ActionAnswer): Promise<void> {
  // First: without the action, and before the next copy, the order would be shown as it was.
  await markChanged(action.order);
  await inActions(true, (of) => {
    of('waiting').openCursor().onsuccess = ({ target }) => {
      const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
      if (!cursor) return;
      if (cursor.value.id === action.id) cursor.delete();
      else cursor.continue();
    };
    if (answer.outcome === 'refused') of('refused').put({ ...action, text: answer.text });
    return undefined;
  });
  await changed();
}

/** Others' actions that the shop left to them. A reload asks again. */
const theirs = new Set<string>();

/** Hands in what people who do not work here any more did: no one else could send it. */
export async function handIn(viewer: string): Promise<void> {
  const send = async (): Promise<void> => {
    await read();
    for (const action of held.waiting.filter(({ id, by }) => by.id !== viewer && !theirs.has(id))) {
      const answer = await sendOne(action);
      if (answer === 'no-network') return;
      if (answer === 'ended') theirs.add(action.id);
      else await settle(action, answer);
    }
  };
  await (navigator.locks ? navigator.locks.request(LOCK, send) : send());
}

/** Answers with status 500, by action. A reload starts again. */
const failures = new Map<string, number>();

async function sendOne(action: OfflineAction): Promise<ActionAnswer | 'no-network' | 'ended'> {
  const { id, kind, order, version, after, doneAt, by, session, fields } = action;
  const body = new URLSearchParams({
    ...fields,
    ...{ id, kind, order, version: String(version), after, by: by.id, session },
    ...{ doneAt: String(doneAt), sentAt: String(Date.now()), tablet: ownId() ?? '' },
  });
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch('/counter/actions', { method: 'POST', body, signal });
    if (answer.redirected) return 'ended';
    if (answer.ok) {
      const said = (await answer.json()) as ActionAnswer | Theirs;
      return said.outcome === 'theirs' ? 'ended' : said;
    }
    const tries = (failures.get(id) ?? 0) + (answer.status === 500 ? 1 : 0);
    failures.set(id, tries);
    return answerWithout(answer.status, tries);
  } catch {
    return 'no-network';
  }
}
