/** Takes a unit out of an order's bag again. */

import { removePackedUnit } from '#core/goods/stock/packed-units.server.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Transaction } from '#db/client.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { readBag, readBagUnits } from './bag-queries.server.ts';
import { type LockedBag, lockBag, packAgain } from './lock-bag.server.ts';
import type { PackProblem } from './pack-problem.ts';
import { type PackedLine, packedLine } from './unit-to-pack.ts';

export type TakeOutInput = { orderId: string } & (
  | { unitId: string }
  /** One of the units that were packed all at once. `packed` is how many of the lot were in the bag on the page. */
  | { reservationId: string; lotId: number; packed: number }
);

type Outcome = Result<PackedLine, PackProblem>;
type Out = {
  id: string | null;
  reservationId: string;
  lotId: number;
  before: { productId: number; batchNumber: string; retailItemId?: string; packer: string | null };
};

/**
 * The unit's code is free again, and a ready order has to be packed again. Refuses a unit that is not in the bag, and an
 * order that is not the actor's to pack.
 */
export async function takeOutUnit(actor: Actor, input: TakeOutInput, now = systemClock()): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Outcome>(async (tx, actor) => {
    const bag = await lockBag(tx, input.orderId, actor);
    if (!bag.ok) return bag;
    const { order } = bag.value;
    const out = await find(tx, bag.value, input);
    if (!out) return refuse({ kind: 'changed' });
    await removePackedUnit(tx, out);
    await packAgain(tx, order, actor, asDate(now));
    await recordAudit(tx, actor, {
      action: 'order.unit-taken-out',
      subject: 'order',
      subjectId: order.id,
      before: out.before,
    });
    await announce(tx, 'orders', `order:${order.id}`);
    return succeed(packedLine(await readBag(tx, order.id), out.reservationId));
  });
}

/** The unit in the bag; null if it is not there. */
async function find(tx: Transaction, { order, lines }: LockedBag, input: TakeOutInput): Promise<Out | null> {
  const units = await readBagUnits(tx, [order.id]);
  if ('unitId' in input) {
    const unit = units.find(({ id }) => id === input.unitId);
    const line = lines.find(({ reservationId }) => reservationId === unit?.reservationId);
    if (!unit || !line) return null;
    const { id, reservationId, lotId, batchNumber, retailUnit, packedBy } = unit;
    const code = retailUnit === null ? {} : { retailItemId: retailUnit };
    return {
      ...{ id, reservationId, lotId },
      before: { productId: line.productId, batchNumber, ...code, packer: packedBy },
    };
  }
  const { reservationId, lotId, packed } = input;
  const line = lines.find((each) => each.reservationId === reservationId);
  const lot = line?.lots.find((each) => each.lotId === lotId);
  const own = units.filter((unit) => unit.reservationId === reservationId && unit.lotId === lotId);
  if (!line || lot?.packed !== packed || packed <= own.length) return null;
  const { productId } = line;
  return {
    ...{ id: null, reservationId, lotId },
    before: { productId, batchNumber: lot.batchNumber, packer: order.packerName },
  };
}
