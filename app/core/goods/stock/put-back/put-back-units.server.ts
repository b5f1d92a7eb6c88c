/**
 * Records that units of a bag are out of it and back in their place, or that they are not. Stock does not change: they have
 * been free, or set aside, since the order lost them.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { orders } from '#db/schema/orders.ts';
import { lots, putBacks } from '#db/schema/stock.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import type { PutBackProblem, UnitsOut } from './put-back.ts';

/** What a tick is about; `units` are those of this tick. */
type Ticked = Pick<UnitsOut, 'units' | 'name' | 'batchNumber' | 'lotStatus' | 'shelfPlace'>;

type Outcome = Result<Ticked & { changed: boolean }, PutBackProblem>;

/**
 * Ticks units off. A second press, and one on another tablet, changes nothing: the first person stays on record.
 * @param order its number, for a press on its page: another order's row is refused
 */
export function putBackUnits(
  actor: Actor,
  id: string,
  now = systemClock(),
  order?: string,
): Promise<Outcome> {
  return onRow(actor, { id, order }, async (tx, staff, row) => {
    if (row.doneAt !== null) return null;
    await tx.update(putBacks).set(doneBy(staff, now)).where(eq(putBacks.id, id));
    return { action: 'order.put-back', units: row.units };
  });
}

/**
 * Ticks one unit off, whose code was scanned; the others of its row stay on the list.
 * @param key a uuid of the scan: sent again, it ticks nothing more
 * @param order as above
 */
export function putBackOne(
  actor: Actor,
  { id, key, order }: { id: string; key: string; order?: string },
  now = systemClock(),
): Promise<Outcome> {
  return onRow(actor, { id, order }, async (tx, staff, row) => {
    if (row.doneAt !== null) return null;
    const done = doneBy(staff, now);
    const [before] = await tx.select({ id: putBacks.id }).from(putBacks).where(eq(putBacks.id, key));
    if (before) return null;
    if (row.units === 1) {
      await tx.update(putBacks).set(done).where(eq(putBacks.id, id));
      return { action: 'order.put-back', units: 1 };
    }
    const { orderId, lotId, createdAt } = row;
    await tx.insert(putBacks).values({ id: key, units: 1, orderId, lotId, createdAt, ...done });
    await tx
      .update(putBacks)
      .set({ units: sql`${putBacks.units} - 1` })
      .where(eq(putBacks.id, id));
    return { action: 'order.put-back', units: 1 };
  });
}

const doneBy = (staff: SignedIn, now: Temporal.Instant) => ({
  ...{ doneAt: asDate(now), doneBy: staff.userId, doneByName: staff.name },
});

/** Removes a tick, also another person’s: the units are still in the bag. */
export function undoPutBack(actor: Actor, id: string): Promise<Outcome> {
  return onRow(actor, { id }, async (tx, _, row) => {
    if (row.doneAt === null) return null;
    await tx
      .update(putBacks)
      .set({ doneAt: null, doneBy: null, doneByName: null })
      .where(eq(putBacks.id, id));
    return { action: 'order.put-back-undone', units: row.units };
  });
}

type Row = typeof putBacks.$inferSelect;

function onRow(
  actor: Actor,
  { id, order }: { id: string; order?: string | undefined },
  write: (
    tx: Transaction,
    staff: SignedIn,
    row: Row,
  ) => Promise<{ action: 'order.put-back' | 'order.put-back-undone'; units: number } | null>,
): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Outcome>(async (tx, staff) => {
    if (!isUuid(id)) return refuse({ kind: 'not-found' });
    const [row] = await tx.select().from(putBacks).where(eq(putBacks.id, id)).for('no key update');
    if (!row || (order !== undefined && !(await isOf(tx, row, order)))) return refuse({ kind: 'not-found' });
    const [lot] = await tx
      .select({
        productId: lots.productId,
        name: products.name,
        batchNumber: lots.batchNumber,
        lotStatus: lots.status,
        shelfPlace: lots.shelfPlace,
      })
      .from(lots)
      .innerJoin(products, eq(products.id, lots.productId))
      .where(eq(lots.id, row.lotId));
    if (!lot) throw new Error('units to put back have no lot');
    const { productId, batchNumber } = lot;
    const written = await write(tx, staff, row);
    if (written === null) return succeed({ ...lot, units: row.units, changed: false });
    const { action, units } = written;
    await recordAudit(tx, staff, {
      action,
      subject: 'order',
      subjectId: row.orderId,
      after: { productId, batchNumber, units },
    });
    await announce(tx, 'orders', `order:${row.orderId}`);
    return succeed({ ...lot, units, changed: true });
  });
}

async function isOf(tx: Transaction, { orderId }: Row, order: string): Promise<boolean> {
  return (await tx.$count(orders, and(eq(orders.id, orderId), eq(orders.orderId, order)))) > 0;
}
