/** Reads what became of a sign-up, for the browser that made it. */
import { sql } from 'drizzle-orm';
import { database } from '#db/client.ts';

/**
 * The products that its confirmation ordered, none if it held nothing or was confirmed with a new password; null while it
 * is not confirmed. The account has the id of its sign-up, and the order of what was held has it as its key.
 */
export async function readOrderedBySignUp(signUpId: string): Promise<number[] | null> {
  const { rows } = await database().execute<{ ordered: number[] }>(sql`
    select array_remove(array_agg(item.product_id), null) as ordered
    from users
      left join idempotency_keys as key on key.user_id = users.id and key.key = users.id
      left join order_items as item on item.order_id = key.made_id
    where users.id = ${signUpId}::uuid
    group by users.id`);
  return rows[0]?.ordered ?? null;
}
