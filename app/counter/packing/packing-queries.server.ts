/** Loads orders as they are packed: lines with their lots, what is in the bag, and who packs it. */
import { inArray } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { UnitsOut } from '#core/goods/stock/put-back/put-back.ts';
import { readUnitsOut } from '#core/goods/stock/put-back/units-out-queries.server.ts';
import { may, type SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { arrivalToday } from '#core/sales/orders/hand-over/arrival.ts';
import { isOrderNumber } from '#core/sales/orders/order.ts';
import { type BagUnit, readBags, readBagUnits } from '#core/sales/orders/packing/bag-queries.server.ts';
import { type BagLine, packedOf } from '#core/sales/orders/packing/unit-to-pack.ts';
import { database } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { newId } from '#kernel/ids.ts';
import { formatDateTime, formatTime, instantOf, systemClock } from '#kernel/time.ts';
import type { PackedRow, PackingOrder } from '../day/packing-order.ts';
import { packingStep } from '../day/packing-step.ts';

/** null if there is no such order, and for actors who may not manage orders. */
export async function readPackingOrder(
  actor: SignedIn,
  number: string,
  now = systemClock(),
): Promise<PackingOrder | null> {
  return (await readPackingOrders(actor, [number], now))[0] ?? null;
}

/** Those of several orders that exist, in no order; none for actors who may not manage orders. */
export async function readPackingOrders(
  actor: SignedIn,
  numbers: readonly string[],
  now = systemClock(),
): Promise<PackingOrder[]> {
  if (!may(actor, 'orders.manage')) return [];
  const found = await database()
    .select()
    .from(orders)
    .where(inArray(orders.orderId, numbers.filter(isOrderNumber)));
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const [{ store }, bags, units, unitsOut] = await Promise.all([
    readSettings(),
    readBags(database(), ids),
    readBagUnits(database(), ids),
    readUnitsOut(database(), ids),
  ]);
  const inBags = Map.groupBy(units, ({ reservationId }) => reservationId);
  return found.map((order) =>
    present(order, bags.get(order.id) ?? [], inBags, {
      ...{ actor, now, zone: store.zone },
      takeOut: unitsOut.get(order.id) ?? [],
    }),
  );
}

type Order = typeof orders.$inferSelect;
type Viewed = { actor: SignedIn; now: Temporal.Instant; zone: string };

/** @param inBags the units of each line that were packed one by one */
function present(
  order: Order,
  bag: readonly BagLine[],
  inBags: ReadonlyMap<string, readonly BagUnit[]>,
  { actor, now, zone, takeOut }: Viewed & { takeOut: UnitsOut[] },
): PackingOrder {
  const timeOf = (at: number) => formatTime(instantOf(new Date(at)), zone);
  const lines = bag.map((line) => ({
    ...line,
    packed: packedOf(line),
    key: newId<string>(),
    inBag: inBagOf(line, inBags.get(line.reservationId) ?? [], timeOf),
  }));
  return {
    id: order.id,
    number: order.orderId,
    version: order.version,
    status: order.status,
    holder: order.pickupName ?? order.userName,
    customer: order.userName,
    arrival: arrivalToday(order, now, zone),
    pickup: order.pickupStartsAt && formatDateTime(instantOf(order.pickupStartsAt), zone),
    isWalkIn: order.isWalkIn,
    notes: { customerNote: order.customerNote, pickupName: order.pickupName },
    note: order.note,
    lines,
    packed: lines.reduce((sum, { packed }) => sum + packed, 0),
    units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    missing: lines.reduce((sum, { missing }) => sum + missing, 0),
    takeOut,
    packer: order.packerName,
    step: packingStep(order, bag, actor.userId),
    key: newId<string>(),
  };
}

/** By lot: the units that were packed one by one, then those that were packed at once. */
function inBagOf(line: BagLine, units: readonly BagUnit[], timeOf: (at: number) => string): PackedRow[] {
  return line.lots.flatMap(({ lotId, batchNumber, packed }): PackedRow[] => {
    const own = units.filter((unit) => unit.lotId === lotId);
    const rows = own.map(({ id, retailUnit, packedBy, packedAt }) => ({
      unit: id,
      batchNumber,
      code: retailUnit?.slice(-6) ?? null,
      by: packedBy,
      at: timeOf(packedAt),
    }));
    const rest = packed - own.length;
    return rest > 0 ? [...rows, { unit: null, batchNumber, lotId, packed, units: rest }] : rows;
  });
}
