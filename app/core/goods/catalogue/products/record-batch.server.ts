/** Saves the previous values of many products before a change, so that it can be undone. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { productBatches } from '#db/schema/catalogue.ts';
import { newId } from '#kernel/ids.ts';
import type { ProductBatchKind } from '#kernel/statuses.ts';

/** The columns a batch wrote; `after` is null where the product was deleted. */
export type BatchRow = { productId: number; before: unknown; after: unknown };

/** Returns the batch's number. An import passes no rows, because its own rows say what it did. */
export async function recordBatch(
  tx: Transaction,
  kind: ProductBatchKind,
  actorId: string,
  rows: readonly BatchRow[],
): Promise<string> {
  const id = newId<string>();
  await tx.insert(productBatches).values({ id, kind, actorId });
  if (rows.length > 0)
    await tx.execute(sql`
      insert into product_batch_rows (batch_id, product_id, before, after)
      select ${id}::uuid, "productId", before, after
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row ("productId" int, before jsonb, after jsonb)`);
  return id;
}
