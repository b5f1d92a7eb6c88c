/** An outage of the state's tracking system, from its declaration to the last entry, without scripts. */
import { eq } from 'drizzle-orm';
import { lots } from '#db/schema/stock.ts';
import { aColleague, enter } from './form-steps.ts';
import { expect, withVisitors } from './forms.ts';
import { test as inOwnShop } from './own-shop.ts';

const test = withVisitors(inOwnShop);
const PASSWORD = 'a long walk by two rivers';

test('an outage is declared, shown at the counter, and ends with its entries ticked', async ({
  visitor: page,
  shop,
}) => {
  const item = await shop.product({ onHand: 4 });
  const [lot] = await shop.db.select().from(lots).where(eq(lots.productId, item.id));
  await aColleague(shop, 'Lee Ford', PASSWORD);
  await enter(shop, page, 'admin');
  await page.goto('/admin/outages');
  await page.getByLabel('Down since').fill('2190-01-01T00:00');
  await page.getByRole('button', { name: 'Declare the outage' }).click();
  await expect(page.getByText(/^This time is in the future\./).first()).toBeVisible();
  await page.goto('/admin/outages');
  await page.getByRole('textbox', { name: 'Note' }).fill('Login fails');
  await page.getByRole('button', { name: 'Declare the outage' }).click();
  await expect(page.getByText('No stock changed since it started.')).toBeVisible();
  const here = page.url();

  await page.goto('/counter');
  await expect(page.getByText(/^The state’s tracking system has been down since /)).toBeVisible();
  await page.getByText('What is still allowed').click();
  await expect(page.getByText(/Receive no lots\./)).toBeVisible();

  await page.goto(`/counter/waste?lot=${lot?.id}`);
  await page.getByRole('textbox', { name: 'Units' }).fill('1');
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('damaged');
  await page.getByRole('combobox', { name: 'Witness' }).selectOption('Lee Ford');
  await page.getByLabel('Their password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Move to waste' }).click();
  await expect(page.getByText(/1 entry to make in the state’s system\./)).toBeVisible();

  await page.goto(here);
  await page.getByRole('checkbox', { name: new RegExp(`Waste: .1 ${item.name}`) }).check();
  await page.getByRole('button', { name: 'Mark checked as entered' }).click();
  await expect(page.getByText('1 entry marked as entered.')).toBeVisible();
  await expect(page.getByText('The one entry is in the state’s system.')).toBeVisible();
  await page.getByText('The system works again').first().click();
  await page.getByRole('button', { name: /^The system works again/ }).click();
  await expect(page.getByText('The outage has ended. Lots can be received again.')).toBeVisible();
  await page.goto('/counter');
  await expect(page.getByText(/tracking system/)).toHaveCount(0);
});
