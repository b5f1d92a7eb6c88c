/** People who sign up at checkout, each from another address, and never confirm. */
import { randomUUID } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { expect } from 'vitest';
import { holdForSignUp, readHoldTerms } from '#core/sales/checkout/hold-for-sign-up.server.ts';
import { placeOrder } from '#core/sales/checkout/place-order.server.ts';
import { expireHolds } from '#core/sales/orders/reservations/expire-holds.server.ts';
import { readSlots } from '#core/sales/pickup/slots-queries.server.ts';
import { type Database, inTransactionOr } from '#db/client.ts';
import { signUpHolds } from '#db/schema/orders.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { productStock } from '#db/schema/stock.ts';
import { aPerson, aProduct } from './people.ts';

/** The number of simultaneous sign-ups. */
const AT_ONCE = 20;

/**
 * They want five products with four to forty units each, and every place of tomorrow. At least half of each stays
 * free for a customer, and half an hour later everything is free.
 */
export async function crowdOfSignUps(
  db: Database,
  { signUps, at }: { signUps: number; at: Temporal.Instant },
): Promise<void> {
  const stock = [4, 7, 12, 20, 40];
  const shelf = await Promise.all(stock.map((onHand) => aProduct(db, { onHand })));
  const [, tomorrow] = await readSlots(at);
  const slots = tomorrow?.slots.map(({ startsAt }) => startsAt) ?? [];
  const terms = await readHoldTerms();
  let held = 0;
  for (let next = 0; next < signUps; next += AT_ONCE) {
    const group = Array.from({ length: Math.min(AT_ONCE, signUps - next) }, (_, index) => {
      const number = next + index;
      const input = {
        signUpId: randomUUID(),
        lines: [{ productId: shelf[number % shelf.length] ?? 0, quantity: 1 + (number % 2) }],
        slotStartsAt: slots[number % slots.length] ?? null,
        expectedTotal: null,
        birthDate: '1990-02-28',
        address: `10.${200 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`,
      };
      return inTransactionOr<Awaited<ReturnType<typeof holdForSignUp>>>(async (tx, abandon) => {
        const outcome = await holdForSignUp(tx, terms, input, at);
        return outcome.ok ? outcome : abandon(outcome);
      });
    });
    const outcomes = await Promise.all(group);
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    held += outcomes.filter((outcome) => outcome.ok && outcome.value.isHeld).length;
  }
  expect(held).toBeGreaterThan(0);
  const heldOf = async () =>
    new Map(
      (await db.select().from(productStock).where(inArray(productStock.productId, shelf))).map((row) => [
        row.productId,
        row.held,
      ]),
    );
  const units = await heldOf();
  expect(shelf.map((id, index) => (units.get(id) ?? 0) <= Math.min(6, (stock[index] ?? 0) / 2))).toEqual(
    shelf.map(() => true),
  );
  const places = await db.select().from(pickupSlots);
  expect(Math.max(...places.map(({ taken }) => taken))).toBeLessThanOrEqual(6);
  const customer = await aPerson(db);
  const placed = await placeOrder(
    customer,
    {
      key: randomUUID(),
      lines: shelf.map((productId) => ({ productId, quantity: 1 })),
      reservationId: null,
      slotStartsAt: slots[0] ?? null,
      birthDate: null,
      expectedTotal: null,
    },
    at,
  );
  expect(placed).toEqual({ ok: true, value: expect.anything() });
  await expireHolds(at.add({ minutes: 31 }));
  expect([...(await heldOf()).values()]).toEqual(shelf.map(() => 1));
  expect(await db.select().from(signUpHolds)).toEqual([]);
}
