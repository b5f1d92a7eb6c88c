/** A discount as an admin sets it, on one product and on many. */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { products } from '#db/schema/catalogue.ts';
import { expectOffer, from, giveDiscounts, looksRight, main, shows, TERMS, until } from './discount-steps.ts';
import type { Item } from './shop.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';

const field = (page: Page, name: string) => page.getByLabel(name);

async function saveProduct(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Changes' }).press('Enter');
}

test.afterEach(({ shop }) => giveDiscounts(shop, false));

test('is saved with its dates and terms, and below the legal floor only after its warning is read', async ({
  page,
  context,
  shop,
}) => {
  const item = await shop.product({ retailPrice: 6000, wholesalePrice: 3000 });
  await shop.signIn(context, await shop.person({ role: 'admin', name: 'Ada Owner' }));
  await visit(page, `/admin/products/${item.id}`);
  // Off by default, and then the form does not ask for one.
  await expect(field(page, 'Retail')).toHaveValue('60.00');
  await expect(page.getByRole('group', { name: 'Discount' })).toHaveCount(0);

  await giveDiscounts(shop, true);
  await expect(async () => {
    await visit(page, `/admin/products/${item.id}`);
    await expect(page.getByRole('group', { name: 'Discount' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  const discount = page.getByRole('textbox', { name: /^Discount/ });
  await discount.fill('30%');
  await saveProduct(page);
  await expect(page.getByText('Enter the first day of the discount.').first()).toBeVisible();
  await expect(field(page, 'Last day')).toHaveAttribute('aria-invalid', 'true');
  await expect(discount).toHaveValue('30%');
  await looksRight(page);

  await field(page, 'First day').fill(from.toString());
  await field(page, 'Last day').fill(until.toString());
  await field(page, 'Terms of the discount').fill(TERMS);
  await saveProduct(page);
  await expect(
    page.getByText(
      'With the discount, $42.00 is below the legal floor of $45.00: 1.5 times the wholesale price of $30.00.',
    ),
  ).toBeVisible();
  await expect(discount).toHaveValue('30%');
  await discount.fill('20%');
  await saveProduct(page);
  await expect(toast(page, 'Product saved')).toBeVisible();
  await expect(discount).toHaveValue('12.00');
  await expect(field(page, 'Terms of the discount')).toHaveValue(TERMS);
  await looksRight(page);
  await page.getByRole('link', { name: 'Preview' }).press('Enter');
  await expectOffer(main(page), '$48.00', '$60.00');
  await expect(main(page)).toContainText(TERMS);
});

test('is previewed, set on many products at once, undone, and ended', async ({ page, context, shop }) => {
  const word = `Dunnock${crypto.randomUUID().slice(0, 8)}`;
  const items = [
    await shop.product({ name: `${word} A`, retailPrice: 6000, wholesalePrice: 1000 }),
    await shop.product({ name: `${word} B`, retailPrice: 3000, wholesalePrice: 1000 }),
  ];
  const stored = async () => {
    const all = await Promise.all(
      items.map(({ id }) => shop.db.select().from(products).where(eq(products.id, id))),
    );
    return all.map(([row]) => row?.discount ?? null);
  };
  await giveDiscounts(shop, true);
  await shop.signIn(context, await shop.person({ role: 'admin', name: 'Ada Owner' }));
  const edit = async () => {
    await visit(page, `/admin/inventory?find=${word}`);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space');
    await page.getByRole('button', { name: 'Edit Selected' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Edit products' })).toBeVisible();
  };
  const change = page.getByRole('combobox', { name: 'Change', exact: true });
  const preview = page.getByRole('button', { name: 'Preview', exact: true });
  await expect(async () => {
    await edit();
    await expect(change.getByRole('option', { name: 'Set a discount' })).toBeAttached({ timeout: 1000 });
  }).toPass();

  // Input without a choice is not dropped silently.
  await field(page, 'Amount off').fill('20%');
  await preview.press('Enter');
  await expect(page.getByText(/^Choose ‘Set a discount’/).first()).toBeVisible();
  await expect(change).toBeFocused();
  await expect(field(page, 'Amount off')).toHaveValue('20%');
  await change.selectOption('Set a discount');
  await preview.press('Enter');
  await expect(page.getByText('Enter the first day of the discount.').first()).toBeVisible();
  await field(page, 'First day').fill(from.toString());
  await field(page, 'Last day').fill(until.toString());
  await field(page, 'Terms of the discount').fill(TERMS);
  await preview.press('Enter');
  const found = page.getByRole('heading', { name: '2 products of 2 will change' });
  await expect(found).toBeFocused();
  await expect(page.getByRole('row', { name: /Discount: none.*12\.00/ })).toHaveCount(1);
  await expect(page.getByRole('row', { name: /Discount: none.*6\.00/ })).toHaveCount(1);
  expect(await stored()).toEqual([null, null]);
  await looksRight(page);
  await page.getByRole('button', { name: 'Change 2 products' }).press('Enter');
  await expect(toast(page, 'Changed 2 products.')).toBeVisible();
  expect(await stored()).toEqual([1200, 600]);
  await expect.poll(() => shows(shop, items[0] as Item, '$48.00')).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(toast(page, 'Undone for 2 products.')).toBeVisible();
  expect(await stored()).toEqual([null, null]);

  const days = { discountFrom: from.toString(), discountUntil: until.toString(), discountTerms: TERMS };
  for (const { id } of items)
    await shop.db
      .update(products)
      .set({ discount: 500, ...days })
      .where(eq(products.id, id));
  await edit();
  await change.selectOption('End the discount');
  await preview.press('Enter');
  await page.getByRole('button', { name: 'Change 2 products' }).press('Enter');
  await expect(toast(page, 'Changed 2 products.')).toBeVisible();
  expect(await stored()).toEqual([null, null]);
});
