/** Reads comparisons with the state's system and what they found. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { stateComparisons, stateDifferences } from '#db/schema/tracking.ts';
import type { StateDifferenceKind } from '#kernel/statuses.ts';
import { trackingSystem } from './open-tracking.server.ts';
import type { StateDifference } from './state-difference.ts';

export const DIFFERENCES_ON_PAGE = 50;

/** Longer than reading all packages takes: after it a comparison that has not ended was interrupted. */
export const LONGEST_MINUTES = 15;

export type Comparison = typeof stateComparisons.$inferSelect;

export type TrackingState = {
  /** Where the shop is connected to; null without a connection. */
  place: string | null;
  isRunning: boolean;
  /** The last one that ended; if it failed, `good` is older. */
  last: Comparison | null;
  /** The last one that did not fail: its differences are shown. */
  good: Comparison | null;
};

/** Null for actors who may not count stock. */
export async function readTracking(actor: Actor): Promise<TrackingState | null> {
  if (!may(actor, 'inventory.see')) return null;
  const newest = (condition: Parameters<typeof isNull>[0] | null) =>
    database()
      .select()
      .from(stateComparisons)
      .where(condition === null ? isNotNull(stateComparisons.endedAt) : isNotNull(condition))
      .orderBy(desc(stateComparisons.startedAt), desc(stateComparisons.id))
      .limit(1);
  const [system, running, [last = null], [good = null]] = await Promise.all([
    trackingSystem(),
    database()
      .select({ id: stateComparisons.id })
      .from(stateComparisons)
      .where(
        and(
          isNull(stateComparisons.endedAt),
          sql`${stateComparisons.startedAt} > now() - make_interval(mins => ${LONGEST_MINUTES})`,
        ),
      ),
    newest(null),
    newest(stateComparisons.fileId),
  ]);
  return { place: system?.place ?? null, isRunning: running.length > 0, last, good };
}

/**
 * A page of what a comparison found, from 1 on. For code that has asked for the permission.
 * @param kinds only these
 */
export function readDifferences(
  comparisonId: string,
  page: number,
  { size = DIFFERENCES_ON_PAGE, kinds }: { size?: number; kinds?: readonly StateDifferenceKind[] } = {},
): Promise<StateDifference[]> {
  const { comparisonId: of, position, ...shown } = stateDifferences;
  const { kind, tag, item, batchNumber, lotId, productId, ours, theirs, detail } = shown;
  return database()
    .select({ kind, tag, item, batchNumber, lotId, productId, ours, theirs, detail })
    .from(stateDifferences)
    .where(and(eq(of, comparisonId), kinds && inArray(kind, kinds)))
    .orderBy(asc(position))
    .limit(size)
    .offset((page - 1) * size);
}
