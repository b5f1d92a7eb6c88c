/** The owner closes a day without scripts: uploads the state's file, reads what differs, says why, and closes. */
import { eq } from 'drizzle-orm';
import { lots } from '#db/schema/stock.ts';
import { expect, test } from './forms.ts';
import type { PlainPage } from './plain-page.ts';

const HEAD = 'Tag,Item,Quantity,Unit of Measure\r\n';

async function send(page: PlainPage, csv: string) {
  const file = { name: 'packages.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByLabel('Active packages from Metrc, as CSV').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload file' }).click();
}

test('a wrong file is refused by line, a right one shows what differs, and the day is closed with a reason', async ({
  visitor: page,
  shop,
}) => {
  const item = await shop.product({ onHand: 6 });
  const tag = `1A4${crypto.randomUUID().replaceAll('-', '').slice(0, 21).toUpperCase()}`;
  await shop.db.update(lots).set({ packageTag: tag }).where(eq(lots.productId, item.id));
  await shop.signIn(page, await shop.person({ role: 'admin', name: 'Ada Owner' }));
  await page.goto('/admin/reconciliation');
  await expect(page.getByRole('heading', { level: 1, name: /^Reconciliation, / })).toBeVisible();
  // The page's own day, should midnight pass in between.
  const day = await page.locator('input[name="day"][type="date"]').inputValue();

  await send(page, `${HEAD}${tag},Jar,-4,Each\r\n`);
  await expect(page.getByText('Line 2: ‘-4’ is not a number of units, 0 or more.')).toBeVisible();
  await send(page, `${HEAD}${tag},Jar,7,Each\r\n`);
  await expect(page).toHaveURL(`/admin/reconciliation?day=${day}`);
  await expect(page.getByText(/^The state’s file: 1 package, uploaded .* by Ada Owner\./)).toBeVisible();

  const allLots = page.getByRole('link', { name: /^All lots/ });
  await allLots.click();
  await expect(allLots).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: /^Differences/ }).click();
  const row = page.getByRole('row').filter({ hasText: item.name });
  // With the lots of other journeys, this one may be on a later page.
  const next = page.getByRole('link', { name: 'Next', exact: true });
  while ((await row.count()) === 0 && (await next.count()) > 0) await next.click();
  await expect(row).toContainText('The state has 7 units, the ledger 6 units');
  await expect(row.getByRole('link', { name: 'Count it first' })).toHaveAttribute('href', '/admin/counts');

  const close = page.getByRole('button', { name: /^Close / });
  await page.getByRole('textbox', { name: 'Why you close the day anyway' }).fill('Bad\u202e');
  await close.click();
  await expect(page.getByText(/^These characters cannot be saved/).first()).toBeVisible();
  await page
    .getByRole('textbox', { name: 'Why you close the day anyway' })
    .fill('The state corrects it tomorrow');
  await page.getByRole('button', { name: /^Close / }).click();
  await expect(page.getByText('Day closed.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Closed', exact: true })).toHaveAttribute('href', '#closing');
  await expect(page.getByText(/^Closed .* by Ada Owner: /).first()).toBeVisible();
  await expect(page.getByText('The state corrects it tomorrow').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Close .* again$/ })).toBeVisible();
});

test('a day to come has no page, and staff have none of any day', async ({ visitor, openVisitor, shop }) => {
  await shop.signIn(visitor, await shop.person({ role: 'admin' }));
  expect(await visitor.goto('/admin/reconciliation?day=2199-01-01')).toBe(404);
  expect(await visitor.goto('/admin/reconciliation?day=2026-02-30')).toBe(404);
  const staff = openVisitor();
  await shop.signIn(staff, await shop.person({ role: 'staff' }));
  await staff.goto('/admin/reconciliation');
  await expect(staff).toHaveURL('/admin/dashboard');
});
