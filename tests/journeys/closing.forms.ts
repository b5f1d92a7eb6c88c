/** The end of the day, the drawer and waste without scripts. */
import { eq } from 'drizzle-orm';
import { auditLog } from '#db/schema/audit.ts';
import { orders } from '#db/schema/orders.ts';
import { printers } from '#db/schema/printing.ts';
import { lots } from '#db/schema/stock.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { aColleague, enter } from './form-steps.ts';
import { expect, test } from './forms.ts';
import type { Item, Shop } from './shop.ts';

const PASSWORD = 'a long walk by two rivers';

async function lotOf(shop: Shop, item: Item) {
  const [lot] = await shop.db.select().from(lots).where(eq(lots.productId, item.id));
  return { id: lot?.id ?? 0, batch: lot?.batchNumber ?? '' };
}

test('units of a bag that ended are put back, and a tick is taken back', async ({ visitor: page, shop }) => {
  const item = await shop.product({ onHand: 3 });
  const number = await shop.order(await shop.person({ name: 'Cora Lund' }), item);
  await setStatus(shop.db, number, 'ready');
  await enter(shop, page, 'staff');
  await page.goto(`/counter/orders/${number}`);
  await page.getByText('Refuse order').click();
  await page.getByRole('combobox', { name: 'Why' }).selectOption('intoxicated');
  await page.getByRole('button', { name: 'Refuse and end order' }).click();
  await page.goto('/counter/end-of-day');
  const tick = page.getByRole('button', { name: `Put back 1 ${item.name} of ${number}` });
  await tick.click();
  await expect(page).toHaveURL('/counter/end-of-day');
  await page.getByRole('button', { name: `Undo 1 ${item.name} of ${number}` }).click();
  await expect(tick).toBeVisible();
  await expect.poll(() => shop.available(item)).toBe(3);
});

test('a note that does not fit on an order is refused, and what was typed stays', async ({
  visitor: page,
  shop,
}) => {
  const item = await shop.product({ onHand: 3 });
  const number = await shop.order(await shop.person({ name: 'Cora Lund' }), item);
  await shop.db
    .update(orders)
    .set({ note: 'n'.repeat(990) })
    .where(eq(orders.orderId, number));
  await enter(shop, page, 'staff');
  await page.goto(`/counter/orders/${number}`);
  await page.getByText('Add a note').click();
  const note = page.getByLabel('Note for the others at the counter');
  await note.fill('Left side door');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText(/^The note of this order is full\./).first()).toBeVisible();
  await expect(note).toHaveValue('Left side door');
});

test('units become waste with a witness, and two people destroy them', async ({ visitor: page, shop }) => {
  const item = await shop.product({ onHand: 4 });
  const { id } = await lotOf(shop, item);
  await aColleague(shop, 'Lee Ford', PASSWORD);
  await enter(shop, page, 'staff');
  await page.goto('/counter/waste');
  await page.getByRole('searchbox', { name: 'Batch, package tag or product' }).fill(item.name);
  await page.getByRole('button', { name: 'Find lot' }).click();
  await page.goto(`/counter/waste?lot=${id}`);
  await page.getByRole('textbox', { name: 'Units' }).fill('9');
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('damaged');
  await page.getByRole('button', { name: 'Move to waste' }).click();
  await expect(page.getByText('Choose who saw it.').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Witness' }).selectOption('Lee Ford');
  await page.getByLabel('Their password').fill('not this one');
  await page.getByRole('button', { name: 'Move to waste' }).click();
  await expect(page.getByText('That is not this person’s password.').first()).toBeVisible();
  await expect(page.getByLabel('Their password')).toHaveValue('');
  await page.getByLabel('Their password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Move to waste' }).click();
  // What was typed is there still, but what the witness showed.
  await expect(page.getByText('This lot has 4 units. Check the number.').first()).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Reason' })).toHaveValue('damaged');
  await expect(page.getByLabel('Their password')).toHaveValue('');
  await page.getByRole('textbox', { name: 'Units' }).fill('3');
  await page.getByLabel('Their password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Move to waste' }).click();
  await expect(page.getByText(/^Waste \d+ is recorded\.$/)).toBeVisible();
  await expect.poll(() => shop.available(item)).toBe(1);

  await page.goto('/admin/waste/destroy');
  await page.getByRole('checkbox', { name: new RegExp(item.name) }).check();
  await page.getByRole('combobox', { name: 'Method' }).selectOption('composted');
  await page.getByRole('button', { name: 'Record as destroyed' }).click();
  await expect(page.getByText('Choose who destroyed it with you.').first()).toBeVisible();
  await expect(page.getByRole('checkbox', { name: new RegExp(item.name) })).toBeChecked();
  await page.getByRole('combobox', { name: 'Second person' }).selectOption('Lee Ford');
  await page.getByLabel('Their password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Record as destroyed' }).click();
  await expect(page.getByText('1 record destroyed.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Batch or product' }).fill(item.name);
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('link', { name: /^Waste \d+$/ }).click();
  await expect(page.getByText('Composted').first()).toBeVisible();
  await expect(page.getByText(/by Sam Counter and Lee Ford$/).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Record destruction' })).toHaveCount(0);
});

test('the drawer opens without a sale for a reason of its own, beside the form that moves cash', async ({
  visitor: page,
  shop,
}) => {
  const [printer] = await shop.db
    .insert(printers)
    .values({ name: 'Till roll', maker: 'epson', token: `2${'d'.repeat(25)}`, opensDrawer: true })
    .returning({ id: printers.id });
  await enter(shop, page, 'admin');
  await page.goto('/counter/cash');
  await page.getByLabel(/^Float/).fill('100');
  await page.getByRole('button', { name: 'Open the drawer' }).first().click();
  await page.getByText('No sale: open the drawer').click();
  await page.getByLabel('Reason').fill('Quarters for the register');
  await page.getByRole('button', { name: 'Open the drawer' }).click();
  await expect(page.getByText('The drawer opens.').first()).toBeVisible();
  const acts = await shop.db.select().from(auditLog).where(eq(auditLog.action, 'drawer.opened-without-sale'));
  expect(JSON.stringify(acts)).toContain('Quarters for the register');
  await shop.db.delete(printers).where(eq(printers.id, printer?.id ?? ''));
});
