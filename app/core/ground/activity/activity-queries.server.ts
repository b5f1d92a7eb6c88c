/** Reads a person's own history. */
import { and, desc, eq, gte } from 'drizzle-orm';
import { type Actor, may, type SignedIn } from '#core/ground/access/actor.ts';
import type { StoreClock } from '#core/ground/settings/store-clock.server.ts';
import { database } from '#db/client.ts';
import { byMoment, type KeysetPage, readKeysetPage } from '#db/keyset.ts';
import { userActivity } from '#db/schema/activity.ts';
import { isUuid } from '#kernel/ids.ts';
import type { ListState } from '#kernel/list-state.ts';
import type { ActivityType } from '#kernel/statuses.ts';
import { asDate, formatActivityTime, instantOf, startOfDay } from '#kernel/time.ts';
import { detailsOf, rangeDays, withoutEchoes } from './activity.ts';

export type ActivityLine = {
  id: string;
  type: ActivityType;
  description: string;
  /** 'Nov 5, 2026 15:07' in the store's zone. */
  at: string;
  details: { label: string; value: string }[];
};

const PAGE = 25;

/** Newest first, only the actor's own. Days are the store's. */
export async function readActivity(
  actor: SignedIn,
  state: ListState<'type' | 'range', 'at'>,
  clock: Pick<StoreClock, 'today' | 'zone'>,
): Promise<KeysetPage<ActivityLine>> {
  const { type, range } = state.filters;
  const days = range === undefined ? undefined : rangeDays[range];
  const from = days === undefined ? null : startOfDay(clock.today.subtract({ days }), clock.zone);
  const page = await readKeysetPage(
    byMoment(userActivity.createdAt, userActivity.id, true),
    state.position,
    PAGE,
    ({ where, orderBy, limit, key }) =>
      database()
        .select({
          id: userActivity.id,
          type: userActivity.activityType,
          description: userActivity.description,
          metadata: userActivity.metadata,
          createdAt: userActivity.createdAt,
          key,
        })
        .from(userActivity)
        .where(
          and(
            eq(userActivity.userId, actor.userId),
            where,
            type ? eq(userActivity.activityType, type as ActivityType) : undefined,
            from ? gte(userActivity.createdAt, asDate(from)) : undefined,
          ),
        )
        .orderBy(...orderBy)
        .limit(limit),
  );
  return {
    ...page,
    rows: page.rows.map((row) => lineOf(row, clock.zone)),
  };
}

/** A person's latest history, newest first, for staff; empty for people who may not read customers. */
export async function readActivityOf(
  actor: Actor,
  userId: string,
  { zone, limit }: { zone: string; limit: number },
): Promise<ActivityLine[]> {
  if (!may(actor, 'customers.read') || !isUuid(userId)) return [];
  const rows = await database()
    .select({
      id: userActivity.id,
      type: userActivity.activityType,
      description: userActivity.description,
      metadata: userActivity.metadata,
      createdAt: userActivity.createdAt,
    })
    .from(userActivity)
    .where(eq(userActivity.userId, userId))
    .orderBy(desc(userActivity.createdAt), desc(userActivity.id))
    // A sign-in may be three rows but is one line.
    .limit(limit * 3);
  return withoutEchoes(rows)
    .slice(0, limit)
    .map((row) => lineOf(row, zone));
}

function lineOf<R extends { metadata: Record<string, string>; createdAt: Date }>(
  { metadata, createdAt, ...line }: R,
  zone: string,
) {
  return {
    ...line,
    at: formatActivityTime(instantOf(createdAt), zone),
    details: detailsOf(metadata),
  };
}
