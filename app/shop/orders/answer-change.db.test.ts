/** Tests which presses save on the page that changes an order's items, and what happens to an invalid form. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aMug, anOrder, NOW } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { answerChange } from './answer-change.server.ts';

const fresh = freshShop(afterEach);
let customer: SignedIn;
let mug: number;
let cap: number;
let orderId: string;

beforeEach(async () => {
  customer = await aPerson(fresh.db);
  mug = await aMug(fresh.db);
  cap = await aMug(fresh.db);
  orderId = await anOrder(customer, [
    [mug, 2],
    [cap, 1],
  ]);
});

async function send(fields: Record<string, string>) {
  const form = new FormData();
  const base = { [`quantity-${mug}`]: '2', [`quantity-${cap}`]: '1' };
  const sent = { version: '1', base: JSON.stringify(base), ...base, ...fields };
  for (const [name, value] of Object.entries(sent)) form.set(name, value);
  const answer = await answerChange(customer, orderId, form, NOW);
  return answer instanceof Response ? answer : { status: answer.init?.status ?? 200, ...answer.data };
}

async function stored() {
  const lines = await fresh.db
    .select({ productId: orderItems.productId, quantity: orderItems.quantity })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orders.orderId, orderId))
    .orderBy(orderItems.position);
  return lines.map(({ productId, quantity }) => [productId, quantity]);
}

test('only Save saves, and a quantity button shows the page again, whatever it sends', async () => {
  const removed = { [`quantity-${cap}`]: '0' };
  // Without scripts the button for one less can be pressed on a line that is removed already.
  const presses: Record<string, string>[] = [
    { set: `${cap}:-1` },
    { set: `${mug}:1000` },
    { set: '' },
    { intent: 'other' },
    {},
  ];
  for (const pressed of presses)
    expect(await send({ ...removed, ...pressed })).toMatchObject({
      status: 200,
      draft: {
        lines: [
          { productId: mug, quantity: 2 },
          { productId: cap, quantity: 0 },
        ],
      },
    });
  expect(await stored()).toEqual([
    [mug, 2],
    [cap, 1],
  ]);
  expect(await send({ ...removed, intent: 'save' })).toMatchObject({ status: 302 });
  expect(await stored()).toEqual([[mug, 2]]);
});

test.each(['', '-1', '1.5', '1e2', '1000', 'NaN', '٣'])(
  'a quantity of ‘%s’ is refused, and removes nothing from the order',
  async (quantity) => {
    expect(await send({ [`quantity-${cap}`]: quantity, intent: 'save' })).toMatchObject({
      status: 400,
      refusal: { message: expect.stringContaining('whole numbers from 0 to 999') },
      draft: {
        lines: [
          { productId: mug, quantity: 2 },
          { productId: cap, quantity: 1 },
        ],
      },
    });
    expect(await stored()).toHaveLength(2);
  },
);

test('more lines than an order can have are refused, not cut off', async () => {
  const others = Array.from({ length: 100 }, (_, index) => [`quantity-${900_000 + index}`, '0'] as const);
  expect(await send({ ...Object.fromEntries(others), intent: 'save' })).toMatchObject({ status: 400 });
  expect(await stored()).toHaveLength(2);
});
