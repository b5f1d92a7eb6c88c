/** An evening with a hand-over that was not accepted, and with two people at one drawer. */
import { randomUUID } from 'node:crypto';
import { clearTheDay, missedOrder, secondTablet } from './end-of-day-steps.ts';
import { expect, test } from './own-shop.ts';
import { toast, visit } from './steps.ts';
import { expectAccessible, expectFits } from './watch.ts';

test.use({ viewport: { width: 768, height: 1024 } });

test('a hand-over that was not accepted holds the day open until an admin settles it, and both tablets see it', async ({
  context,
  page: kim,
  shop,
  openBrowser,
}) => {
  await clearTheDay(shop);
  const number = await missedOrder(shop, 'Marlo Finch');
  const staff = await shop.person({ role: 'staff', name: 'Kim Reyes' });
  await shop.signIn(context, staff);
  const ana = await secondTablet(openBrowser, shop, 'admin', 'Ana Cole');
  await visit(kim, '/counter/end-of-day');
  await visit(ana, '/counter/end-of-day');
  await ana.getByRole('button', { name: `Not picked up ${number}` }).click();
  await ana.getByRole('dialog').getByRole('button', { name: 'Not picked up' }).click();
  await expect(toast(ana, `${number} is marked as not picked up.`)).toBeVisible();

  // Kim's tablet handed it over without a network before that, and sends it now.
  const answer = await kim.evaluate(
    async (fields) => {
      const sent = await fetch('/counter/actions', { method: 'POST', body: new URLSearchParams(fields) });
      return sent.json();
    },
    {
      ...{ id: randomUUID(), kind: 'hand-over', order: number, version: '1', by: staff.userId },
      ...{ doneAt: String(Date.now() - 900_000), idKind: 'passport', idIssuer: 'Canada' },
      ...{ cashReceived: '80', owed: '7840', nameMatches: '1' },
    },
  );
  expect(answer).toMatchObject({ outcome: 'refused' });
  const step = (page: typeof kim) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: /Hand-overs that were not/ }) });
  for (const page of [kim, ana]) {
    await expect(step(page)).toContainText('$78.40 in cash');
    await expect(page.getByText('The customer has them').first()).toBeVisible();
  }
  await expect(step(kim)).toContainText('An admin or the person in charge settles this.');
  for (const page of [kim, ana]) await expectFits(page, [390, 768, 1440]);
  await ana.getByRole('button', { name: `Settle ${number}` }).click();
  await expect(step(ana)).not.toContainText('Settled by');
  await ana
    .getByLabel(`What was done about ${number}`)
    .fill('Entered as a pay-in. The jars are counted out.');
  await ana.getByRole('button', { name: `Settle ${number}` }).click();
  for (const page of [kim, ana]) await expect(step(page)).toContainText('Settled by Ana Cole');
  await visit(kim, '/counter/cash');
  await expect(kim.getByText('Cash without a record')).toHaveCount(0);
});

test('two people count one drawer at once: the later one still has what was typed, and reads who was first', async ({
  context,
  page: kim,
  shop,
  openBrowser,
}) => {
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  const lee = await secondTablet(openBrowser, shop, 'staff', 'Lee Ford');
  await visit(kim, '/counter/cash');
  await kim.getByLabel(/Float/).fill('100');
  await kim.getByRole('button', { name: 'Open the drawer' }).click();
  await kim.getByRole('link', { name: /^Count, close/ }).click();
  await visit(lee, '/counter/cash/count');
  await lee.getByLabel('Counted').fill('91');
  await kim.getByLabel('Counted').fill('90');
  await kim.getByRole('button', { name: 'Save the count' }).click();
  await expect(kim.getByText('Short $10.00')).toBeVisible();
  await expect(lee.getByLabel('Counted')).toHaveValue('91');
  await lee.getByRole('button', { name: 'Save the count' }).click();
  await expect(lee.getByText(/Kim Reyes counted this drawer at/).first()).toBeVisible();
  await expect(lee.getByLabel('Counted')).toHaveValue('91');
  await expectAccessible(lee);
});
