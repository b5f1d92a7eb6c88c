/** Locks a walk-in, so that two tablets change it one after the other. */
import { eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { walkIns } from '#db/schema/walk-ins.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { WalkInProblem } from './walk-in.ts';

export type LockedWalkIn = typeof walkIns.$inferSelect;

/** Refuses one that has ended. One that is an order already is returned with its id. */
export async function lockWalkIn(tx: Transaction, id: string): Promise<Result<LockedWalkIn, WalkInProblem>> {
  if (!isUuid(id)) return refuse({ kind: 'not-found' });
  const [row] = await tx.select().from(walkIns).where(eq(walkIns.id, id)).for('no key update');
  return row ? succeed(row) : refuse({ kind: 'not-found' });
}

/** Refuses one that is an order already: its units are changed there. */
export async function lockOpenWalkIn(
  tx: Transaction,
  id: string,
): Promise<Result<LockedWalkIn, WalkInProblem>> {
  const locked = await lockWalkIn(tx, id);
  if (!locked.ok || locked.value.orderId === null) return locked;
  return refuse({ kind: 'ordered', orderId: await numberOf(tx, locked.value.orderId) });
}

/** The number that people read. @param orderId the row's id */
export async function numberOf(tx: Transaction, orderId: string): Promise<string> {
  const [order] = await tx.select({ number: orders.orderId }).from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Error('the order of a walk-in is not there');
  return order.number;
}
