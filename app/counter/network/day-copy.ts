/**
 * Stores the day on the tablet, for the time without a network: the board, and each order's pages. It belongs to one
 * person, one day and one session; another person's page, the next day and the session's end by the clock delete it.
 */
import {
  COPY_DATABASE,
  claimCounterCopy,
  deleteOthersCopy,
  ownsCounterCopy,
} from '#core/ground/frame/counter-copy.ts';
import type { OpenDrawer } from '#core/sales/cash-desk/drawer-queries.server.ts';
import type { KnownGoods } from '#core/sales/orders/packing/known-goods.ts';
import { formatTime, instantOf, storeDate } from '#kernel/time.ts';
import type { Board, BoardCard } from '../day/board.ts';
import type { CounterOrder } from '../day/counter-order.ts';
import type { PackingOrder } from '../day/packing-order.ts';
import { inDatabase } from './device-store.ts';

/** The board with every open order of the day, and what the pages of the counter have in common. */
export type DayCopy = {
  /** Whose session read it. */
  owner: { id: string; name: string };
  /** The session that read it, and after how many milliseconds it ends whatever happens. */
  session: { id: string; endsIn: number };
  /** What seals an ID, in hex. */
  sealingKey: string;
  /** Of a session by PIN, which locks after this many minutes; null for a sign-in. */
  idleMinutes: number | null;
  farmName: string;
  zone: string;
  /** The store-local day, yyyy-mm-dd: the tablet deletes the copy after it. */
  day: string;
  board: Board;
  drawer: OpenDrawer | null;
  minimumAge: number;
  /** Whether the owner allows hand-overs without a network. */
  offlineHandOver: boolean;
};

export type OrderCopy = {
  number: string;
  packing: PackingOrder;
  handOver: CounterOrder;
  goods: KnownGoods[];
};

export type StoredDay = DayCopy & {
  /** When the server last said it, by the tablet's clock; milliseconds since 1970. */
  checkedAt: number;
};
/**
 * `card` is the order on the board when its pages were read. `changedAt`: when this tablet changed the order after that, in
 * milliseconds since 1970.
 */
type StoredOrder = OrderCopy & { card: string; changedAt?: number };

const stores = { day: {}, orders: { keyPath: 'number' } };
/** As many as one request reads. */
const AT_ONCE = 20;

const inCopy = <T>(write: boolean, work: Parameters<typeof inDatabase<T>>[3]) =>
  inDatabase(COPY_DATABASE, stores, write, work);

/** null without a copy of today, for another person's, and after the end of the session that read it. @param viewer null on a page that does not know who is signed in */
export async function readDay(viewer: string | null, now = Date.now()): Promise<StoredDay | null> {
  try {
    const day = await inCopy<StoredDay | undefined>(false, (of) => of('day').get('day'));
    if (!day || (viewer !== null && day.owner.id !== viewer)) return null;
    if (!isOver(day, now)) return day;
    deleteCopy();
    return null;
  } catch {
    return null;
  }
}

/** Whether the copy of this person ended just now, by the tablet's clock: with its day, or with the session that read it. */
export async function endWithTime(viewer: string, now = Date.now()): Promise<boolean> {
  try {
    const day = await inCopy<StoredDay | undefined>(false, (of) => of('day').get('day'));
    if (day?.owner.id !== viewer || !isOver(day, now)) return false;
    deleteCopy();
    return true;
  } catch {
    return false;
  }
}

/** Pure. Whether its day, or the session that read it, is over by the tablet's clock. */
export const isOver = (
  { day, zone, checkedAt, session }: Pick<StoredDay, 'day' | 'zone' | 'checkedAt' | 'session'>,
  now: number,
): boolean => day !== dayOf(now, zone) || now - checkedAt >= session.endsIn;

/** null for an order that this tablet does not have, or has changed since. */
export async function readOrder(number: string): Promise<OrderCopy | null> {
  try {
    const stored = await inCopy<StoredOrder | undefined>(false, (of) => of('orders').get(number));
    return stored && stored.changedAt === undefined ? stored : null;
  } catch {
    return null;
  }
}

/** Call it when the shop has answered a form about an order: what is stored of it is older. */
export async function markChanged(number: string): Promise<void> {
  if (isEnded) return;
  try {
    await inCopy(true, (of) => {
      whenRead<StoredOrder>(of('orders').get(number), (stored) => {
        if (stored) of('orders').put({ ...stored, card: '', changedAt: Date.now() });
      });
      return undefined;
    });
  } catch {
    // The browser stores nothing, or no longer: a copy that cannot say so must not show the order as it was.
    deleteCopy();
  }
}

/** The orders that this tablet changed after their copy was stored. */
export async function readChanged(): Promise<string[]> {
  try {
    const stored = (await inCopy<StoredOrder[]>(false, (of) => of('orders').getAll())) ?? [];
    return stored.filter(({ changedAt }) => changedAt !== undefined).map(({ number }) => number);
  } catch {
    return [];
  }
}

