/** Reads the last run of a move, and what is in the shop of what moved, for people who may change settings. */
import { and, desc, inArray, isNotNull, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { moveIns } from '#db/schema/move-in.ts';
import type { MoveKind } from '#kernel/statuses.ts';
import { type Moved, NAMED_PRODUCTS } from './proof.ts';
import type { Report } from './report.ts';

export type LastRun = {
  kind: MoveKind;
  place: string;
  startedAt: Date;
  endedAt: Date | null;
  report: Report | null;
};

/** Someone with a role in the former shop, whose role here is another. */
export type WaitingRole = { userId: string; name: string; email: string; role: string };

/** Newest first; null for people who may not change settings. */
export async function readRuns(actor: Actor): Promise<LastRun[] | null> {
  if (!may(actor, 'settings.manage')) return null;
  const rows = await database()
    .select({
      kind: moveIns.kind,
      place: moveIns.place,
      startedAt: moveIns.startedAt,
      endedAt: moveIns.endedAt,
      report: moveIns.report,
    })
    .from(moveIns)
    .orderBy(desc(moveIns.startedAt))
    .limit(10);
  return rows as LastRun[];
}

/** The report of the last run that ended, dry or real; null if there is none since the last undo. */
export async function readLastReport(kinds: readonly MoveKind[]): Promise<Report | null> {
  const [last] = await database()
    .select({ kind: moveIns.kind, report: moveIns.report })
    .from(moveIns)
    .where(and(inArray(moveIns.kind, [...kinds, 'undo']), isNotNull(moveIns.endedAt)))
    .orderBy(desc(moveIns.startedAt))
    .limit(1);
  return last?.kind === 'undo' ? null : ((last?.report ?? null) as Report | null);
}

/** @param zone of the store, whose months count */
export async function readMoved(actor: Actor, zone: string): Promise<Moved | null> {
  if (!may(actor, 'settings.manage')) return null;
  const ours = (kind: string, type: string) =>
    sql`(select our_id::${sql.raw(type)} from moved_rows where kind = ${kind} and is_ours and our_id is not null
      and hash <> '')`;
  const [{ rows: counts }, { rows: months }, { rows: stock }] = await Promise.all([
    database().execute<Omit<Moved, 'months' | 'stock'>>(sql`
      select (select count(*)::int from users where id in ${ours('person', 'uuid')}) as people,
        (select count(*)::int from moved_rows where kind = 'person' and not is_ours and our_id is not null) as joined,
        (select count(*)::int from customer_profiles where user_id in ${ours('person', 'uuid')}
          and license_id_encrypted is not null) as licenses,
        (select count(*)::int from accounts where user_id in ${ours('person', 'uuid')} and password is not null) as passwords,
        (select count(*)::int from products where id in ${ours('product', 'int')}) as products,
        (select count(*)::int from product_images where id in ${ours('picture', 'int')}) as pictures,
        (select count(*)::int from customer_photos where id in ${ours('photo', 'uuid')} and state = 'kept') as photos,
        (select count(*)::int from orders where id in ${ours('order', 'uuid')}) as orders,
        (select count(*)::int from pickup_reservations where id in ${ours('reservation', 'uuid')}) as reservations,
        (select coalesce(sum(on_hand), 0)::int from lots where id in ${ours('lot', 'int')}) as units`),
    database().execute<Moved['months'][number]>(sql`
      select to_char(created_at at time zone ${zone}, 'YYYY-MM') as month, count(*)::int as orders, sum(total)::float8 as total
      from orders where id in ${ours('order', 'uuid')} group by 1`),
    database().execute<Moved['stock'][number]>(sql`
      select products.id as "productId", products.name, (moved.about ->> 'units')::int as source, lots.on_hand as shop
      from moved_rows as moved join lots on lots.id = moved.our_id::int join products on products.id = lots.product_id
      where moved.kind = 'lot' and moved.about ? 'units' and (moved.about ->> 'units')::int <> lots.on_hand
      order by abs((moved.about ->> 'units')::int - lots.on_hand) desc, products.id limit ${NAMED_PRODUCTS}`),
  ]);
  const [found] = counts;
  return found ? { ...found, months, stock } : null;
}

/** People who worked in the former shop and have not got their role here, by name. */
export async function readWaitingRoles(actor: Actor): Promise<WaitingRole[]> {
  if (!may(actor, 'settings.manage')) return [];
  const { rows } = await database().execute<WaitingRole>(sql`
    select users.id as "userId", users.name, users.email, moved.about ->> 'role' as role
    from moved_rows as moved join users on users.id = moved.our_id::uuid
    left join user_roles on user_roles.user_id = users.id
    where moved.kind = 'person' and moved.about ? 'role' and coalesce(user_roles.role, 'user') = 'user'
    order by (moved.about ->> 'role') = 'admin' desc, users.name, users.id limit 200`);
  return rows;
}
