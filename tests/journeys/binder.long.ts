/**
 * The inspector stands at the counter: from the dashboard to one ZIP in two clicks, and its index opens in a browser.
 */
import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from './own-shop.ts';
import { visit } from './steps.ts';
import { expectNoSidewaysScroll, expectNoSidewaysScrollAt } from './watch.ts';

test('an owner downloads the binder of this month and opens its index', async ({ openBrowser, shop }) => {
  const item = await shop.product({ onHand: 9 });
  const number = await shop.order(await shop.person({ name: 'Juniper Vale' }), item);
  const context = await openBrowser({ viewport: { width: 1440, height: 900 } });
  await shop.signIn(context, await shop.person({ role: 'admin', name: 'Ada Owner' }));
  const page = await context.newPage();
  await visit(page, '/admin/dashboard');
  await page.getByRole('link', { name: 'Inspector’s Binder' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Inspector’s Binder' })).toBeVisible();
  await expect(page.getByText('License numbers, photos')).toBeVisible();
  await expectNoSidewaysScrollAt(page);
  await page.getByLabel('Time range').selectOption('This month');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/range=this-month/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download binder' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'Preparing. The download starts automatically' }),
  ).toBeVisible();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^binder-\d{4}-\d{2}-01-to-[\d-]{10}\.zip$/);
  const files = unzipSync(await readFile(await saved.path()));
  expect(strFromU8(files['sales/orders.csv'] ?? new Uint8Array())).toContain(number);
  expect(strFromU8(files['audit-log.csv'] ?? new Uint8Array())).not.toContain('Juniper');

  const index = await context.newPage();
  await index.setContent(strFromU8(files['index.html'] ?? new Uint8Array()));
  await expect(index.getByRole('heading', { level: 1, name: 'Inspector’s binder' })).toBeVisible();
  await expect(index.getByRole('link', { name: 'Stock ledger' })).toHaveAttribute('href', 'stock/ledger.csv');
  await expect(index.getByText('by Ada Owner')).toBeVisible();
  await expectNoSidewaysScroll(index);
  await index.setViewportSize({ width: 390, height: 900 });
  await expectNoSidewaysScroll(index);
  await index.screenshot({ path: 'test-results/binder-index-390.png' });

  // Recorded once, with the days.
  await visit(page, '/admin/audit');
  await expect(page.getByText('Binder made for inspectors').first()).toBeVisible();
});

test('staff do not find the binder', async ({ openBrowser, shop }) => {
  const context = await openBrowser();
  await shop.signIn(context, await shop.person({ role: 'staff' }));
  const page = await context.newPage();
  await visit(page, '/admin/binder');
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await expect(page.getByRole('link', { name: 'Inspector’s Binder' })).toHaveCount(0);
});
