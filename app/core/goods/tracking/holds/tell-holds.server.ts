/** Tells staff of lots that left sale because of the state, and of those that may be sold again, once each. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { inTransaction, type Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { userRoles } from '#db/schema/identity.ts';
import { stateHolds } from '#db/schema/tracking.ts';
import { asDate, systemClock } from '#kernel/time.ts';

/** Holds of one message. */
const TOGETHER = 50;

export async function tellHolds(now = systemClock()): Promise<void> {
  const at = asDate(now);
  while (await inTransaction((tx) => tellSome(tx, at)));
}

type Untold = { id: string; isEnd: boolean; isNews: boolean };

/** Returns whether there may be more. Written with the events, so that any number of instances tells each once. */
async function tellSome(tx: Transaction, at: Date): Promise<boolean> {
  const { rows } = await tx.execute<Untold>(sql`
    select hold.id, hold.ended_at is not null as "isEnd",
      case when hold.ended_at is null then hold.took_off_sale
        else lot.status in ('untested', 'quarantined') and lot.on_hand > 0
          and upper(lot.package_tag) = hold.tag end as "isNews"
    from state_holds as hold join lots as lot on lot.id = hold.lot_id
    where hold.told_at is null or (hold.ended_at is not null and hold.end_told_at is null)
    order by hold.started_at, hold.id limit ${TOGETHER} for no key update of hold skip locked`);
  if (rows.length === 0) return false;
  const people = await tx
    .select({ userId: userRoles.userId })
    .from(userRoles)
    .leftJoin(customerProfiles, eq(customerProfiles.userId, userRoles.userId))
    .where(
      and(
        inArray(userRoles.role, ['staff', 'admin']),
        sql`coalesce(${customerProfiles.isBanned}, false) = false`,
      ),
    )
    .orderBy(userRoles.userId);
  for (const isEnd of [false, true]) {
    const holdIds = rows.filter((row) => row.isNews && row.isEnd === isEnd).map(({ id }) => id);
    const kind = isEnd ? 'state-hold-ended' : 'state-hold';
    if (holdIds.length > 0)
      for (const { userId } of people) await recordEvent(tx, { kind, userId, holdIds }, null);
  }
  await tx
    .update(stateHolds)
    .set({
      toldAt: sql`coalesce(${stateHolds.toldAt}, ${at.toISOString()}::timestamptz)`,
      endToldAt: sql`case when ${stateHolds.endedAt} is not null then ${at.toISOString()}::timestamptz end`,
    })
    .where(
      inArray(
        stateHolds.id,
        rows.map(({ id }) => id),
      ),
    );
  return rows.length === TOGETHER;
}
