/** Reads lots as the API shows them. */
import { and, asc, eq, gt } from 'drizzle-orm';
import type { z } from 'zod';
import { database } from '#db/client.ts';
import { lots } from '#db/schema/stock.ts';
import type { lotsQuery } from './schemas.ts';

/** In the order of their numbers. */
export async function readLotPage({ product_id, status, cursor, limit }: z.output<typeof lotsQuery>) {
  const rows = await database()
    .select({
      id: lots.id,
      product_id: lots.productId,
      batch_number: lots.batchNumber,
      package_tag: lots.packageTag,
      status: lots.status,
      test_status: lots.testStatus,
      expires_on: lots.expiresOn,
      on_hand: lots.onHand,
      held: lots.held,
    })
    .from(lots)
    .where(
      and(
        gt(lots.id, Number(cursor ?? 0)),
        product_id === undefined ? undefined : eq(lots.productId, product_id),
        status === undefined ? undefined : eq(lots.status, status),
      ),
    )
    .orderBy(asc(lots.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  return { lots: page, next: rows.length > limit ? String(page.at(-1)?.id) : null };
}
