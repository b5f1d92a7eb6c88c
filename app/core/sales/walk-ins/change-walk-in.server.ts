/** Changes what a walk-in will buy, or ends it before it is an order. Nothing is held yet: the order holds it. */
import { eq } from 'drizzle-orm';
import { menuSeen } from '#core/goods/stock/lock-menu.server.ts';
import { unitsGoodOn } from '#core/goods/stock/lots/lots.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { readNamed } from '#core/sales/orders/packing/scanned-goods-queries.server.ts';
import type { ScannedCode } from '#core/sales/orders/scan/scanned-code.ts';
import type { Transaction } from '#db/client.ts';
import { type StoredWalkInUnit, walkIns } from '#db/schema/walk-ins.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, storeDate, systemClock } from '#kernel/time.ts';
import { type LockedWalkIn, lockOpenWalkIn } from './lock-walk-in.server.ts';
import { linesOf, type WalkInProblem, withQuantity, withUnit } from './walk-in.ts';

/** `name` of the product, and how many units of it the walk-in has now. */
export type ChangedLine = { name: string; quantity: number };
type Outcome = Result<ChangedLine, WalkInProblem>;

/** A unit as it was scanned, with the text of its code. */
export type ScannedUnit = { key: string; code: ScannedCode; text: string };

/**
 * Adds the unit that a code names. Refuses what packing would refuse of the unit itself, such as a recalled batch or a
 * unit in another bag, and more than is available. The same scan, sent again, adds nothing.
 */
export async function addScanned(
  actor: Actor,
  id: string,
  { key, code, text }: ScannedUnit,
  now = systemClock(),
): Promise<Outcome> {
  return change(actor, id, now, async (tx, walkIn) => {
    const named = await readNamed(tx, code, id);
    if (named.kind === 'nothing') return refuse({ kind: 'no-goods' });
    if (named.kind === 'order') return refuse({ kind: 'order-code', orderId: named.orderId });
    const { productId, name, lot, unit, inBag } = named.goods;
    if (lot && lot.status !== 'sellable') {
      const { batchNumber, status } = lot;
      return refuse({ kind: 'unit', problem: { kind: 'off-sale', name, batchNumber, status } });
    }
    if (inBag) return refuse({ kind: 'unit', problem: { kind: 'in-a-bag', name, isThis: false, ...inBag } });
    const units = withUnit(walkIn.units, { key, productId, code: text, unit }, name);
    return units.ok ? succeed({ productId, units: units.value }) : units;
  });
}

/** Gives a product of the menu this many units; 0 removes it. The same form twice is the same quantity. */
export async function setQuantity(
  actor: Actor,
  id: string,
  wanted: { productId: number; quantity: number },
  now = systemClock(),
): Promise<Outcome> {
  return change(actor, id, now, async (_tx, walkIn) => {
    const units = withQuantity(walkIn.units, wanted, newId<string>);
    return units.ok ? succeed({ productId: wanted.productId, units: units.value }) : units;
  });
}

type Change = { productId: number; units: readonly StoredWalkInUnit[] };

async function change(
  actor: Actor,
  id: string,
  now: ReturnType<typeof systemClock>,
  decide: (tx: Transaction, walkIn: LockedWalkIn) => Promise<Result<Change, WalkInProblem>>,
): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  const settings = await readSettings();
  const today = storeDate(now, settings.store.zone);
  return asStaff<Outcome>(async (tx) => {
    const locked = await lockOpenWalkIn(tx, id);
    if (!locked.ok) return locked;
    const decided = await decide(tx, locked.value);
    if (!decided.ok) return decided;
    const { productId, units } = decided.value;
    const quantityIn = (all: readonly StoredWalkInUnit[]) =>
      linesOf(all).find((line) => line.productId === productId)?.quantity ?? 0;
    const quantity = quantityIn(units);
    const seen = await menuSeen(tx, [{ productId, quantity }], { settings, now }, { person: null });
    const product = seen.get(productId);
    const name = product?.name ?? 'This product';
    if (quantity > quantityIn(locked.value.units)) {
      if (!product?.isOnMenu) return refuse({ kind: 'not-on-menu', name });
      const available = unitsGoodOn(product.lots, today.toString());
      if (quantity > available)
        return refuse({ kind: 'not-available', lines: [{ productId, name, wanted: quantity, available }] });
    }
    await tx
      .update(walkIns)
      .set({ units: [...units], touchedAt: asDate(now) })
      .where(eq(walkIns.id, id));
    return succeed({ name, quantity });
  });
}

/** Ends a walk-in that is no order yet: nothing of it stays. One that has ended before is not an error. */
export async function endWalkIn(actor: Actor, id: string): Promise<Result<null, WalkInProblem>> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<null, WalkInProblem>>(async (tx) => {
    const locked = await lockOpenWalkIn(tx, id);
    if (!locked.ok) return locked.problem.kind === 'not-found' ? succeed(null) : locked;
    await tx.delete(walkIns).where(eq(walkIns.id, id));
    return succeed(null);
  });
}
