/** Starts to pack an order, as the one person who packs it, or takes it over from another. */
import { eq } from 'drizzle-orm';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { Transaction } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { type LockedOrder, lockOrder, writeOrderStatus } from '../write-order-status.server.ts';
import type { PackingProblem, PackingStart } from './packing.ts';

type Outcome = Result<{ changed: boolean }, PackingProblem>;

/**
 * Makes the actor the packer. An order that is only reserved is accepted on the way. Pressing again changes nothing.
 * Refuses: an order that another person packs, unless the actor takes over, and whatever the state machine refuses.
 */
export async function startPacking(
  actor: Actor,
  { orderId, takeOver }: PackingStart,
  now = systemClock(),
): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  const { zone } = (await readSettings()).store;
  return asStaff<Outcome>(async (tx, actor, abandon) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse({ kind: 'not-found' });
    if (order.status === 'packing') return changePacker(tx, order, actor, takeOver, asDate(now));
    const cause = { actorId: actor.userId, now, zone, packer: actor };
    if (order.status === 'pending') {
      const accepted = await writeOrderStatus(tx, order, 'confirmed', cause);
      if (!accepted.ok) return abandon(accepted);
    }
    const from = order.status === 'pending' ? 'confirmed' : order.status;
    const started = await writeOrderStatus(tx, { ...order, status: from }, 'packing', cause);
    if (!started.ok) return abandon(started);
    await recordAudit(tx, actor, {
      action: 'order.status-changed',
      subject: 'order',
      subjectId: order.id,
      before: { status: order.status },
      after: { status: 'packing' },
    });
    return succeed({ changed: true });
  });
}

/** The order's version stays: who packs it changes nothing that an open form would overwrite. */
async function changePacker(
  tx: Transaction,
  order: LockedOrder,
  actor: SignedIn,
  takeOver: boolean,
  at: Date,
): Promise<Outcome> {
  if (order.packerId === actor.userId) return succeed({ changed: false });
  if (order.packerName !== null && !takeOver)
    return refuse({ kind: 'packed-by', orderId: order.orderId, name: order.packerName });
  await tx
    .update(orders)
    .set({ packerId: actor.userId, packerName: actor.name, updatedAt: at })
    .where(eq(orders.id, order.id));
  await recordAudit(tx, actor, {
    action: 'order.packer-changed',
    subject: 'order',
    subjectId: order.id,
    before: { packer: order.packerName },
    after: { packer: actor.name },
  });
  await announce(tx, 'orders', `order:${order.id}`);
  return succeed({ changed: true });
}
