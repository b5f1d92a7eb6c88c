/** Offers in the back office without scripts: prices shown first, saved once, edited, ended, started again. */
import { count } from 'drizzle-orm';
import { offers } from '#db/schema/discounts.ts';
import { enter, heading } from './form-steps.ts';
import { expect, withVisitors } from './forms.ts';
import { test as ownShop } from './own-shop.ts';
import type { PlainPage } from './plain-page.ts';

const test = withVisitors(ownShop);

async function typeOffer(page: PlainPage, product: string): Promise<void> {
  await page.goto('/admin/offers/new');
  await page.getByLabel('Name', { exact: true }).fill('Harvest week');
  await page.getByLabel('Terms').fill('While supplies last.');
  await page.getByLabel('Amount').fill('20');
  await page.getByLabel(/^And these products/).fill(product);
  await page.getByLabel('Starts').fill(startOf());
  await page.getByLabel('Ends').fill(startOf(30));
}

/** Days from yesterday, as a control has it. */
const startOf = (days = 0) =>
  new Date(Date.now() + (days - 1) * 86_400_000).toISOString().slice(0, 10).concat('T10:00');

test('without scripts an offer shows its prices first, is saved once however often it is pressed, and ends and starts again', async ({
  visitor: page,
  openVisitor,
  shop,
}) => {
  await enter(shop, page);
  const item = await shop.product({ retailPrice: 4000 });
  await typeOffer(page, item.name);
  await page
    .getByLabel(/^Units to buy/)
    .last()
    .fill('2');
  await page.getByRole('button', { name: 'Show prices' }).click();
  expect(
    page.getByText('Choose a category or enter a product, or leave the units empty.').first(),
  ).toBeVisible();
  expect(page.getByLabel(/^Units to buy/).last()).toHaveValue('2');
  await page
    .getByLabel(/^Units to buy/)
    .last()
    .fill('');
  await page.getByRole('button', { name: 'Show prices' }).click();
  expect(heading(page, 'New offer')).toBeVisible();
  expect(page.getByText('$32.00').first()).toBeVisible();
  expect(page.getByLabel('Terms')).toHaveValue('While supplies last.');
  const before = await shop.db.select({ count: count() }).from(offers);
  await page.getByRole('button', { name: 'Save offer' }).click();
  expect(heading(page, 'Harvest week')).toBeVisible();
  const saved = page.url();

  const again = openVisitor();
  await enter(shop, again);
  await typeOffer(again, item.name);
  await again.getByRole('button', { name: 'Save offer' }).click();
  expect(again.url()).toBe(saved);
  const after = await shop.db.select({ count: count() }).from(offers);
  expect((after[0]?.count ?? 0) - (before[0]?.count ?? 0)).toBe(1);

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Amount').fill('25');
  await page.getByRole('button', { name: 'Save offer' }).click();
  expect(page.getByText('$30.00').first()).toBeVisible();
  await page.getByText('End now Harvest week', { exact: true }).click();
  await page.getByRole('button', { name: 'End now', exact: true }).click();
  expect(page.getByText('Offer ended.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Start again' }).click();
  expect(page.getByText('Offer started again.').first()).toBeVisible();
});
