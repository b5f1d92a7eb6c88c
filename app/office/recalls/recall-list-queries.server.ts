/** Loads the list of recalls. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { byMoment, type KeysetPage, readKeysetPage } from '#db/keyset.ts';
import { recalls } from '#db/schema/recalls.ts';
import type { RecallStatus } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import type { RecallListState } from './recall-list.ts';

export type RecallLine = {
  id: string;
  number: number;
  title: string;
  isExercise: boolean;
  status: RecallStatus;
  /** 'BVK-2604, BVK-2605' */
  batches: string;
  /** People with units when it started; null for a draft. */
  people: number | null;
  answered: number;
  /** 'Nov 5, 2026 3:07 PM': when it started, or was drafted. */
  at: string;
};

const PAGE = 25;

/** Newest first. null for people who may not count stock. */
export async function readRecalls(
  actor: Actor,
  { filters, sort, position }: RecallListState,
  zone: string,
): Promise<KeysetPage<RecallLine> | null> {
  if (!may(actor, 'inventory.see')) return null;
  const of = (columns: SQL) => sql`(select ${columns} from recall_people as person
    where person.recall_id = recalls.id)`;
  const page = await readKeysetPage(
    byMoment(recalls.createdAt, recalls.id, sort.startsWith('-')),
    position,
    PAGE,
    ({ where, orderBy, limit, key }) =>
      database()
        .select({
          id: recalls.id,
          number: recalls.number,
          title: recalls.title,
          isExercise: recalls.isExercise,
          status: recalls.status,
          batches: sql<string>`(select coalesce(string_agg(distinct lot.batch_number, ', '), '')
            from recall_lots as covered join lots as lot on lot.id = covered.lot_id
            where covered.recall_id = recalls.id)`,
          people: sql<number>`${of(sql`count(*)::int`)}`,
          answered: sql<number>`${of(sql`count(person.answer)::int`)}`,
          startedAt: recalls.startedAt,
          createdAt: recalls.createdAt,
          key,
        })
        .from(recalls)
        .where(
          and(
            where,
            filters.status ? eq(recalls.status, filters.status as RecallStatus) : undefined,
            filters.kind ? eq(recalls.isExercise, filters.kind === 'exercise') : undefined,
          ),
        )
        .orderBy(...orderBy)
        .limit(limit),
  );
  return {
    ...page,
    rows: page.rows.map(({ startedAt, createdAt, people, ...row }) => ({
      ...row,
      people: startedAt ? people : null,
      at: formatDateTime(instantOf(startedAt ?? createdAt), zone),
    })),
  };
}
