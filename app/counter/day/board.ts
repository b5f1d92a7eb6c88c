/** Decides where an order is on the counter's board, and how long it waits. */

import type { Batch } from '#core/goods/stock/lots/lots.ts';
import type { UnitsOut } from '#core/goods/stock/put-back/put-back.ts';
import type { Line, Ticket } from '#core/sales/line/line-queries.server.ts';
import { shownStatus, type UnreadyUnits } from '#core/sales/orders/order.ts';
import type { PrintingNotices } from '#core/sales/printing/printers-queries.server.ts';
import type { Lane, OrderStatus } from '#kernel/statuses.ts';

/** From the person at the counter to what was handed over. `new`: not packed yet. */
export const columns = ['here', 'new', 'packing', 'ready', 'done'] as const;
export type Column = (typeof columns)[number];

export const columnLabel: Readonly<Record<Column, string>> = {
  here: 'Here',
  new: 'New',
  packing: 'Packing',
  ready: 'Ready',
  done: 'Done',
};

export const columnHint: Readonly<Record<Exclude<Column, 'done'>, string>> = {
  here: 'No one is waiting.',
  new: 'No new orders for today.',
  packing: 'Nothing is being packed.',
  ready: 'No bags are ready.',
};

/** What staff do next with an order on the board. */
export type Step = 'pack' | 'take-over' | 'ready' | 'hand-over' | 'edit';

/** The column of an order that has not ended. A person at the counter comes before what their order needs. */
export function columnOf(
  order: UnreadyUnits & { status: OrderStatus; arrival: number | null; isWalkIn: boolean },
): Exclude<Column, 'done'> {
  if (order.arrival !== null || order.isWalkIn) return 'here';
  const shown = shownStatus(order.status, order);
  return shown === 'packing' || shown === 'ready' ? shown : 'new';
}

/**
 * The usual next step. An order with missing units needs an edit first, one that got units after it was packed is marked
 * ready again, and one that another person packs can only be taken over.
 */
export function stepOf(
  order: UnreadyUnits & { status: OrderStatus; packerId: string | null },
  viewerId: string,
): Step {
  if (order.missing > 0) return 'edit';
  if (order.status === 'ready') return order.toPack > 0 ? 'ready' : 'hand-over';
  if (order.status !== 'packing') return 'pack';
  return order.packerId === null || order.packerId === viewerId ? 'ready' : 'take-over';
}

/** Who packs an order, until every unit is in its bag, and who packed it after that; null without a packer. */
export function packerWords({
  packer,
  packed,
  units,
}: Pick<BoardCard, 'packer' | 'packed' | 'units'>): string | null {
  if (packer === null) return null;
  return packed < units ? `Packing: ${packer}` : `Packed by ${packer}`;
}

/** What a card that is dropped on a column does: the same as a button of the card. null where it may not be dropped. */
export function dropOf(
  { column, step, isWalkIn }: Pick<BoardCard, 'column' | 'step' | 'isWalkIn'>,
  on: Column,
): 'here' | 'pack' | 'ready' | 'hand-over' | null {
  if (on === 'done') return step === 'hand-over' ? 'hand-over' : null;
  // Who is here stays there, whatever is done with the order.
  if (column === 'here') return null;
  if (on === 'here') return isWalkIn ? null : 'here';
  if (on === 'packing') return step === 'pack' ? 'pack' : null;
  return on === 'ready' && column !== 'ready' && step === 'ready' ? 'ready' : null;
}

/**
 * How long until the pickup time, or since it is over: 'in 25 min', 'now', '12 min late', 'in 3 h'.
 * @param now all three in milliseconds since 1970
 */
export function waitWords(
  now: number,
  startsAt: number,
  endsAt: number | null,
): { text: string; late: boolean } {
  const until = Math.ceil((startsAt - now) / 60_000);
  if (until > 0) return { text: `in ${span(until)}`, late: false };
  const past = Math.floor((now - (endsAt ?? startsAt)) / 60_000);
  return past >= 1 ? { text: `${span(past)} late`, late: true } : { text: 'now', late: false };
}

/** An order that is not packed so long before its pickup time stands out: time to pack it, or to call its customer. */
const AT_RISK_MINUTES = 30;

/** Whether an order is not packed although its pickup time is near or has begun. @param now in milliseconds since 1970 */
export function isAtRisk(
  { column, step, startsAt, isWalkIn }: Pick<BoardCard, 'column' | 'step' | 'startsAt' | 'isWalkIn'>,
  now: number,
): boolean {
  if (startsAt === null || isWalkIn || step === 'hand-over') return false;
  return column !== 'ready' && startsAt - now <= AT_RISK_MINUTES * 60_000;
}

