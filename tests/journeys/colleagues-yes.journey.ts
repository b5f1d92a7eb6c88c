/** A colleague's yes on the same screen: the PIN of someone who may settles a refused hand-over, and nothing typed is lost. */
import { eq } from 'drizzle-orm';
import { staffPins } from '#db/schema/identity.ts';
import { orders, refusedHandOvers } from '#db/schema/orders.ts';
import { newId } from '#kernel/ids.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { orderForNow } from './counter-steps.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectFits } from './watch.ts';

test.use({ viewport: { width: 768, height: 1024 } });

test('an admin’s PIN settles a refused hand-over in their name; a wrong one leaves the note where it was', async ({
  context,
  page,
  shop,
}) => {
  const ana = await shop.person({ role: 'admin', name: 'Ana Reyes' });
  const ben = await shop.person({ role: 'staff', name: 'Ben Ford' });
  for (const [{ userId }, pin] of [
    [ana, '927461'],
    [ben, '408213'],
  ] as const)
    await shop.db.insert(staffPins).values({ userId, hash: await hashPassword(pin) });
  const { number } = await orderForNow(shop, 'Wren Hale');
  const [order] = await shop.db.select().from(orders).where(eq(orders.orderId, number));
  await shop.db.insert(refusedHandOvers).values({
    ...{ id: newId<string>(), orderId: order?.id ?? '', why: 'This order was canceled.' },
    ...{ owed: 5000, cashReceived: 6000, doneAt: new Date() },
    ...{ handedOverBy: ben.userId, handedOverByName: 'Ben Ford' },
  });
  await shop.signIn(context, ana);
  await visit(page, '/counter/switch/share');
  await page.getByLabel('Name of the tablet').fill('Register 7');
  await page.getByRole('button', { name: 'Share and sign out' }).click();
  await page.getByText('Ben Ford').click();
  await page.getByLabel('PIN', { exact: true }).fill('408213');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page).toHaveURL('/counter');

  await visit(page, '/counter/end-of-day');
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: number }) })
    .last();
  await row.getByLabel(`What was done about ${number}`).fill('The cash is in the safe.');
  await row.getByLabel('Person').selectOption('Ana Reyes');
  await row.getByLabel('Their PIN').fill('408213');
  await row.getByRole('button', { name: `Settle ${number}` }).click();
  await expect(row.getByText('That is not this person’s PIN.').first()).toBeVisible();
  await expect(row.getByLabel(`What was done about ${number}`)).toHaveValue('The cash is in the safe.');
  await expect(row.getByLabel('Their PIN')).toHaveValue('');
  await expectAccessible(page);
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 1024 });
    await expectFits(page);
  }
  await row.getByLabel('Their PIN').fill('927461');
  await row.getByRole('button', { name: `Settle ${number}` }).click();
  await expect(toast(page, 'Settled by Ana Reyes.')).toBeVisible();
  await expect(row.getByText('Settled by Ana Reyes')).toBeVisible();
});
