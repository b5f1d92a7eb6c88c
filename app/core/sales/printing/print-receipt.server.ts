/** Staff at the counter: prints a receipt, and says what became of a paper whose printer never said. */
import { eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { orders } from '#db/schema/orders.ts';
import { printers, printJobs } from '#db/schema/printing.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { tellPages } from './on-printer.server.ts';
import type { PrintAnswer, PrintingProblem } from './printing.ts';

type Outcome<T = null> = Result<T, PrintingProblem>;

/**
 * Once for a key. Refused: an order that is not completed, and a printer that is gone.
 * @param number 'ORD042'
 */
export function printReceipt(
  actor: Actor,
  { number, printerId, key }: { number: string; printerId: string; key: string },
): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Outcome>(async (tx) => {
    const [order] = await tx
      .select({ id: orders.id, status: orders.status })
      .from(orders)
      .where(eq(orders.orderId, number));
    if (!order || !isUuid(printerId)) return refuse({ kind: 'not-found' });
    if (order.status !== 'completed') return refuse({ kind: 'not-completed' });
    const [printer] = await tx
      .select({ id: printers.id })
      .from(printers)
      .where(eq(printers.id, printerId))
      .for('key share');
    if (!printer) return refuse({ kind: 'not-found' });
    await tx
      .insert(printJobs)
      .values({ printerId, kind: 'receipt', orderId: order.id, key: `again:${order.id}:${key}` })
      .onConflictDoNothing();
    await tellPages(tx);
    return succeed(null);
  });
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
