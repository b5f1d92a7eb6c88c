/**
 * Makes an action that waited on a tablet count once. The tablet sends it until it has an answer, so it may arrive twice,
 * also at the same time. Its row is inserted before anything else of its command and commits with it.
 */
import { eq, lt, sql } from 'drizzle-orm';
import { database, type Transaction } from '#db/client.ts';
import { offlineActions } from '#db/schema/access.ts';
import type { OfflineAction, SignedIn } from './actor.ts';

/** Thrown in the transaction of an action that was accepted before; the transaction is rolled back. */
export class DoneBefore extends Error {
  override name = 'DoneBefore';
}

/**
 * The same action in another transaction is waited for. Locks the order, and returns whether someone else changed it since
 * the tablet knew it.
 * @throws DoneBefore
 */
export async function claimAction(
  tx: Transaction,
  actor: SignedIn,
  action: OfflineAction,
): Promise<{ isOthers: boolean }> {
  const rows = await tx
    .insert(offlineActions)
    .values({
      id: action.id,
      userId: actor.userId,
      orderNumber: action.orderNumber,
      kind: action.kind,
      doneAt: action.doneAt,
    })
    .onConflictDoNothing()
    .returning({ id: offlineActions.id });
  if (rows.length === 0) throw new DoneBefore();
  const order = await tx.execute<{ version: number }>(
    sql`select version from orders where order_id = ${action.orderNumber} for no key update`,
  );
  return { isOthers: order.rows[0]?.version !== action.version };
}

/**
 * Stores the order's version after the action. Not if someone else has changed the order: what the tablet does next must
 * not pass for made in the knowledge of that change.
 */
export async function finishAction(tx: Transaction, { id, orderNumber }: OfflineAction): Promise<void> {
  await tx
    .update(offlineActions)
    .set({ version: sql`coalesce((select version from orders where order_id = ${orderNumber}), 0)` })
    .where(eq(offlineActions.id, id));
}

/** The order's version after this person's action; null for one that was not accepted, or came after someone else's change. */
export async function versionAfter(actor: SignedIn, id: string): Promise<number | null> {
  const [row] = await database()
    .select({ userId: offlineActions.userId, version: offlineActions.version })
    .from(offlineActions)
    .where(eq(offlineActions.id, id));
  return row?.userId === actor.userId && row.version > 0 ? row.version : null;
}

/** Whether this action was accepted before, or recorded as refused. */
export async function wasDone(id: string): Promise<boolean> {
  return (await database().$count(offlineActions, eq(offlineActions.id, id))) > 0;
}

/** The longest a tablet goes on sending an action, in days. */
const KEPT_DAYS = 30;

export async function cleanUpOfflineActions(now = new Date()): Promise<void> {
  await database()
    .delete(offlineActions)
    .where(lt(offlineActions.createdAt, new Date(now.getTime() - KEPT_DAYS * 86_400_000)));
}