/** '25 min', '3 h', '2 days' */
function span(minutes: number): string {
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

type Cards = readonly { number: string }[];
type Shown = { found: Cards | null; columns: Readonly<Record<Exclude<Column, 'done'>, { cards: Cards }>> };

/**
 * What can move the cards of each column, as one text: its own cards, and those above it on a tablet, which are found or
 * here. A new order moves no card of another column.
 */
export function whatMoves({ found, columns }: Shown): Record<Exclude<Column, 'done'>, string> {
  const ids = (cards: Cards) => cards.map(({ number }) => number).join();
  const here = `${ids(found ?? [])};${ids(columns.here.cards)}`;
  const below = (column: 'new' | 'packing' | 'ready') => `${here};${ids(columns[column].cards)}`;
  return { here, new: below('new'), packing: below('packing'), ready: below('ready') };
}

export type BoardLine = {
  productId: number;
  name: string;
  size: string | null;
  quantity: number;
  batches: Batch[];
};

/** Units in a bag that are no longer its order's. */
export type CardUnitsOut = Pick<
  UnitsOut,
  'id' | 'units' | 'name' | 'batchNumber' | 'lotStatus' | 'shelfPlace'
>;

export type BoardCard = {
  number: string;
  version: number;
  /** When it last changed, also by what makes no new version, as a note: then a tablet reads its pages again. Milliseconds since 1970. */
  changedAt: number;
  /** Who picks it up; `customer` is set if that is another person. */
  name: string;
  customer: string | null;
  units: number;
  /** Units in the bag of an order that is packed. */
  packed: number;
  /** Cents still due; 0 for a paid order. */
  due: number;
  /** '2:15 PM', with the date if it is not today; null without a pickup time. */
  time: string | null;
  /** Milliseconds since 1970. */
  startsAt: number | null;
  endsAt: number | null;
  /** The number in the line. */
  arrival: number | null;
  /** Their place in the line; null without one, absent in copies of tablets from before it. */
  ticket?: Ticket | null;
  /** 'Around 2:30 PM': the customer's message. */
  says: string | null;
  isWalkIn: boolean;
  /** Its pickup time is outside the posted hours, as after a closure. */
  isOutside: boolean;
  missing: number;
  /** Units that came in after it was marked ready. */
  toPack: number;
  /** What is in its bag and no longer its own. */
  takeOut: CardUnitsOut[];
  hasNote: boolean;
  /** Pickups that the customer missed in the last 90 days. */
  missed: number;
  packer: string | null;
  column: Exclude<Column, 'done'>;
  step: Step;
  /** What to pack, on cards in packing. */
  lines: BoardLine[];
  /** Something done on this tablet without a network is not sent yet. */
  waits?: boolean;
};

export type DoneOrder = { number: string; name: string; time: string };

/** What stands over the whole day. */
export type BoardNotices = {
  /** The closure of today: 'Closed', or 'Open 10:00 AM to 1:00 PM'. */
  closure: { number: number; hours: string; reason: string } | null;
  /** Recalls under way, without exercises, newest first. */
  recalls: { id: string; number: number; title: string; batches: string[] }[];
  /** Printers that need someone, and papers of which no one knows whether they were printed. */
  printing: PrintingNotices;
};

/** The line; `keys` are of the next presses: sent again, each does nothing twice. */
export type BoardLineUp = Line & { keys: Record<Lane | 'number', string> };

export type Board = {
  notices: BoardNotices;
  /** Who waits, and who was called; null without a network. */
  line: BoardLineUp | null;
  /** Orders of the day whose pickup time is outside the posted hours. */
  outside: number;
  columns: Record<Exclude<Column, 'done'>, { total: number; cards: BoardCard[] }>;
  done: { total: number; orders: DoneOrder[] };
  /** Open orders whose pickup was on an earlier day. */
  earlier: number;
  /** Open orders and units by pickup time, in order. */
  load: { time: string; orders: number; units: number }[];
  /** What `find` found, today's or not; null without it. */
  found: BoardCard[] | null;
  /** Milliseconds since 1970. */
  now: number;
};

/** Cards of a column on a page: six screens of a tablet. More cost every event on a busy day, and are later that day. */
export const SHOWN = 24;

/** The cards by column, by pickup time; who is here by their number, those without one last. */
export function columnsOf<Card extends Pick<BoardCard, 'column' | 'arrival'>>(
  cards: readonly Card[],
  shown: number,
): Record<Exclude<Column, 'done'>, { total: number; cards: Card[] }> {
  const take = (column: Column) => cards.filter((card) => card.column === column);
  const of = (all: Card[]) => ({ total: all.length, cards: all.slice(0, shown) });
  const number = ({ arrival }: Card) => arrival ?? Number.MAX_SAFE_INTEGER;
  return {
    here: of(take('here').toSorted((one, other) => number(one) - number(other))),
    new: of(take('new')),
    packing: of(take('packing')),
    ready: of(take('ready')),
  };
}

/** Open orders by pickup time; those without a time are left out. */
export function loadOf(cards: readonly Pick<BoardCard, 'time' | 'units'>[]): Board['load'] {
  const byTime = new Map<string, { time: string; orders: number; units: number }>();
  for (const { time, units } of cards) {
    if (time === null) continue;
    const slot = byTime.get(time) ?? { time, orders: 0, units: 0 };
    byTime.set(time, { time, orders: slot.orders + 1, units: slot.units + units });
  }
  return [...byTime.values()];
}
