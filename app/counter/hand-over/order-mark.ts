/** What of an order staff would see change on its hand-over page, in one text: equal texts, equal pages. */
import type { CounterOrder } from '../day/counter-order.ts';

type Marked = Pick<
  CounterOrder,
  'version' | 'status' | 'holder' | 'owed' | 'isPaid' | 'note' | 'lines' | 'problems' | 'takeOut' | 'notes'
>;

export const orderMark = (order: Marked): string =>
  JSON.stringify([
    ...[order.version, order.status, order.holder, order.owed, order.isPaid, order.note, order.problems],
    order.takeOut.map(({ id, units, lotStatus }) => [id, units, lotStatus]),
    order.lines.map(({ productId, quantity, batches }) => [productId, quantity, batches]),
    [order.notes.customerNote, order.notes.pickupName],
  ]);
