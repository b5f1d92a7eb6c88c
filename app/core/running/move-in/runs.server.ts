/** Records the runs of a move: when, from where, and what they reported. */
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { moveIns } from '#db/schema/move-in.ts';
import type { MoveKind, MoveSource } from '#kernel/statuses.ts';
import { StartError } from '#platform/env.ts';
import type { Report } from './report.ts';

export type Run = { source: MoveSource; place: string; kind: MoveKind };

/** Runs the work as a run on record. One that fails, or is killed, has no end. */
export async function onRecord(run: Run, work: () => Promise<Report | null>): Promise<Report | null> {
  const [row] = await database().insert(moveIns).values(run).returning({ id: moveIns.id });
  const report = await work();
  await database()
    .update(moveIns)
    .set({ endedAt: new Date(), report })
    .where(eq(moveIns.id, row?.id ?? ''));
  return report;
}

/** @throws StartError for a place of which no dry run has ended. */
export async function requireDryRun({ source, place }: Pick<Run, 'source' | 'place'>): Promise<void> {
  const [found] = await database()
    .select({ id: moveIns.id })
    .from(moveIns)
    .where(
      and(
        eq(moveIns.source, source),
        eq(moveIns.place, place),
        eq(moveIns.kind, 'dry-run'),
        isNotNull(moveIns.endedAt),
      ),
    )
    .orderBy(desc(moveIns.startedAt))
    .limit(1);
  if (!found)
    throw new StartError(
      `Nothing was moved: there is no dry run of ${place} yet. Add --dry-run, read its report, then run this again.`,
    );
}
