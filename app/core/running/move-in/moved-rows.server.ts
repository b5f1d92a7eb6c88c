/** Reads and writes what each row of another system became here. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { movedRows } from '#db/schema/move-in.ts';
import { idOf, isUuid } from '#kernel/ids.ts';
import type { MoveSource } from '#kernel/statuses.ts';
import { keyedHash } from '#platform/secrets/secrets.ts';
import type { RecordKind } from './records.ts';

export type Known = {
  ourId: string | null;
  isOurs: boolean;
  hash: string;
  about: Record<string, string> | null;
};

/** What these rows became, by their ids at the source. */
export async function knownRows(
  tx: Pick<Transaction, 'select'>,
  source: MoveSource,
  kind: RecordKind,
  sourceIds: readonly string[],
): Promise<Map<string, Known>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await tx
    .select({
      sourceId: movedRows.sourceId,
      ourId: movedRows.ourId,
      isOurs: movedRows.isOurs,
      hash: movedRows.hash,
      about: movedRows.about,
    })
    .from(movedRows)
    .where(
      and(
        eq(movedRows.source, source),
        eq(movedRows.kind, kind),
        inArray(movedRows.sourceId, [...new Set(sourceIds)]),
      ),
    );
  return new Map(rows.map(({ sourceId, ...known }) => [sourceId, known]));
}

export type MovedRow = typeof movedRows.$inferInsert;

export async function saveMoved(tx: Transaction, rows: readonly MovedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(movedRows)
    .values([...rows])
    .onConflictDoUpdate({
      target: [movedRows.source, movedRows.kind, movedRows.sourceId],
      set: {
        ourId: sql`excluded.our_id`,
        isOurs: sql`excluded.is_ours`,
        hash: sql`excluded.hash`,
        about: sql`excluded.about`,
        movedAt: sql`now()`,
      },
    });
}

/** Keyed: a record has a license number, which its hash must not give away. */
export const hashOf = (record: object): string => keyedHash(JSON.stringify(record), 'moved row');

/**
 * The id that a row gets here: the same in each run. What this shop exported keeps its own; an id of a strange file could be
 * chosen, to be that of a row of ours.
 */
export const ourIdOf = (source: MoveSource, kind: RecordKind, sourceId: string): string =>
  source === 'export' && isUuid(sourceId) ? sourceId.toLowerCase() : idOf(`${source}/${kind}/${sourceId}`);
