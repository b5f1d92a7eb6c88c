/** Removes dropped files from the list: matched ones, ones that staff do not want, and old ones. */
import { and, eq, inArray, isNotNull, lt } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { inTransaction } from '#db/client.ts';
import { droppedFiles } from '#db/schema/drops.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { DropKind } from '#kernel/statuses.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { DROP_DAYS, dropNeeds } from './drop.ts';

type Outcome = Result<{ removed: number }, { kind: 'not-allowed' }>;

/**
 * Removes these files, or all that cannot be used ('unusable'). Nightly cleanup deletes what is stored of them and named
 * nowhere. Refused: actors who may not match files of the kind.
 */
export async function removeDrops(
  actor: Actor,
  kind: DropKind,
  which: readonly string[] | 'unusable',
): Promise<Outcome> {
  const asStaff = staffTransaction(actor, dropNeeds[kind], refuse({ kind: 'not-allowed' }));
  return asStaff<Outcome>(async (tx) => {
    const chosen =
      which === 'unusable' ? isNotNull(droppedFiles.problem) : inArray(droppedFiles.id, which.filter(isUuid));
    const gone = await tx
      .delete(droppedFiles)
      .where(and(eq(droppedFiles.kind, kind), chosen))
      .returning({ id: droppedFiles.id });
    return succeed({ removed: gone.length });
  });
}

/** Removes files that waited too long. */
export async function cleanUpDrops(now: Temporal.Instant = systemClock()): Promise<void> {
  const oldest = asDate(now.subtract({ hours: DROP_DAYS * 24 }));
  await inTransaction((tx) => tx.delete(droppedFiles).where(lt(droppedFiles.createdAt, oldest)));
}