function whenRead<T>(request: IDBRequest<T | undefined>, use: (found: T | undefined) => void): void {
  request.onsuccess = () => use(request.result);
}

/**
 * 'ended': the server no longer answers this session. 'not-stored': it answered, and this browser did not store the day.
 * 'other-day': the tablet's clock shows another day than the server's, so the tablet would delete the copy.
 */
export type Refreshed = 'fresh' | 'not-stored' | 'other-day' | 'no-network' | 'ended';

/**
 * Reads the day again, and the orders whose card on the board has changed since.
 * @param isWanted false once the page has another person
 */
export async function refreshCopy(viewer: string, isWanted: () => boolean): Promise<Refreshed> {
  const askedAt = Date.now();
  const day = await ask<DayCopy>('/counter/copy');
  if (typeof day === 'string') {
    if (day === 'ended') deleteCopy();
    return day;
  }
  if (isEnded || !isWanted() || day.owner.id !== viewer) return 'ended';
  if (day.day !== dayOf(Date.now(), day.zone)) return 'other-day';
  // Deletes a copy of another day, before this one is claimed.
  await readDay(viewer);
  try {
    deleteOthersCopy(viewer);
    claimCounterCopy(viewer);
    const stored = await store(day, askedAt, isWanted);
    if (stored !== 'fresh') return stored;
    // Read as it will be without a network: what cannot be read then is not stored.
    return (await readDay(viewer)) === null ? 'not-stored' : 'fresh';
  } catch (thrown) {
    // As in a private window: the page works with the network only.
    console.warn('The day is not stored on this tablet.', thrown);
    return 'not-stored';
  }
}

async function store(day: DayCopy, askedAt: number, isWanted: () => boolean): Promise<Refreshed> {
  const isOurs = () => isWanted() && ownsCounterCopy(day.owner.id);
  const before = await readDay(day.owner.id);
  if (!before && isOurs()) await inCopy(true, (of) => of('orders').clear());
  if (!isOurs()) return 'ended';
  await inCopy(true, (of) => of('day').put({ ...day, checkedAt: Date.now() }, 'day'));
  const known = new Map(
    ((await inCopy<StoredOrder[]>(false, (of) => of('orders').getAll())) ?? []).map((each) => [
      each.number,
      each.card,
    ]),
  );
  const cards = new Map(cardsOf(day.board).map((card) => [card.number, JSON.stringify(card)]));
  const gone = [...known.keys()].filter((number) => !cards.has(number));
  if (gone.length > 0 && isOurs())
    await inCopy(true, (of) => void gone.map((number) => of('orders').delete(number)));
  const changed = [...cards.keys()].filter((number) => known.get(number) !== cards.get(number));
  for (let at = 0; at < changed.length; at += AT_ONCE) {
    const numbers = changed.slice(at, at + AT_ONCE);
    const orders = await ask<OrderCopy[]>(`/counter/copy?orders=${numbers.join()}`);
    if (typeof orders === 'string') return orders;
    if (!isOurs()) return 'ended';
    await inCopy(true, (of) => {
      for (const each of orders)
        whenRead<StoredOrder>(of('orders').get(each.number), (stored) => {
          // What this tablet did while these pages were on their way may not be on them.
          if ((stored?.changedAt ?? 0) > askedAt) return;
          of('orders').put({ ...each, card: cards.get(each.number) });
        });
      return undefined;
    });
  }
  return 'fresh';
}

export const cardsOf = ({ columns }: DayCopy['board']): BoardCard[] =>
  Object.values(columns).flatMap(({ cards }) => cards);

/** The board without these orders. */
export function withoutOrders(board: DayCopy['board'], numbers: readonly string[]): DayCopy['board'] {
  if (numbers.length === 0) return board;
  const columns = Object.entries(board.columns).map(([name, { cards, total }]) => {
    const left = cards.filter(({ number }) => !numbers.includes(number));
    return [name, { cards: left, total: total - (cards.length - left.length) }];
  });
  return { ...board, columns: Object.fromEntries(columns) };
}

let isEnded = false;

/** Deletes the copy when its person leaves. This document stores no other, not even from an answer that is on its way. */
export function endCopy(): void {
  isEnded = true;
  deleteCopy();
}

const deleteCopy = (): void => deleteOthersCopy(null);

/** How long a tablet waits for an answer, in milliseconds. */
const PATIENCE_MS = 15_000;

async function ask<T>(path: string): Promise<T | 'no-network' | 'ended'> {
  try {
    const answer = await fetch(path, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
    // A session that has ended leads to the sign-in page.
    if (answer.redirected || answer.status === 401 || answer.status === 403) return 'ended';
    return answer.ok ? ((await answer.json()) as T) : 'no-network';
  } catch {
    return 'no-network';
  }
}

/** The store-local day, yyyy-mm-dd. */
const dayOf = (at: number, zone: string): string => storeDate(instantOf(new Date(at)), zone).toString();

/** '5:02 PM' in the store's zone. @param at milliseconds since 1970 */
export const timeOf = (at: number, zone: string): string => formatTime(instantOf(new Date(at)), zone);
