/** Orders that a person who leaves was packing are free to others, for a command that has checked the permission. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Database, Transaction } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { announce } from '#platform/live/announce.ts';

/** Of an order that is ready or ended it is a record who packed it. */
const packedBy = (userId: string) =>
  and(eq(orders.packerId, userId), inArray(orders.status, ['pending', 'confirmed', 'packing']));

/** By number. */
export function readPackedBy(db: Pick<Database | Transaction, 'select'>, userId: string) {
  return db
    .select({ id: orders.id, name: orders.orderId })
    .from(orders)
    .where(packedBy(userId))
    .orderBy(asc(orders.orderId));
}

/** What is in their bags stays there, with the name of who packed it. Returns the numbers. */
export async function freeOrders(
  tx: Transaction,
  admin: SignedIn,
  from: { userId: string; name: string },
): Promise<{ name: string }[]> {
  const found = await tx
    .select({ id: orders.id, name: orders.orderId })
    .from(orders)
    .where(packedBy(from.userId))
    .orderBy(asc(orders.id))
    .for('no key update');
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  await tx
    .update(orders)
    .set({ packerId: null, packerName: null, updatedAt: new Date() })
    .where(inArray(orders.id, ids));
  await recordAudit(
    tx,
    admin,
    ids.map((id) => ({
      ...({ action: 'order.packer-changed', subject: 'order', subjectId: id } as const),
      ...{ before: { packer: from.name }, after: { packer: null } },
    })),
  );
  await announce(tx, 'orders', ...ids.map((id) => `order:${id}` as const));
  return found;
}
