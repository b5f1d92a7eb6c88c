/** Tests the form that changes a lot's units: it needs a reason, and asks about a count that takes many units. */

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOwnAdjustment } from '#core/goods/stock/ledger-queries.server.ts';
import { undoAdjustment } from '#core/goods/stock/undo-adjustment.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { lots } from '#db/schema/stock.ts';
import { systemClock } from '#kernel/time.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { anOrder, stockOf } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import type { AdjustRefusal } from './adjust-form.tsx';
import { answerAdjust } from './answer-adjust.server.ts';

const fresh = freshShop(afterAll);
let staff: SignedIn;
beforeAll(async () => {
  staff = await aPerson(fresh.db, { role: 'staff' });
});

async function aLot(onHand: number) {
  const productId = await aProduct(fresh.db, { onHand });
  const [lot] = await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, productId));
  return { productId, lotId: lot?.id ?? 0 };
}

/** The refusal; null if it is saved. */
async function send(
  lotId: number,
  fields: Record<string, string>,
  chosen: readonly string[] = [],
): Promise<AdjustRefusal | null> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ note: '', ...fields })) form.set(name, value);
  for (const reservation of chosen) form.append('chosen', reservation);
  const answer = await answerAdjust(staff, lotId, form);
  return answer instanceof Response ? null : answer.data;
}

test('a reason must be chosen', async () => {
  const { productId, lotId } = await aLot(32);
  const refused = await send(lotId, { units: '1', expected: '32' });
  expect(refused).toMatchObject({ errors: { reason: ['Choose a reason.'] }, values: { units: '1' } });
  expect((await stockOf(fresh.db, productId))?.onHand).toBe(32);
});

test('a count that removes most of a lot asks first, and offers Undo to its author', async () => {
  const { productId, lotId } = await aLot(32);
  const one = { reason: 'count', units: '1', expected: '32' };
  const asked = await send(lotId, one);
  expect(asked?.message).toContain('takes 31 of 32 units off the shelf');
  expect((await stockOf(fresh.db, productId))?.onHand).toBe(32);
  // A number that differs from the confirmed one also asks.
  expect(await send(lotId, { ...one, units: '2', confirmed: asked?.confirm ?? '' })).not.toBeNull();
  expect(await send(lotId, { ...one, confirmed: asked?.confirm ?? '' })).toBeNull();
  expect((await stockOf(fresh.db, productId))?.onHand).toBe(1);

  const lot = { productId, lotId };
  const now = systemClock();
  expect(await readOwnAdjustment(await aPerson(fresh.db, { role: 'staff' }), lot, now)).toBeNull();
  expect(await readOwnAdjustment(staff, lot, now.add({ minutes: 11 }))).toBeNull();
  const own = await readOwnAdjustment(staff, lot, now);
  expect(own).toMatchObject({ units: -31, reason: 'count' });
  expect(await undoAdjustment(staff, { lotId, ledgerId: own?.ledgerId ?? 0 })).toMatchObject({ ok: true });
  expect(await readOwnAdjustment(staff, lot, now)).toBeNull();
  expect((await stockOf(fresh.db, productId))?.onHand).toBe(32);
});

test('a count that empties a shelf with a waiting order saves after two questions, each asked once', async () => {
  const { productId, lotId } = await aLot(32);
  await anOrder(await aPerson(fresh.db), [[productId, 1]]);
  const none = { reason: 'count', units: '0', expected: '32' };
  const drop = await send(lotId, none);
  expect(drop).toMatchObject({ confirm: '32 → 0', lines: [] });
  const who = await send(lotId, { ...none, confirmed: drop?.confirm ?? '' });
  expect(who).toMatchObject({ confirm: '32 → 0', lines: [{ units: 1 }] });
  // Another number is asked about, and the choice stays.
  const other = await send(lotId, { ...none, units: '1', confirmed: who?.confirm ?? '' }, who?.chosen);
  expect(other).toMatchObject({ confirm: '32 → 1', lines: [{ units: 1 }], chosen: who?.chosen });
  expect(await send(lotId, { ...none, confirmed: who?.confirm ?? '' }, who?.chosen)).toBeNull();
  expect((await stockOf(fresh.db, productId))?.onHand).toBe(0);
});

test('a small difference and one broken unit save at once', async () => {
  const { productId, lotId } = await aLot(32);
  expect(await send(lotId, { reason: 'count', units: '31', expected: '32' })).toBeNull();
  expect(await send(lotId, { reason: 'damaged', units: '1', expected: '31' })).toBeNull();
  expect((await stockOf(fresh.db, productId))?.onHand).toBe(30);
});
