import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { customerProfiles } from '#db/schema/customers.ts';
import { orders } from '#db/schema/orders.ts';
import { expect, test } from './own-shop.ts';
import { toast, visit } from './steps.ts';
import { expectAccessible, expectFits } from './watch.ts';

test('the owner closes a day, one customer moves with one press, staff call the other, and the day opens again', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const item = await shop.product({ onHand: 9 });
  const [moves, silent] = [
    await shop.person({ name: 'Juniper Vale' }),
    await shop.person({ name: 'Moss Hill' }),
  ];
  await shop.db
    .update(customerProfiles)
    .set({ phone: '(607) 555-0177' })
    .where(eq(customerProfiles.userId, silent.userId));
  const [moved, waits] = [await shop.order(moves, item), await shop.order(silent, item)];
  const [placed] = await shop.db.select().from(orders).where(eq(orders.orderId, moved));
  const at = Temporal.Instant.fromEpochMilliseconds(placed?.pickupStartsAt?.getTime() ?? 0);
  const day = at.toZonedDateTimeISO('America/New_York').toPlainDate().toString();
  await shop.signIn(context, await shop.person({ role: 'admin', name: 'Ada Owner' }));

  await visit(page, '/admin/closures');
  await page.getByRole('link', { name: 'Close days' }).click();
  await page.getByLabel('First day').fill(day);
  await page.getByLabel('Last day').fill(day);
  await page.getByLabel(/^Reason/).fill('Snowstorm. The farm is closed.');
  await page.getByRole('button', { name: 'See affected orders' }).click();
  await expect(page.getByText(/^\d+ orders are outside the new hours$/)).toBeVisible();
  await expectFits(page);
  await page.getByRole('button', { name: 'Close these times', exact: true }).click();
  await expect(toast(page, /^Saved\. We are notifying \d+ people\.$/)).toBeVisible();

  const letter = await shop.mailbox.receive(moves.email, /needs a new pickup time/);
  const link = /https?:\/\/\S+\/new-time\/\S+&slot=[^\s>)\]]+/.exec(letter.text)?.[0] ?? '';
  // Without signing in.
  const phone = await (await openBrowser({ viewport: { width: 390, height: 844 } })).newPage();
  await phone.goto(link);
  await expectFits(phone);
  await phone
    .getByRole('button', { name: /^Move to / })
    .first()
    .click();
  await expect(phone.getByText(/^Your pickup is /)).toBeVisible();
  await phone.goto('/about');
  await expect(phone.getByText('Snowstorm. The farm is closed.')).toBeVisible();

  // The page updates by itself; staff call the other customer, and the order page is one press away.
  const row = page.getByRole('row').filter({ hasText: waits });
  await expect(page.getByRole('row').filter({ hasText: moved })).toContainText('New time');
  await page.getByRole('button', { name: 'Show phone numbers' }).click();
  await expect(row.getByRole('link', { name: '(607) 555-0177' })).toHaveAttribute('href', 'tel:6075550177');
  await expectFits(page);
  await row.getByRole('combobox').selectOption('Left a message');
  await row.getByRole('button', { name: /^Record/ }).click();
  await expect(row).toContainText('Left a message');
  await visit(page, `/admin/orders/${waits}`);
  await expect(page.getByText('The farm is closed at this pickup time.')).toBeVisible();
  await expectAccessible(page);
  await visit(page, '/admin/dashboard');
  await page.getByRole('link', { name: /\d+ of \d+ orders have no answer yet/ }).click();
  await page.getByRole('button', { name: 'Open after all…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open after all…' }).click();
  await expect(toast(page, /^The closure is undone\. We are notifying \d+ people\.$/)).toBeVisible();
  await shop.mailbox.receive(silent.email, /open after all/);
  await phone.goto(link);
  await expect(phone.getByRole('button', { name: /^Take back / })).toBeVisible();
  await expectAccessible(phone);
});
