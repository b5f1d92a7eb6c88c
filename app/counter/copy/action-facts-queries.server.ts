/** Reads what the shop knows about when an action that waited on a tablet can have been done, and about its session. */
import { eq, sql } from 'drizzle-orm';
import { readEndOfSession } from '#core/accounts/identity/sessions/session-end-queries.server.ts';
import { roleMay, type SignedIn } from '#core/ground/access/actor.ts';
import type { TimeFacts } from '#core/ground/access/offline-action-time.ts';
import { database } from '#db/client.ts';
import { offlineActions } from '#db/schema/access.ts';
import { counterTablets } from '#db/schema/cash-desk.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { userRoles, users } from '#db/schema/identity.ts';
import { orders } from '#db/schema/orders.ts';

type Asked = { tablet: string; session: string; order: string; isHandOver: boolean };

/** A 'ready' that waited on a tablet, too, was done before it arrived and was written. */
const READY_AT = sql`coalesce((
  select least(placed.ready_at, action.done_at) from ${offlineActions} as action
  where action.order_number = placed.order_id and action.kind = 'ready'
    and action.created_at between placed.ready_at - interval '1 minute' and placed.ready_at + interval '1 minute'
  order by action.done_at limit 1), placed.ready_at)`;

export async function readTimeFacts(
  { userId }: SignedIn,
  { tablet, session, order, isHandOver }: Asked,
): Promise<TimeFacts> {
  const since = isHandOver ? READY_AT : sql`placed.created_at`;
  const [{ rows }, sessionEndedAt] = await Promise.all([
    database().execute<{ emptyAt: string | null; orderSince: string | null }>(sql`
      select (select empty_at from ${counterTablets} where id = ${tablet}) as "emptyAt",
        (select ${since} from ${orders} as placed where placed.order_id = ${order}) as "orderSince"`),
    readEndOfSession(userId, session),
  ]);
  const at = (text: string | null | undefined) => (text ? new Date(text) : null);
  return { emptyAt: at(rows[0]?.emptyAt), orderSince: at(rows[0]?.orderSince), sessionEndedAt };
}

/** The name of an account whose person may not work at the counter any more; null for one who may. */
export async function readFormerName(userId: string): Promise<string | null> {
  const [found] = await database()
    .select({ name: users.name, role: userRoles.role, isBanned: customerProfiles.isBanned })
    .from(users)
    .leftJoin(userRoles, eq(userRoles.userId, users.id))
    .leftJoin(customerProfiles, eq(customerProfiles.userId, users.id))
    .where(eq(users.id, userId));
  if (!found) return 'Someone whose account was deleted';
  return !found.isBanned && roleMay(found.role ?? 'user', 'orders.manage') ? null : found.name;
}
