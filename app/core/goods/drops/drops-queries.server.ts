/** Reads the files that wait to be matched. */
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { droppedFiles } from '#db/schema/drops.ts';
import { isUuid } from '#kernel/ids.ts';
import type { DropKind } from '#kernel/statuses.ts';
import { dropNeeds } from './drop.ts';
import { byFileName } from './file-name.ts';

export type Drop = {
  id: string;
  name: string;
  /** null for a file that cannot be used; `problem` then says why. */
  key: string | null;
  problem: string | null;
};

/** In the order of their names; empty for actors who may not match files of the kind. */
export async function readDrops(actor: Actor, kind: DropKind): Promise<Drop[]> {
  if (!may(actor, dropNeeds[kind])) return [];
  const rows = await database()
    .select({
      id: droppedFiles.id,
      name: droppedFiles.name,
      key: droppedFiles.key,
      problem: droppedFiles.problem,
    })
    .from(droppedFiles)
    .where(eq(droppedFiles.kind, kind))
    .orderBy(droppedFiles.id);
  return rows.toSorted(byFileName);
}

export type StoredDrop = { id: string; name: string; key: string; tint: string | null };

/**
 * Those of these files that can be used, in the order of their names; empty for actors who may not match files of the
 * kind.
 */
export async function readStoredDrops(
  actor: Actor,
  kind: DropKind,
  ids: readonly string[],
): Promise<StoredDrop[]> {
  const known = ids.filter(isUuid);
  if (!may(actor, dropNeeds[kind]) || known.length === 0) return [];
  const rows = await database()
    .select({
      id: droppedFiles.id,
      name: droppedFiles.name,
      key: droppedFiles.key,
      tint: droppedFiles.tint,
    })
    .from(droppedFiles)
    .where(and(eq(droppedFiles.kind, kind), inArray(droppedFiles.id, known), isNotNull(droppedFiles.key)));
  return rows.flatMap(({ key, ...row }) => (key === null ? [] : [{ ...row, key }])).toSorted(byFileName);
}
