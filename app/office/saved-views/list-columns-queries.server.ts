/** Reads which columns of a list a person leaves out. */
import { and, eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { listColumns } from '#db/schema/saved-views.ts';

/** Their headings; none for a person who chose nothing. */
export async function readHiddenColumns(actor: Actor, list: string): Promise<readonly string[]> {
  if (actor.kind !== 'user') return [];
  const [row] = await database()
    .select({ hidden: listColumns.hidden })
    .from(listColumns)
    .where(and(eq(listColumns.ownerId, actor.userId), eq(listColumns.list, list)));
  return row?.hidden ?? [];
}
