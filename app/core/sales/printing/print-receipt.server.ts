/** Staff at the counter: print a receipt or labels, and say what became of a paper whose printer never said. */
import { eq, sum } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { printers, printJobs } from '#db/schema/printing.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { tellPages } from './on-printer.server.ts';
import { MOST_PRINTED_LABELS, type PrintAnswer, type PrintingProblem } from './printing.ts';

type Outcome<T = null> = Result<T, PrintingProblem>;

/** Of an order, 'ORD042', on a printer, once for a key. */
type Asked = { number: string; printerId: string; key: string };

/** Refused: an order that is not completed, a printer that is gone, and one for labels alone. */
export function printReceipt(actor: Actor, { number, printerId, key }: Asked): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Outcome>(async (tx) => {
    const [order] = await tx
      .select({ id: orders.id, status: orders.status })
      .from(orders)
      .where(eq(orders.orderId, number));
    if (!order || !isUuid(printerId)) return refuse({ kind: 'not-found' });
    if (order.status !== 'completed') return refuse({ kind: 'not-completed' });
    const printer = await aimAt(tx, printerId);
    if (!printer) return refuse({ kind: 'not-found' });
    if (printer.maker === 'zebra') return refuse({ kind: 'not-its-use' });
    await tx
      .insert(printJobs)
      .values({ printerId, kind: 'receipt', orderId: order.id, key: `again:${order.id}:${key}` })
      .onConflictDoNothing();
    await tellPages(tx);
    return succeed(null);
  });
}

/** Of its bag and of each unit. Refused: a printer that is gone or is for no labels, and more than it prints at once. */
export function printLabels(actor: Actor, { number, printerId, key }: Asked): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Outcome>(async (tx) => {
    const [order] = await tx
      .select({ id: orders.id, units: sum(orderItems.quantity).mapWith(Number) })
      .from(orders)
      .leftJoin(orderItems, eq(orderItems.orderId, orders.id))
      .where(eq(orders.orderId, number))
      .groupBy(orders.id);
    if (!order || !isUuid(printerId)) return refuse({ kind: 'not-found' });
    if (order.units + 1 > MOST_PRINTED_LABELS) return refuse({ kind: 'too-many-labels' });
    const printer = await aimAt(tx, printerId);
    if (!printer) return refuse({ kind: 'not-found' });
    if (!printer.printsLabels) return refuse({ kind: 'not-its-use' });
    await tx
      .insert(printJobs)
      .values({ printerId, kind: 'labels', orderId: order.id, key: `labels:${order.id}:${key}` })
      .onConflictDoNothing();
    await tellPages(tx);
    return succeed(null);
  });
}

/** The printer, which is not removed before the commit. */
async function aimAt(tx: Transaction, id: string) {
  const [printer] = await tx
    .select({ maker: printers.maker, printsLabels: printers.printsLabels })
    .from(printers)
    .where(eq(printers.id, id))
    .for('key share');
  return printer ?? null;
}

/** Refused: a paper that waits or is printed by now, but for one that waits and is not needed. */
export function settlePrint(
  actor: Actor,
  { id, answer }: { id: string; answer: PrintAnswer },
  clock = systemClock,
): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Outcome>(async (tx) => {
    if (!isUuid(id)) return refuse({ kind: 'not-found' });
    const [known] = await tx
      .select({ printerId: printJobs.printerId })
      .from(printJobs)
      .where(eq(printJobs.id, id));
    if (!known) return refuse({ kind: 'not-found' });
    // As the printer does: what it says and what a person says come one after the other.
    await tx
      .select({ id: printers.id })
      .from(printers)
      .where(eq(printers.id, known.printerId))
      .for('no key update');
    const [job] = await tx.select().from(printJobs).where(eq(printJobs.id, id));
    if (!job) return refuse({ kind: 'not-found' });
    const isOpen = job.status === 'asked' || job.status === 'failed';
    if (!isOpen && !(answer === 'drop' && job.status === 'waiting')) return refuse({ kind: 'settled' });
    const mine = eq(printJobs.id, id);
    if (answer === 'drop') await tx.delete(printJobs).where(mine);
    else
      await tx
        .update(printJobs)
        .set(
          answer === 'printed'
            ? { status: 'printed', endedAt: asDate(clock()), problem: null }
            : { status: 'waiting', takenAt: null, problem: null },
        )
        .where(mine);
    await tellPages(tx);
    return succeed(null);
  });
}
