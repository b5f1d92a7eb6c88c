/** Records the runs of a move: when, from where, and what they reported. */
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { AuditState } from '#core/ground/audit/audit.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { database, inTransaction } from '#db/client.ts';
import { moveIns } from '#db/schema/move-in.ts';
import type { MoveKind, MoveSource } from '#kernel/statuses.ts';
import { StartError } from '#platform/env.ts';
import type { Report } from './report.ts';

export type Run = {
  source: MoveSource;
  place: string;
  kind: MoveKind;
  /** Who started it, if no admin in the office did: 'root on the shop’s machine'. */
  by?: string;
};

/** An undo that ended. */
export type Undone = { rows: number };

/** Runs the work as a run on record, and in the audit log if it wrote. One that fails, or is killed, has no end. */
export async function onRecord<Outcome extends Report | Undone>(
  { by, ...run }: Run,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const [row] = await database().insert(moveIns).values(run).returning({ id: moveIns.id });
  const outcome = await work();
  const report = 'kinds' in outcome ? outcome : null;
  await inTransaction(async (tx) => {
    await tx
      .update(moveIns)
      .set({ endedAt: new Date(), report })
      .where(eq(moveIns.id, row?.id ?? ''));
    if (run.kind !== 'dry-run')
      await recordAudit(tx, null, {
        action: run.kind === 'run' ? 'move-in.ended' : 'move-in.removed',
        ...{ subject: 'store', subjectId: 'move-in' },
        after: { name: run.place, ...(by === undefined ? {} : { askedBy: by }), ...countsOf(outcome) },
      });
  });
  return outcome;
}

/** Counts, and nothing of a person. */
function countsOf(outcome: Report | Undone): AuditState {
  if ('rows' in outcome) return { movedRows: outcome.rows };
  const { person, product, order, reservation } = outcome.kinds;
  return {
    ...{ movedPeople: person.written, movedProducts: product.written },
    ...{ movedOrders: order.written, movedReservations: reservation.written },
    leftOut: Object.values(outcome.kinds).reduce((sum, kind) => sum + kind.leftOut, 0),
  };
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
