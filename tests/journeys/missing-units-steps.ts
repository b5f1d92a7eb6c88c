/** Orders whose units go missing. */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { lots } from '#db/schema/stock.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { setStatus } from '#tests/support/set-status.ts';
import type { Shop } from './shop.ts';
import { visit } from './steps.ts';
import { expect } from './support.ts';

/** An order of this status. */
export async function anOrder(shop: Shop, status: OrderStatus) {
  const customer = await shop.person();
  const item = await shop.product({ onHand: 5 });
  const number = await shop.order(customer, item);
  await setStatus(shop.db, number, status);
  return { number, item, customer };
}

/** Quarantines the only lot of a product, as staff do. */
export async function quarantine(page: Page, shop: Shop, productId: number) {
  await visit(page, `/admin/products/${productId}/lots`);
  const [lot] = await shop.db.select().from(lots).where(eq(lots.productId, productId));
  await page.getByRole('button', { name: `Quarantine batch ${lot?.batchNumber}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Mold');
  await dialog.getByRole('button', { name: 'Quarantine', exact: true }).click();
  await expect
    .poll(
      async () =>
        (
          await shop.db
            .select()
            .from(lots)
            .where(eq(lots.id, lot?.id ?? 0))
        )[0]?.status,
    )
    .toBe('quarantined');
}
