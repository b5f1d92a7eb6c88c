/** Writes the favorites of people who move here from an export of a shop like this one. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { jsonRows } from '#db/json-rows.ts';

export type MovedFavorite = { userId: string; productId: number; createdAt: Date };

/** One that is there stays as it is. */
export async function moveFavorites(tx: Transaction, moved: readonly MovedFavorite[]): Promise<void> {
  await tx.execute(sql`
    insert into favorites (user_id, product_id, created_at)
    select user_id, product_id, created_at from json_populate_recordset(null::favorites, ${jsonRows(moved)}::json)
    on conflict do nothing`);
}

/** @param ids each a person and a product, 'user/7' */
export async function removeMovedFavorites(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    delete from favorites where user_id::text || '/' || product_id = any(${sql.param([...ids])}::text[])`);
}
