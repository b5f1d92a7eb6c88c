/** Month end as the owner does it on the 1st: last month's figures, receipts, files, and closing. */
import { readFile } from 'node:fs/promises';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from './own-shop.ts';
import { toast, visit } from './steps.ts';
import { expectAccessible, expectFits } from './watch.ts';

const lastMonth = Temporal.Now.plainDateISO('America/New_York').with({ day: 1 }).subtract({ months: 1 });
const label = lastMonth.toLocaleString('en-US', { month: 'long', year: 'numeric' });

test('an owner reads last month, opens a figure, downloads the files, closes the month and reopens it', async ({
  openBrowser,
  shop,
}) => {
  const [from, to] = [lastMonth, lastMonth.add({ months: 1 }).subtract({ days: 1 })];
  const context = await openBrowser({ viewport: { width: 1440, height: 900 } });
  await shop.signIn(context, await shop.person({ role: 'admin', name: 'Ada Owner' }));
  const page = await context.newPage();
  await visit(page, '/admin/month-end');
  const sales = page.getByRole('table', { name: 'Sales by tax class' });
  await expect(sales.getByRole('row', { name: /^Cannabis \d+ \$[\d,]+\.\d\d/ })).toBeVisible();
  await expectFits(page);

  await sales.getByRole('link', { name: / Cannabis, gross sales: receipts$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Receipts' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^ORD\d+$/ }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Month End' }).last().click();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toMatch(/,Sales,Total,,Net sales,\d+\.\d\d\r\n/);
  const pdf = `/admin/month-end/report.pdf?range=custom&from=${from}&to=${to}`;
  const paper = async () => (await page.request.get(new URL(pdf, page.url()).href)).body();
  expect((await paper()).subarray(0, 4).toString()).toBe('%PDF');

  await page.getByRole('link', { name: `Close ${label}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Close ${label}` })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Sales by tax class' })).toContainText('Cannabis');
  await expectAccessible(page);
  await page.getByRole('button', { name: `Close ${label}` }).click();
  await expect(toast(page, `${label} closed.`)).toBeVisible();
  await expect(page.getByText(/These figures no longer change\./)).toBeVisible();
  const closed = await paper();
  expect((await paper()).equals(closed)).toBe(true);

  await page.getByRole('link', { name: `Reopen ${label}` }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Forgot a delivery');
  await page.getByRole('button', { name: `Reopen ${label}` }).click();
  await expect(toast(page, `${label} reopened.`)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Closed months' })).toContainText('Forgot a delivery');
});
