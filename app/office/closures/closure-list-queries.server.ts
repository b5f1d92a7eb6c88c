/** Loads the list of closures. */
import { and, eq, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { closureDayWords } from '#core/sales/closures/closure.ts';
import { openOrdersOf } from '#core/sales/closures/closures-queries.server.ts';
import { database } from '#db/client.ts';
import { byMoment, type KeysetPage, readKeysetPage } from '#db/keyset.ts';
import { closures } from '#db/schema/closures.ts';
import type { ClosureStatus } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import type { ClosureListState } from './closure-list.ts';

export type ClosureLine = {
  number: number;
  /** 'Thu, Nov 26' */
  days: string;
  reason: string;
  status: ClosureStatus;
  orders: number;
  /** Orders that still have a closed time. */
  open: number;
  /** 'Nov 25, 2026 7:00 AM' */
  at: string;
  by: string;
};

const PAGE = 25;

/** Newest first. null for people who may not manage orders. */
export async function readClosures(
  actor: Actor,
  { filters, sort, position }: ClosureListState,
  zone: string,
): Promise<KeysetPage<ClosureLine> | null> {
  if (!may(actor, 'orders.manage')) return null;
  const page = await readKeysetPage(
    byMoment(closures.createdAt, closures.id, sort.startsWith('-')),
    position,
    PAGE,
    ({ where, orderBy, limit, key }) =>
      database()
        .select({
          number: closures.number,
          firstDay: closures.firstDay,
          lastDay: closures.lastDay,
          reason: closures.reason,
          status: closures.status,
          orders: sql<number>`(select count(*)::int from closure_orders
            where closure_orders.closure_id = closures.id)`,
          open: openOrdersOf,
          createdAt: closures.createdAt,
          by: closures.createdByName,
          key,
        })
        .from(closures)
        .where(and(where, filters.status ? eq(closures.status, filters.status as ClosureStatus) : undefined))
        .orderBy(...orderBy)
        .limit(limit),
  );
  return {
    ...page,
    rows: page.rows.map(({ firstDay, lastDay, createdAt, ...row }) => ({
      ...row,
      days: closureDayWords(firstDay, lastDay),
      at: formatDateTime(instantOf(createdAt), zone),
    })),
  };
}
