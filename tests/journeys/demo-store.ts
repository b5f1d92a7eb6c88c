/** The demo store for walks through every page: one of each kind, and its people. */
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { aShownWebhook } from '#tests/support/webhooks.ts';
import type { PageToSee, Shown } from './every-page.ts';
import { PASSWORDS } from './run.ts';
import type { Shop } from './shop.ts';
import { signInByForm, visit } from './steps.ts';
import { expect } from './support.ts';

const CUSTOMER = 'customer@twobranches.example';
const ADMIN = 'admin@twobranches.example';

/** Signs in with the form; a guest stays a guest. */
export async function signInAs(page: Page, who: PageToSee['who']): Promise<void> {
  if (who === 'guest') return;
  await visit(page, who === 'admin' ? '/login?mode=admin' : '/login');
  await signInByForm(page, who === 'admin' ? ADMIN : CUSTOMER, PASSWORDS[who]);
  await expect(page).not.toHaveURL(/login/);
}

/** One of each kind in the demo store. */
export async function demoStore(shop: Shop): Promise<Shown> {
  const webhook = await aShownWebhook(shop.db);
  const { rows } = await shop.db.execute<Shown>(sql`
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
      users.id as customer
    from users where email = ${CUSTOMER}`);
  const [found] = rows;
  if (!found) throw new Error('the demo store has no customer');
  return { ...found, ...webhook };
}
