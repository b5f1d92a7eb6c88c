/** Tests a customer changing items while another tab, staff or another customer is at work. */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aMug, anOrder, bringTo, edit, eventsOf, NOW, stockOf, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { cancelOrder } from '../cancel-order.server.ts';
import { changeOrderStatus } from '../change-order-status.server.ts';
import { changeItems } from './change-items.server.ts';

const fresh = freshShop(afterEach);
let staff: SignedIn;
let customer: SignedIn;

beforeAll(async () => {
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
});
beforeEach(async () => {
  customer = await aPerson(fresh.db);
});

/** The same page in any number of tabs: what each shows is read once. */
async function opened(orderId: string, by = customer) {
  const { version, items } = await storedOrder(fresh.db, orderId);
  const seen = { version, lines: items.map(({ productId, quantity }) => ({ productId, quantity })) };
  return (productId: number, quantity: number) =>
    changeItems(by, orderId, { lines: [{ productId, quantity }], seen, expectedTotal: null }, NOW);
}
const won = (outcomes: readonly { ok: boolean }[]) => outcomes.filter(({ ok }) => ok).length;

describe('changes of items at once', () => {
  test('from ten tabs with different quantities are saved once, and the others see what changed', async () => {
    const mug = await aMug(fresh.db, { onHand: 50 });
    const orderId = await anOrder(customer, [[mug, 1]]);
    const save = await opened(orderId);
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, nth) => save(mug, 2 + nth)));
    expect(won(outcomes)).toBe(1);
    for (const outcome of outcomes)
      if (!outcome.ok) expect(outcome.problem).toMatchObject({ kind: 'stale', version: 2 });
    expect(await eventsOf(fresh.db, orderId)).toEqual(['order-placed', 'order-items-changed']);
    const { items } = await storedOrder(fresh.db, orderId);
    expect(await stockOf(fresh.db, mug)).toEqual({ onHand: 50, held: items[0]?.quantity });
  });

  test('from a button pressed five times save once, without an error', async () => {
    const mug = await aMug(fresh.db, { onHand: 50 });
    const orderId = await anOrder(customer, [[mug, 1]]);
    const save = await opened(orderId);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => save(mug, 3)));
    expect(won(outcomes)).toBe(5);
    expect(await eventsOf(fresh.db, orderId)).toEqual(['order-placed', 'order-items-changed']);
    expect(await stockOf(fresh.db, mug)).toEqual({ onHand: 50, held: 3 });
  });

  test('by a customer and staff save one, and refuse the other', async () => {
    const mug = await aMug(fresh.db, { onHand: 50 });
    const orderId = await anOrder(customer, [[mug, 1]]);
    const save = await opened(orderId);
    const outcomes = await Promise.all([
      save(mug, 3),
      edit(fresh.db, staff, orderId, { to: [[mug, 4]], version: 1 }),
    ]);
    expect(won(outcomes)).toBe(1);
    const { items, version } = await storedOrder(fresh.db, orderId);
    expect(version).toBe(2);
    expect(items[0]?.quantity).toBe(outcomes[0].ok ? 3 : 4);
    expect(await stockOf(fresh.db, mug)).toEqual({ onHand: 50, held: items[0]?.quantity });
  });

  test('by customers who grow into the same last units get no more than exist', async () => {
    const mug = await aMug(fresh.db, { onHand: 8 });
    const saves = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const by = await aPerson(fresh.db);
        return opened(await anOrder(by, [[mug, 1]]), by);
      }),
    );
    const outcomes = await Promise.all(saves.map((save) => save(mug, 2)));
    expect(won(outcomes)).toBe(2);
    for (const outcome of outcomes)
      if (!outcome.ok) expect(outcome.problem).toMatchObject({ kind: 'not-available', available: 1 });
    expect(await stockOf(fresh.db, mug)).toEqual({ onHand: 8, held: 8 });
  });

  test('and the start of packing never both succeed, and staff are notified of the change', async () => {
    const mug = await aMug(fresh.db, { onHand: 50 });
    for (let round = 0; round < 5; round++) {
      const orderId = await anOrder(customer, [[mug, 1]]);
      await bringTo(staff, orderId, 'confirmed');
      const save = await opened(orderId);
      const { version } = await storedOrder(fresh.db, orderId);
      const [changed, packed] = await Promise.all([
        save(mug, 2),
        changeOrderStatus(staff, { orderId, to: 'packing', reason: '', version }, NOW),
      ]);
      // Never both: staff who start to pack have seen the lines they pack.
      expect(won([changed, packed])).toBe(1);
      if (!changed.ok) expect(changed.problem).toMatchObject({ kind: 'too-late', status: 'packing' });
      if (!packed.ok) expect(packed.problem).toEqual({ kind: 'stale' });
    }
  });

  test('and a cancellation run one after the other, and no unit is lost', async () => {
    const mug = await aMug(fresh.db, { onHand: 50 });
    const orderId = await anOrder(customer, [[mug, 3]]);
    const save = await opened(orderId);
    const [, cancelled] = await Promise.all([save(mug, 9), cancelOrder(customer, orderId, NOW)]);
    expect(cancelled).toMatchObject({ ok: true });
    expect(await stockOf(fresh.db, mug)).toEqual({ onHand: 50, held: 0 });
  });
});
