/** Decides where an order is on the counter's board, and how long it waits. */
import { shownStatus, type UnreadyUnits } from '#core/orders/order.ts';
import type { OrderStatus } from '#kernel/statuses.ts';

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
