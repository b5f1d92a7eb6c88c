/** The receipt of a completed order: viewed, printed, downloaded. */
import { readFile } from 'node:fs/promises';
import { pdfWords } from '#tests/support/pdf-text.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectFits } from './watch.ts';

const LONG = `Enamel mug of the two branches ${'with a long story '.repeat(6)}`.trim();

test('appears after the hand-over, reads well on every screen, prints alone and downloads as a file', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const customer = await shop.person();
  const item = await shop.product({
    name: LONG,
    productType: 'apparel',
    taxClass: 'merchandise',
    requiresId: false,
    limitCategory: null,
    limitMg: null,
    retailPrice: 1800,
  });
  const number = await shop.order(customer, item);
  await shop.signIn(context, customer);
  await visit(page, `/orders/${number}/receipt`);
  await expect(page).toHaveURL(`/orders/${number}`);
  await expect(toast(page, 'There is a receipt once the order has been picked up.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Receipt', exact: true })).toHaveCount(0);

  await setStatus(shop.db, number, 'ready');
  const staff = await openBrowser();
  await shop.signIn(staff, await shop.person({ role: 'staff' }));
  const answer = await staff.request.post(`/counter/orders/${number}`, {
    form: { intent: 'hand-over', version: 1, cashReceived: '100' },
    headers: { Origin: shop.origin, 'Sec-Fetch-Site': 'same-origin' },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);

  // The page updates by itself.
  await page.getByRole('link', { name: 'Receipt', exact: true }).press('Enter');
  const receipt = page.getByRole('article', { name: `Receipt ${number}` });
  await expect(receipt).toContainText(LONG);
  await expect(receipt).toContainText('Batch B-1');
  await expect(receipt).toContainText('Paid in cash.');
  await expectFits(page);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download PDF' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`receipt-${number}.pdf`);
  const words = pdfWords(await readFile(await file.path()));
  expect(words).toContain(`Receipt ${number}`);
  expect(words).toContain('Enamel mug of the two branches with a long story');

  await page.emulateMedia({ media: 'print' });
  await expect(receipt).toBeVisible();
  for (const part of ['banner', 'contentinfo'] as const)
    await expect(page.getByRole(part).first()).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Account' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Download PDF' })).toBeHidden();
});
