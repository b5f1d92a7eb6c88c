/** Records a hand-over that waited on a tablet and was refused when it arrived. The customer has the goods. */
import { eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { lockProfile } from '#core/accounts/customers/lock-customer.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { handOvers, refusedHandOvers } from '#db/schema/orders.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { IdKind } from '#kernel/statuses.ts';
import { asDate, formatDateTime, instantOf, storeDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { type LockedOrder, lockOrder } from '../write-order-status.server.ts';
import { ownerOfId } from './id-owner.server.ts';
import { type OrderSince, whyRefused } from './refused-hand-over.ts';

/** What the tablet sent; amounts in cents, null if they could not be read. */
export type RefusedInput = {
  owed: number | null;
  cashReceived: number | null;
  idKind: IdKind | null;
  issuer: string | null;
  /** Of the ID; '' if it could not be read. Only the keyed hash is stored, for the day. */
  idNumber: string;
  /** The message of the refusal; '' where what happened to the order says why. */
  message: string;
};

/**
 * The actor carries the action, so it is either accepted or recorded here, once. Returns why it was refused, in words for staff.
 * @throws DoneBefore for an action that was accepted or recorded before
 */
export async function recordRefusedHandOver(
  actor: SignedIn & Required<Pick<SignedIn, 'action'>>,
  input: RefusedInput,
  now = systemClock(),
): Promise<Result<string, { kind: 'not-allowed' } | { kind: 'not-found' }>> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  const { zone } = (await readSettings()).store;
  const { id, orderNumber, doneAt } = actor.action;
  return asStaff<Result<string, { kind: 'not-allowed' } | { kind: 'not-found' }>>(
    async (tx, staff, abandon) => {
      const { message, idNumber, ...sent } = input;
      // Before the order: the account of an ID is a customer (docs/locks.md).
      const pickerId = await pickerOf(
        tx,
        { issuer: sent.issuer ?? '', number: idNumber },
        { doneAt, now, zone },
      );
      const order = await lockOrder(tx, orderNumber);
      if (!order) return abandon(refuse({ kind: 'not-found' }));
      const why = whyRefused(await orderSince(tx, order, zone), message);
      const recorded = await tx
        .insert(refusedHandOvers)
        .values({
          ...{ id, orderId: order.id, why, ...sent, pickerId, doneAt, createdAt: asDate(now) },
          ...{ handedOverBy: staff.userId, handedOverByName: staff.name },
        })
        // The rows of actions are deleted after some weeks; this one stays.
        .onConflictDoNothing()
        .returning({ id: refusedHandOvers.id });
      if (recorded.length === 0) return succeed(why);
      await recordAudit(tx, staff, {
        action: 'order.hand-over-not-accepted',
        subject: 'order',
        subjectId: order.id,
        after: { status: order.status, cashReceived: sent.cashReceived, because: why },
      });
      await announce(tx, 'orders', 'cash', `order:${order.id}`);
      return succeed(why);
    },
  );
}

/** null for an ID without a number or of a banned account, and on a later day, when the hashes of that day are gone. */
async function pickerOf(
  tx: Transaction,
  id: { issuer: string; number: string },
  { doneAt, now, zone }: { doneAt: Date; now: Temporal.Instant; zone: string },
): Promise<string | null> {
  const day = storeDate(instantOf(doneAt), zone);
  if (!day.equals(storeDate(now, zone))) return null;
  const owner = await ownerOfId(tx, id, day);
  if (!owner.ok) return null;
  await lockProfile(tx, owner.value);
  return owner.value;
}

async function orderSince(tx: Transaction, order: LockedOrder, zone: string): Promise<OrderSince> {
  const [done] = await tx
    .select({ by: handOvers.handedOverByName, at: handOvers.createdAt })
    .from(handOvers)
    .where(eq(handOvers.orderId, order.id));
  const [customer] = await tx
    .select({ isBanned: customerProfiles.isBanned, reason: customerProfiles.banReason })
    .from(customerProfiles)
    .where(eq(customerProfiles.userId, order.userId));
  const at = (date: Date) => formatDateTime(instantOf(date), zone);
  return {
    status: order.status,
    cancelledAt: order.cancelledAt && at(order.cancelledAt),
    handedOver: done ? { by: done.by, at: at(done.at) } : null,
    ban: customer?.isBanned ? { reason: customer.reason } : null,
  };
}
