/** A customer's own orders, through a token that they created. Every rule is the checkout's. */
import { type CheckoutProblem, checkoutMessage } from '#core/sales/checkout/checkout-rules.ts';
import { placeOrder as place } from '#core/sales/checkout/place-order.server.ts';
import { cancelOrder as cancel, cancelMessage } from '#core/sales/orders/cancel-order.server.ts';
import { refuse, succeed } from '#kernel/result.ts';
import { problemKinds } from '#platform/requests/problem-response.ts';
import { exampleCancelled, exampleOrder, exampleOrders } from './examples.ts';
import { type ApiProblem, operation } from './operation.ts';
import { readOrder, readOrders } from './orders-queries.server.ts';
import { newOrder, nothing, order, orderPage, orderParams, ownOrdersQuery } from './schemas.ts';

const reading = {
  ...({ method: 'GET', scope: 'own-orders.read', status: 200, body: null, key: null } as const),
};

const kindOf = problemKinds<CheckoutProblem>({
  paused: 'conflict',
  'missed-too-many': 'over-limit',
  'cart-empty': 'invalid',
  'pickup-time-missing': 'invalid',
  'birth-date-missing': 'not-allowed',
  'under-age': 'not-allowed',
  'slot-unavailable': 'conflict',
  'slot-full': 'conflict',
  'not-available': 'conflict',
  'expires-before-pickup': 'conflict',
  'too-much-held': 'over-limit',
  'too-many-orders': 'over-limit',
  'same-again': 'conflict',
  'hold-over': 'conflict',
  'reservation-gone': 'conflict',
  'price-changed': 'conflict',
  'cart-changed': 'conflict',
  'key-missing': 'invalid',
  'order-failed': 'conflict',
});

/** The checkout's words; two of them name what only its page has. */
function messageOf(problem: CheckoutProblem): string {
  if (problem.kind === 'cart-changed') return 'This Idempotency-Key was used for another order.';
  if (problem.kind === 'key-missing') return 'Idempotency-Key must be a UUID.';
  return checkoutMessage(problem);
}

const notFound = (): ApiProblem => ({ kind: 'not-found', problem: 'not-found', message: 'Order not found.' });

export const listOwnOrders = operation({
  ...reading,
  id: 'listOwnOrders',
  path: '/own/orders',
  summary: 'The customer’s orders',
  description: 'Newest first.',
  params: nothing,
  query: ownOrdersQuery,
  answer: orderPage,
  refusals: [],
  example: { query: { limit: '2' }, answer: exampleOrders },
  async handle({ actor, query }) {
    return succeed(await readOrders({ userId: actor.userId }, query));
  },
});

export const readOwnOrder = operation({
  ...reading,
  id: 'readOwnOrder',
  path: '/own/orders/{number}',
  summary: 'One of the customer’s orders',
  description: 'An order of someone else looks like one that does not exist.',
  params: orderParams,
  query: nothing,
  answer: order,
  refusals: [404],
  example: { path: { number: 'ORD001' }, answer: exampleOrder },
  async handle({ actor, path }) {
    const found = await readOrder({ userId: actor.userId }, path.number);
    return found ? succeed(found) : refuse(notFound());
  },
});

const writing = { ...({ method: 'POST', scope: 'own-orders.write', query: nothing } as const) };

export const placeOwnOrder = operation({
  ...writing,
  id: 'placeOwnOrder',
  path: '/own/orders',
  summary: 'Place an order',
  description:
    'Reserves the lines for pickup; the customer pays at the store and shows an ID. The store decides prices, tax, age and limits. The same Idempotency-Key with the same body answers with the same order.',
  params: nothing,
  body: newOrder,
  answer: order,
  status: 201,
  refusals: [409],
  key: 'requires',
  example: {
    body: { lines: [{ product_id: 1, quantity: 1 }], pickup_starts_at: '2026-11-28T19:00:00Z' },
    answer: exampleOrder,
  },
  async handle({ actor, body, key }) {
    const outcome = await place(actor, {
      key,
      lines: body.lines.map(({ product_id, quantity }) => ({ productId: product_id, quantity })),
      reservationId: null,
      slotStartsAt: body.pickup_starts_at,
      // On file or missing: a program does not state a person's age.
      birthDate: null,
      expectedTotal: body.expected_total,
      again: body.again,
    });
    if (!outcome.ok) {
      const { problem } = outcome;
      return refuse({ kind: kindOf(problem), problem: problem.kind, message: messageOf(problem) });
    }
    const placed = await readOrder({ userId: actor.userId }, outcome.value.orderId);
    return placed ? succeed(placed) : refuse(notFound());
  },
});

export const cancelOwnOrder = operation({
  ...writing,
  id: 'cancelOwnOrder',
  path: '/own/orders/{number}/cancel',
  summary: 'Cancel an order',
  description: 'While the store has not packed it. Canceling twice is not an error.',
  params: orderParams,
  body: nothing,
  answer: order,
  status: 200,
  refusals: [404, 409],
  key: 'accepts',
  example: { path: { number: 'ORD001' }, body: {}, answer: exampleCancelled },
  async handle({ actor, path }) {
    const outcome = await cancel(actor, path.number);
    if (!outcome.ok)
      return refuse({
        kind: outcome.problem.kind === 'not-found' ? 'not-found' : 'conflict',
        problem: outcome.problem.kind,
        message: cancelMessage(outcome.problem),
      });
    const cancelled = await readOrder({ userId: actor.userId }, path.number);
    return cancelled ? succeed(cancelled) : refuse(notFound());
  },
});
