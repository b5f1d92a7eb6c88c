/** Writes down what many products were before they changed, so that it can be undone. */
import type { Transaction } from '#db/client.ts';
import { productBatches, productBatchRows } from '#db/schema/catalogue.ts';
import { newId } from '#kernel/ids.ts';
import type { ProductBatchKind } from '#kernel/statuses.ts';

/** The columns a batch wrote; `after` is null where the product was deleted. */
export type BatchRow = { productId: number; before: unknown; after: unknown };

const AT_ONCE = 5000;

export async function recordBatch(
  tx: Transaction,
  kind: ProductBatchKind,
  actorId: string,
  rows: readonly BatchRow[],
): Promise<string> {
  const id = newId<string>();
  await tx.insert(productBatches).values({ id, kind, actorId });
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await tx
      .insert(productBatchRows)
      .values(rows.slice(from, from + AT_ONCE).map((row) => ({ batchId: id, ...row })));
  return id;
}
