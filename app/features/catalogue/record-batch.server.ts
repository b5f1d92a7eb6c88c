/** Writes down what many products were before they changed, so that it can be undone. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { productBatches } from '#db/schema/catalogue.ts';
import { newId } from '#kernel/ids.ts';
import type { ProductBatchKind } from '#kernel/statuses.ts';

/** The columns a batch wrote; `after` is null where the product was deleted. */
export type BatchRow = { productId: number; before: unknown; after: unknown };

/** Answers the batch's number. */
export async function recordBatch(
  tx: Transaction,
  kind: ProductBatchKind,
  actorId: string,
  rows: readonly BatchRow[],
): Promise<string> {
  const id = newId<string>();
  await tx.insert(productBatches).values({ id, kind, actorId });
  await addToBatch(tx, id, rows);
  return id;
}

/** For a batch that is written in parts. */
export async function addToBatch(tx: Transaction, batchId: string, rows: readonly BatchRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into product_batch_rows (batch_id, product_id, before, after)
    select ${batchId}::uuid, "productId", before, after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row ("productId" int, before jsonb, after jsonb)`);
}
