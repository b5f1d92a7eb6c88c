/** Reads whether a customer has picked an order up: then someone has shown an ID at the counter. */
import { type SQL, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { statement } from '#db/statement.ts';

/** The condition. @param userId a column, which the index of completed orders begins with */
export const hasPickedUp = (userId: SQL): SQL<boolean> => sql`exists (
  select from ${orders} as picked
  where picked.user_id = ${userId} and picked.completed_at is not null and picked.status = 'completed'
)`;

const readPickedUp = statement<{ hasPickedUp: boolean }>(
  sql`select ${hasPickedUp(sql`${sql.placeholder('userId')}::uuid`)} as "hasPickedUp"`,
);

/** For a page that shows the limits: it locks nothing, so it decides nothing. */
export async function seesPickup(userId: string): Promise<boolean> {
  const [row] = await readPickedUp(database(), { userId });
  return row?.hasPickedUp ?? false;
}
