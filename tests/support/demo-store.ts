/** The demo store for walks through every page, and for attacks on it: one of each kind. */
import { eq, sql } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/identity.ts';
import { demoSignInEmails } from '#seed/demo-sign-ins.ts';
import type { Shown } from '#tests/journeys/every-page.ts';
import { shownPrices } from './shown-prices.ts';
import { aShownWebhook } from './webhooks.ts';

export const DEMO_CUSTOMER = 'customer@twobranches.example';

/** One of each kind in the demo store. */
export async function demoStore(db: Database): Promise<Shown> {
  const webhook = await aShownWebhook(db);
  const { rows } = await db.execute<Shown>(sql`
    select
      (select id from products where name = 'Beaverkill Whole Flower' limit 1)::int as product,
      (select id from products where name = 'Beaverkill Whole Flower, One Ounce')::int as "muchEach",
      (select product_id from product_stock where on_hand - held < 1 order by product_id limit 1)::int as "soldOut",
      (select order_id from orders where user_id = users.id and status in ('confirmed', 'packing', 'ready', 'pending')
        order by (status = 'confirmed') desc, created_at desc limit 1) as order,
      (select order_id from orders where user_id = users.id and status = 'completed'
        order by created_at desc limit 1) as "handedOver",
      (select id from lots where status = 'sellable' and coa_number is not null order by id limit 1)::int as certificate,
      (select public_code from lots where status = 'sellable' and coa_number is not null order by id limit 1) as "lotCode",
      users.id as customer,
      (select id from users where email = 'staff@twobranches.example') as staff
    from users where email = ${DEMO_CUSTOMER}`);
  const [found] = rows;
  if (!found) throw new Error('the demo store has no customer');
  return { ...found, ...webhook, ...(await shownPrices(db, found.handedOver)) };
}

/** The demo store's person with this role. */
export async function demoPerson(db: Database, role: keyof typeof demoSignInEmails): Promise<SignedIn> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, demoSignInEmails[role]));
  if (!user) throw new Error(`the demo store has no ${role}`);
  return { userId: user.id } as SignedIn;
}
