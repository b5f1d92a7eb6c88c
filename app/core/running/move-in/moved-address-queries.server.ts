/** Where a product of the former shop is here, by the id in its address there. */
import { and, eq, isNotNull } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { movedRows } from '#db/schema/move-in.ts';

/** Ids are numbers or UUIDs. */
const ID = /^[A-Za-z0-9-]{1,60}$/;

/** The path of the product’s page, or null for an id that no product had. */
export async function movedProductPath(id: string): Promise<string | null> {
  if (!ID.test(id)) return null;
  const [found] = await database()
    .select({ ourId: movedRows.ourId })
    .from(movedRows)
    .where(
      and(
        eq(movedRows.source, 'former'),
        eq(movedRows.kind, 'product'),
        eq(movedRows.sourceId, id),
        isNotNull(movedRows.ourId),
      ),
    );
  return found && found.ourId !== id ? `/products/${found.ourId}` : null;
}
