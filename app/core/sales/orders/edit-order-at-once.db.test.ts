/** Tests two people editing one order, and many edits at the same time. */
import { and, eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { orderItems, pickupReservations } from '#db/schema/orders.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import {
  aMug,
  anOrder,
  auditOf,
  bringTo,
  edit as editAs,
  LATER_SLOT,
  NOW,
  SLOT,
  stockOf as stockIn,
  storedOrder,
  takenIn,
} from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { changeOrderStatus } from './change-order-status.server.ts';
import { editOrder } from './edit-order.server.ts';

const fresh = freshShop(afterEach);
let staff: SignedIn;

beforeAll(async () => {
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
});

const edit = (orderId: string, wanted: Parameters<typeof editAs>[3] = {}) =>
  editAs(fresh.db, staff, orderId, wanted);
const stockOf = (productId: number) => stockIn(fresh.db, productId);
const refused = (problem: object) => ({ ok: false, problem });

describe('a stale save', () => {
  test('lists field by field what changed since, and the version to save over', async () => {
    const [mug, cap, pin] = [
      await aMug(fresh.db, { name: 'Mug' }),
      await aMug(fresh.db, { name: 'Cap' }),
      await aMug(fresh.db, { name: 'Pin' }),
    ];
    const orderId = await anOrder(await aPerson(fresh.db), [
      [mug, 1],
      [cap, 1],
    ]);
    const base = {
      slot: '2026-06-06T18:00:00Z',
      note: '',
      [`quantity-${mug}`]: '1',
      [`quantity-${cap}`]: '1',
    };
    await edit(orderId, {
      slotStartsAt: LATER_SLOT,
      note: 'Theirs',
      to: [
        [mug, 3],
        [pin, 2],
      ],
    });
    const before = await storedOrder(fresh.db, orderId);
    const mine = {
      slot: '2026-06-06T18:00:00Z',
      note: 'Mine',
      [`quantity-${mug}`]: '2',
      [`quantity-${cap}`]: '1',
    };
    const lines = [
      { productId: mug, quantity: 2 },
      { productId: cap, quantity: 1 },
    ];
    const stale = await editOrder(
      staff,
      orderId,
      { version: 1, slotStartsAt: SLOT, note: 'Mine', reason: 'Mine', lines },
      { base, mine },
      NOW,
    );
    expect(stale).toMatchObject(
      refused({
        kind: 'stale',
        stale: {
          version: 2,
          changes: [
            {
              field: 'slot',
              label: 'Pickup time',
              theirs: '2026-06-06T19:00:00Z',
              theirsText: 'Jun 6, 2026 3:00 PM',
              mineText: 'Jun 6, 2026 2:00 PM',
            },
            { field: 'note', label: 'Note', before: '', theirs: 'Theirs', mine: 'Mine' },
            { field: `quantity-${mug}`, label: 'Mug', before: '1', theirs: '3', mine: '2' },
            { field: `quantity-${pin}`, label: 'Pin', theirs: '2', mineText: 'Not on your form' },
            { field: `quantity-${cap}`, label: 'Cap', before: '1', theirs: '0', mine: '1' },
          ],
        },
      }),
    );
    expect(await storedOrder(fresh.db, orderId)).toEqual(before);
    // The form starts again from what is stored, so saving again succeeds.
    expect(
      await editOrder(
        staff,
        orderId,
        { version: 2, slotStartsAt: SLOT, note: 'Mine', reason: 'Mine', lines },
        { base: { ...base, note: 'Theirs' }, mine },
        NOW,
      ),
    ).toMatchObject({ ok: true, value: { version: 3 } });
  });

  test('also follows a change of status', async () => {
    const mug = await aMug(fresh.db);
    const orderId = await anOrder(await aPerson(fresh.db), [[mug, 1]]);
    const base = { slot: '2026-06-06T18:00:00Z', note: '', [`quantity-${mug}`]: '1' };
    await bringTo(staff, orderId, 'packing');
    const lines = [{ productId: mug, quantity: 2 }];
    expect(
      await editOrder(
        staff,
        orderId,
        { version: 1, slotStartsAt: SLOT, note: '', reason: 'Late', lines },
        { base, mine: { ...base, [`quantity-${mug}`]: '2' } },
        NOW,
      ),
    ).toEqual(refused({ kind: 'stale', stale: { version: 3, changes: [] } }));
  });
});

describe('edits at once', () => {
  test('of one version succeed once out of twenty, and the others are refused as stale', async () => {
    const mug = await aMug(fresh.db, { onHand: 40 });
    const orderId = await anOrder(await aPerson(fresh.db), [[mug, 1]]);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => edit(orderId, { version: 1, to: [[mug, index + 2]] })),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.problem.kind === 'stale')).toHaveLength(19);
    expect(await auditOf(fresh.db, orderId)).toHaveLength(1);
    const { items, version } = await storedOrder(fresh.db, orderId);
    expect(version).toBe(2);
    expect(await stockOf(mug)).toEqual({ onHand: 40, held: items[0]?.quantity });
  });

  test('of orders that grow into the same last units get no more than exist', async () => {
    const mug = await aMug(fresh.db, { onHand: 20 });
    const made: string[] = [];
    for (let index = 0; index < 10; index++) made.push(await anOrder(await aPerson(fresh.db), [[mug, 1]]));
    const outcomes = await Promise.all(made.map((orderId) => edit(orderId, { to: [[mug, 4]] })));
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(3);
    expect(await stockOf(mug)).toEqual({ onHand: 20, held: 19 });
  });

  test('that move orders in both directions between two slots all succeed', async () => {
    const mug = await aMug(fresh.db, { onHand: 40 });
    const made: string[] = [];
    for (let index = 0; index < 20; index++)
      made.push(await anOrder(await aPerson(fresh.db), [[mug, 1]], index % 2 ? SLOT : LATER_SLOT));
    const before = [await takenIn(fresh.db, SLOT), await takenIn(fresh.db, LATER_SLOT)];
    const outcomes = await Promise.all(
      made.map((orderId, index) => edit(orderId, { slotStartsAt: index % 2 ? LATER_SLOT : SLOT })),
    );
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
    expect([await takenIn(fresh.db, SLOT), await takenIn(fresh.db, LATER_SLOT)]).toEqual(before);
  });

  test('and a cancellation run one after the other, and no unit is lost', async () => {
    for (let round = 0; round < 5; round++) {
      const mug = await aMug(fresh.db);
      const orderId = await anOrder(await aPerson(fresh.db), [[mug, 1]]);
      await Promise.all([
        edit(orderId, { to: [[mug, 3]] }),
        changeOrderStatus(staff, { orderId, to: 'cancelled', reason: 'x', version: null }, NOW),
      ]);
      expect(await storedOrder(fresh.db, orderId)).toMatchObject({ status: 'cancelled' });
      expect(await stockOf(mug)).toEqual({ onHand: 10, held: 0 });
      const open = await fresh.db
        .select({ id: orderItems.id })
        .from(orderItems)
        .innerJoin(pickupReservations, eq(pickupReservations.id, orderItems.reservationId))
        .where(and(eq(orderItems.productId, mug), eq(pickupReservations.status, 'reserved')));
      expect(open).toEqual([]);
    }
  });
});
