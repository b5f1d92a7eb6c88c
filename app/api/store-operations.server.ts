/** The store's inventory and orders, through a token that an admin created. Every write is a command of staff. */

import { countLot } from '#core/goods/stock/lots/count-lot.server.ts';
import { type LotProblem, lotMessage } from '#core/goods/stock/lots/lots.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { type StatusProblem, statusMessage } from '#core/sales/orders/order-status.ts';
import { refuse, succeed } from '#kernel/result.ts';
import { problemKinds } from '#platform/requests/problem-response.ts';
import {
  exampleConfirmed,
  exampleLots,
  exampleOrder,
  exampleOrders,
  exampleUnitsChanged,
} from './examples.ts';
import { readLotPage } from './lots-queries.server.ts';
import { operation } from './operation.ts';
import { readOrder, readOrders } from './orders-queries.server.ts';
import {
  lotPage,
  lotParams,
  lotsQuery,
  nothing,
  order,
  orderPage,
  orderParams,
  ordersQuery,
  statusChange,
  unitsChange,
  unitsChanged,
} from './schemas.ts';

export const listLots = operation({
  id: 'listLots',
  method: 'GET',
  path: '/lots',
  summary: 'Lots',
  description: 'In the order of their numbers, with the units in the building.',
  scope: 'inventory.read',
  params: nothing,
  query: lotsQuery,
  body: null,
  answer: lotPage,
  status: 200,
  refusals: [],
  key: null,
  example: { query: { limit: '2' }, answer: exampleLots },
  async handle({ query }) {
    return succeed(await readLotPage(query));
  },
});

const lotKind = problemKinds<LotProblem>({
  'reason-missing': 'invalid',
  'not-plain': 'invalid',
  'quantity-invalid': 'invalid',
  'admin-edits': 'not-allowed',
  'batch-missing': 'invalid',
  'batch-taken': 'conflict',
  'state-down': 'conflict',
  'held-by-state': 'conflict',
  'not-tested': 'conflict',
  'papers-missing': 'conflict',
  'papers-on-sale': 'conflict',
  expired: 'conflict',
  'count-invalid': 'invalid',
  choose: 'conflict',
  'note-missing': 'invalid',
  'none-taken': 'invalid',
  'none-returned': 'invalid',
  'undo-late': 'conflict',
  'admin-releases': 'conflict',
  'date-invalid': 'invalid',
  'expiry-promised': 'conflict',
  'test-on-sale': 'conflict',
  changed: 'conflict',
  'wrong-status': 'conflict',
});

export const changeLotUnits = operation({
  id: 'changeLotUnits',
  method: 'POST',
  path: '/lots/{id}/units',
  summary: 'Change the units of a lot',
  description:
    'Sets the units to what is in the building, with a reason that goes into the ledger. Waste and returns are recorded in the store, because they need a second person.',
  scope: 'inventory.write',
  params: lotParams,
  query: nothing,
  body: unitsChange,
  answer: unitsChanged,
  status: 200,
  refusals: [404, 409],
  key: 'accepts',
  example: {
    path: { id: '1' },
    body: { on_hand: 11, expected: 12, reason: 'count' },
    answer: exampleUnitsChanged,
  },
  async handle({ actor, path, body }) {
    const { on_hand, expected, reason, note } = body;
    const outcome = await countLot(actor, { lotId: path.id, counted: on_hand, expected, reason, note });
    if (outcome.ok) return succeed({ change: outcome.value.change });
    const { problem } = outcome;
    return refuse({ kind: lotKind(problem), problem: problem.kind, message: lotMessage(problem) });
  },
});

export const listOrders = operation({
  id: 'listOrders',
  method: 'GET',
  path: '/orders',
  summary: 'Orders',
  description: 'Newest first, without names.',
  scope: 'orders.read',
  params: nothing,
  query: ordersQuery,
  body: null,
  answer: orderPage,
  status: 200,
  refusals: [],
  key: null,
  example: { query: { status: 'confirmed', limit: '2' }, answer: exampleOrders },
  async handle({ query }) {
    return succeed(await readOrders('store', query));
  },
});

export const readStoreOrder = operation({
  id: 'readOrder',
  method: 'GET',
  path: '/orders/{number}',
  summary: 'An order',
  description: 'Without the name of its customer.',
  scope: 'orders.read',
  params: orderParams,
  query: nothing,
  body: null,
  answer: order,
  status: 200,
  refusals: [404],
  key: null,
  example: { path: { number: 'ORD001' }, answer: exampleOrder },
  async handle({ path }) {
    const found = await readOrder('store', path.number);
    return found ? succeed(found) : refuse(statusRefusal({ kind: 'not-found' }));
  },
});

const statusKind = problemKinds<StatusProblem>({
  'no-such-step': 'conflict',
  'no-such-payment-step': 'conflict',
  ended: 'conflict',
  'not-paid': 'conflict',
  'hand-over-only': 'conflict',
  'refund-only': 'conflict',
  'reason-missing': 'invalid',
  'farm-closed': 'conflict',
  'customer-here': 'conflict',
  'pickup-ahead': 'conflict',
  'units-missing': 'conflict',
  'units-to-pack': 'conflict',
  'units-to-take-out': 'conflict',
});
const statusRefusal = (problem: StatusProblem) => ({
  kind: statusKind(problem),
  problem: problem.kind,
  message: statusMessage(problem),
});

export const changeStatus = operation({
  id: 'changeOrderStatus',
  method: 'POST',
  path: '/orders/{number}/status',
  summary: 'Change the status of an order',
  description:
    'Handing over needs an ID and cash, so it happens at the store alone. Repeating a change is not an error.',
  scope: 'orders.write',
  params: orderParams,
  query: nothing,
  body: statusChange,
  answer: order,
  status: 200,
  refusals: [404, 409],
  key: 'accepts',
  example: { path: { number: 'ORD001' }, body: { status: 'confirmed' }, answer: exampleConfirmed },
  async handle({ actor, path, body }) {
    const { status, reason, version } = body;
    const outcome = await changeOrderStatus(actor, {
      orderId: path.number,
      to: status,
      reason: reason.trim(),
      version,
    });
    if (!outcome.ok) return refuse(statusRefusal(outcome.problem));
    const changed = await readOrder('store', path.number);
    return changed ? succeed(changed) : refuse(statusRefusal({ kind: 'not-found' }));
  },
});
