/** Two members of staff who edit one order at once. */
import { sql } from 'drizzle-orm';
import { adding, anOrder, enter, linesOf, note, quantity, reason, save } from './order-edit-steps.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

test('of two people who edit one order, the second sees what changed and decides', async ({
  page,
  context,
  openBrowser,
  shop,
}) => {
  const { number, item } = await anOrder(shop);
  const cap = await shop.product({ name: `Cap ${crypto.randomUUID().slice(0, 6)}`, onHand: 5 });
  await enter(shop, context);
  await visit(page, `/admin/orders/${number}/edit`);
  const otherContext = await openBrowser();
  await enter(shop, otherContext, 'staff');
  const other = await otherContext.newPage();
  await visit(other, `/admin/orders/${number}/edit`);

  await quantity(page, item.name).fill('2');
  await note(page).fill('From Ada');
  await reason(page).fill('Ada was called');

  await quantity(other, item.name).fill('3');
  await note(other).fill('From Sam');
  await adding(other).fill(String(cap.id));
  await adding(other).press('Enter');
  await expect(quantity(other, cap.name)).toHaveValue('1');
  await reason(other).fill('Sam was called');
  await save(other).click();
  await expect(toast(other, `${number} saved.`)).toBeVisible();

  await expect(page.getByText('Someone else changed this order after you opened it.')).toBeVisible();
  await save(page).click();
  await expect(page.getByText('Not saved: someone else saved changes.')).toBeVisible();
  await expectAccessible(page);
  const change = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect(change(item.name)).toContainText(/3.*2/);
  await expect(change('Note')).toContainText(/From Sam.*From Ada/);
  await expect(change(cap.name)).toContainText('Not on your form');
  // The input is still there, and so is the colleague's line.
  await expect(quantity(page, item.name)).toHaveValue('2');
  await expect(note(page)).toHaveValue('From Ada');
  await expect(quantity(page, cap.name)).toHaveValue('1');

  await page.getByRole('button', { name: 'Take saved Note' }).click();
  await expect(note(page)).toHaveValue('From Sam');
  await save(page).click();
  await expect(toast(page, `${number} saved.`)).toBeVisible();
  expect(await linesOf(shop, number)).toEqual([2, 1]);
  await expect(page.getByRole('main')).toContainText('From Sam');
  for (const who of ['“Ada was called”', '“Sam was called”']) await expect(page.getByText(who)).toBeVisible();
});

test('an announcement of what the edit page already shows is no news; a change is', async ({
  page,
  context,
  shop,
}) => {
  const { number, item } = await anOrder(shop);
  await enter(shop, context);
  await visit(page, `/admin/orders/${number}/edit`);
  const announced = async () => {
    const asked = page.waitForResponse((response) => response.url().endsWith('/mark'));
    await shop.db.execute(sql`
      select pg_notify('live', 'order:' || id::text) from orders where order_id = ${number}`);
    await (await asked).finished();
  };
  const changed = page.getByText('Someone else changed this order after you opened it.');
  await quantity(page, item.name).fill('2');
  await announced();
  await expect(changed).toHaveCount(0);
  await shop.db.execute(sql`update orders set version = version + 1 where order_id = ${number}`);
  await announced();
  await expect(changed).toBeVisible();
});
