/** Packs an order unit by unit, by scan or by press. */
import { eq } from 'drizzle-orm';
import { coverMissing, dayNeeded, rebindLots, type StoreClock } from '#core/goods/stock/hold-lots.server.ts';
import { readFreeLots } from '#core/goods/stock/lots/lots-queries.server.ts';
import { packUnits } from '#core/goods/stock/packed-units.server.ts';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { Transaction } from '#db/client.ts';
import { packedUnits } from '#db/schema/stock.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import type { ScannedCode } from '../scan/scanned-code.ts';
import { readBag } from './bag-queries.server.ts';
import { type LockedBag, lockBag, packAgain } from './lock-bag.server.ts';
import type { PackProblem } from './pack-problem.ts';
import { readNamed } from './scanned-goods-queries.server.ts';
import {
  type BagLot,
  isPacked,
  type PackedLine,
  packedLine,
  type UnitToPack,
  unitsOfLine,
  unitToPack,
} from './unit-to-pack.ts';

export type PackInput = {
  orderId: string;
  /** A uuid of this press or scan: sent again, it packs nothing more. */
  key: string;
} & (
  | {
      code: ScannedCode;
      /** Why another lot than the proposed one is taken; '' for no reason. */
      otherLotBecause: string;
    }
  /** Without a scan: one unit of this line, or all that are not in the bag. */
  | { reservationId: string; all: boolean }
);

type Outcome = Result<PackedLine, PackProblem>;

/**
 * Puts one unit into the order's bag, and records who did. A lot that takes the place of the proposed one is held
 * instead of it. Refuses: what `unitToPack` refuses, a code that names no goods, and an order that is not the actor's to
 * pack.
 */
export async function packUnit(actor: Actor, input: PackInput, now = systemClock()): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  const clock: StoreClock = { now, zone: (await readSettings()).store.zone };
  return asStaff<Outcome>(async (tx, actor, abandon) => {
    const bag = await lockBag(tx, input.orderId, actor);
    if (!bag.ok) return bag;
    const { order, lines } = bag.value;
    const packed = await reservationOfKey(tx, input.key);
    if (packed !== null)
      return lines.some(({ reservationId }) => reservationId === packed)
        ? succeed(packedLine(lines, packed))
        : refuse({ kind: 'changed' });
    const chosen = await choose(tx, bag.value, input, clock);
    if (!chosen.ok) return chosen;
    const [unit] = chosen.value;
    if (!unit) return refuse({ kind: 'changed' });
    if (order.status === 'ready') {
      if (isPacked(lines)) return refuse({ kind: 'ready', orderId: order.orderId });
      await packAgain(tx, order, actor, asDate(now));
    }
    if (unit.from && 'code' in input)
      await takeOtherLot(tx, actor, bag.value, { ...unit, from: unit.from }, input.otherLotBecause, clock);
    const isWritten = await packUnits(
      tx,
      chosen.value.map(({ line, lot, unit: retailUnit }, index) => ({
        id: index === 0 ? input.key : newId(),
        reservationId: line.reservationId,
        lotId: lot.lotId,
        retailUnit,
      })),
      { userId: actor.userId, name: actor.name, at: asDate(now) },
    );
    if (!isWritten) return abandon(refuse({ kind: 'changed' }));
    await announce(tx, 'orders', `order:${order.id}`);
    return succeed(packedLine(await readBag(tx, order.id), unit.line.reservationId));
  });
}

/** The reservation whose unit was packed with this key; null for a new key. */
async function reservationOfKey(tx: Transaction, key: string): Promise<string | null> {
  const [row] = await tx
    .select({ reservationId: packedUnits.reservationId })
    .from(packedUnits)
    .where(eq(packedUnits.id, key));
  return row?.reservationId ?? null;
}

/** The units to pack: one, or all that are left of a line. */
async function choose(
  tx: Transaction,
  { order, lines }: LockedBag,
  input: PackInput,
  clock: StoreClock,
): Promise<Result<UnitToPack[], PackProblem>> {
  if (!('code' in input)) {
    const line = lines.find(({ reservationId }) => reservationId === input.reservationId);
    return line ? unitsOfLine(line, input.all) : refuse({ kind: 'changed' });
  }
  const { code, otherLotBecause } = input;
  const named = await readNamed(tx, code, order.id);
  if (named.kind === 'nothing') return refuse({ kind: 'no-goods', code });
  if (named.kind === 'order')
    return refuse({ kind: 'order-code', orderId: named.orderId, isThis: named.orderId === order.orderId });
  const { productId } = named.goods;
  const unit = unitToPack(lines, named.goods, {
    orderId: order.orderId,
    day: dayNeeded({ pickupTime: order.pickupStartsAt, holdExpiresAt: null }, clock),
    free: (await readFreeLots(tx, [productId])).get(productId) ?? [],
    isOtherLotMeant: otherLotBecause !== '',
  });
  return unit.ok ? succeed([unit.value]) : unit;
}

/** Holds a unit of the lot in the hand instead of the proposed one, and records why. */
async function takeOtherLot(
  tx: Transaction,
  actor: SignedIn,
  { order }: LockedBag,
  { line, lot, from }: UnitToPack & { from: BagLot },
  because: string,
  clock: StoreClock,
): Promise<void> {
  const { reservationId, productId } = line;
  const held = new Map(line.lots.map(({ lotId, quantity, packed }) => [lotId, { lotId, quantity, packed }]));
  const taken = held.get(lot.lotId) ?? { lotId: lot.lotId, quantity: 0, packed: 0 };
  held.set(lot.lotId, { ...taken, quantity: taken.quantity + 1 });
  held.set(from.lotId, { ...from, quantity: from.quantity - 1 });
  const shares = [...held.values()].filter(({ quantity }) => quantity > 0);
  const cause = { actorId: actor.userId, orderId: order.id, note: because };
  await rebindLots(tx, { reservationId, productId, shares }, cause);
  await coverMissing(tx, [productId], actor.userId, clock);
  await recordAudit(tx, actor, {
    action: 'order.lot-changed',
    subject: 'order',
    subjectId: order.id,
    before: { productId, batchNumber: from.batchNumber },
    after: { productId, batchNumber: lot.batchNumber },
    reason: because,
  });
  await announce(tx, 'inventory');
}
