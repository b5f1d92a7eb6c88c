/** A recall, from the inspector's call to its end: buyers of the batch, the message, answers, returned units. */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { lots } from '#db/schema/stock.ts';
import { aCrowd } from '#tests/support/recall-crowd.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectFits } from './watch.ts';

const aBatch = () => `JRN-${randomBytes(4).toString('hex')}`;

/** One person's link, from the text of their email. */
const answerLink = (text: string) => /https?:\/\/\S+\/recall\/[^\s>)\]]+/.exec(text)?.[0] ?? '';

test('a batch number leads to its buyers; they get a message, answer and bring it back, and the recall ends', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const batch = aBatch();
  const lotId = await aCrowd(shop.db, 3, batch);
  await shop.signIn(context, await shop.person({ role: 'admin' }));

  await visit(page, '/admin/search');
  await page.getByLabel(/^Order or batch number/).fill(batch.toLowerCase());
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: `Batch ${batch}` }).click();
  await expect(page.getByRole('link', { name: 'Bought: 3 people, 3 units' })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(4);
  await expectFits(page);

  await page.getByRole('button', { name: 'Stop sales now' }).click();
  await expect(toast(page, 'Sales stopped.')).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(toast(page, 'Lot on sale.')).toBeVisible();
  await page.getByRole('link', { name: /^In open orders:? 0/ }).click();
  await expect(page.getByText('No open order or reservation has units of it.')).toBeVisible();

  await page.getByRole('link', { name: 'Recall…', exact: true }).click();
  await expect(page.getByLabel(`Kestrel, 3.5 g, batch ${batch}`)).toBeChecked();
  await page.getByLabel(/^More batch numbers/).fill('NO-SUCH-BATCH');
  await page.getByLabel(/^What is wrong/).fill('Yeast and mold above the limit');
  await page.getByRole('button', { name: 'Save and see who has it' }).click();
  await expect(page.getByText('No lot has this batch number: NO-SUCH-BATCH.').first()).toBeVisible();
  await expect(page.getByLabel(/^What is wrong/)).toHaveValue('Yeast and mold above the limit');
  await expectFits(page);
  await page.getByLabel(/^More batch numbers/).fill('');
  await page.getByRole('button', { name: 'Save and see who has it' }).click();
  await expect(toast(page, 'Draft saved')).toBeVisible();
  await page.getByRole('button', { name: 'Start recall, notify 3 people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start this recall?' });
  await expect(dialog.getByText(/3 people get the message\. This cannot be undone\./)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Start recall/ }).click();
  await expect(toast(page, 'Recall started.')).toBeVisible();

  const letter = await shop.mailbox.receive(`buyer-${lotId}-1@example.com`, /bring it back/);
  const link = answerLink(letter.text);
  // Without scripts and without signing in.
  const plain = await (await openBrowser({ javaScriptEnabled: false })).newPage();
  await plain.goto(link);
  await plain.getByRole('button', { name: 'I still have it and will bring it back' }).click();
  await expect(plain.getByText(/^Thank you\. Your answer: I still have it/)).toBeVisible();
  const phone = await (await openBrowser({ viewport: { width: 390, height: 844 } })).newPage();
  const other = await shop.mailbox.receive(`buyer-${lotId}-2@example.com`, /bring it back/);
  await phone.goto(answerLink(other.text));
  await expectFits(phone);

  // The page updates by itself: one has answered, another has only read.
  const count = (label: string) => page.getByRole('link', { name: new RegExp(`^\\d+\\s*${label}`) });
  await expect(count('Brings it back')).toHaveText(/^1/);
  await expect(count('Message read')).toHaveText(/^2/);
  await expect(count('No answer: call')).toHaveText(/^2/);
  await expectFits(page);
  await page.getByRole('button', { name: 'Show phone numbers' }).click();
  await expect(page.getByRole('link', { name: '(607) 555-0001' })).toBeVisible();
  await count('Brings it back').click();
  await page.getByRole('link', { name: 'Buyer 1', exact: true }).click();
  await page.getByLabel(/^Units returned/).fill('2');
  await page.getByRole('button', { name: /^Record/ }).click();
  await expect(page.getByText('Only 1 unit of this sale can still come back.').first()).toBeVisible();
  await page.getByLabel(/^Units returned/).fill('1');
  await page.getByRole('button', { name: /^Record/ }).click();
  await expect(toast(page, '1 unit returned, set aside.')).toBeVisible();
  await expect(page.getByText('All units came back.')).toBeVisible();
  await expectFits(page);
  const [lot] = await shop.db.select().from(lots).where(eq(lots.id, lotId));
  expect(lot).toMatchObject({ status: 'recalled', onHand: 1 });

  await page.getByRole('link', { name: /^Recall \d+$/ }).click();
  await expect(page.getByLabel('Draft')).toHaveValue(/Returned since: 1 unit, in quarantine\./);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV of every sale' }).click();
  expect((await download).suggestedFilename()).toMatch(/^recall-\d+-.*\.csv$/);
  await page.getByRole('button', { name: 'End recall…' }).click();
  await page.getByRole('dialog').getByLabel('Note').fill('One unit came back and was destroyed.');
  await page.getByRole('dialog').getByRole('button', { name: 'End recall…' }).click();
  await expect(toast(page, 'Recall ended.')).toBeVisible();
  await plain.goto(link);
  await expect(plain.getByText(/^This recall is over\./)).toBeVisible();
  await visit(page, '/admin/recalls');
  await expect(page.getByRole('row').filter({ hasText: batch })).toContainText('Ended');
  await expectFits(page);
});
