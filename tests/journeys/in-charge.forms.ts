/** Who is in charge, without scripts: taken, handed on from a page that is out of date, ended; and a permit that ends soon. */
import { storeDates } from '#db/schema/dates.ts';
import { enter, heading, problem } from './form-steps.ts';
import { expect, withVisitors } from './forms.ts';
import { test as ownShop } from './own-shop.ts';

const test = withVisitors(ownShop);

test('a shift is taken, a stale form is refused with what to do, and the board names person and permit', async ({
  visitor: page,
  openVisitor,
  shop,
}) => {
  const soon = new Date(Date.now() + 12 * 86_400_000).toISOString().slice(0, 10);
  await shop.db
    .insert(storeDates)
    .values({ title: 'Retail license 77', dueOn: soon, firstOn: soon, repeat: 'never', reminderDays: [] });
  await shop.person({ role: 'staff', name: 'Vera Quill' });
  await enter(shop, page, 'staff');
  await page.goto('/counter');
  expect(page.getByText(/^Retail license 77: .*, in 1[123] days$/)).toBeVisible();
  await page.goto('/counter/in-charge');
  await page.getByRole('combobox', { name: /^From now on/ }).selectOption('Vera Quill');

  const other = openVisitor();
  await enter(shop, other, 'admin');
  await other.goto('/counter/in-charge');
  await other.getByRole('button', { name: 'Put in charge' }).click();
  expect(heading(other, /is in charge$/)).toBeVisible();

  await page.getByRole('button', { name: 'Put in charge' }).click();
  expect(problem(page)).toContainText('is in charge now. Check, then press again.');
  await page.getByRole('button', { name: 'Put in charge' }).click();
  expect(heading(page, 'Vera Quill is in charge')).toBeVisible();
  await page.goto('/counter');
  expect(page.getByText(/^In charge: Vera Quill, since/)).toBeVisible();
  await page.goto('/counter/in-charge');
  await page.getByRole('button', { name: 'End the shift of Vera Quill' }).click();
  expect(heading(page, 'No one is in charge')).toBeVisible();
  expect(page.getByText(/^Vera Quill, .* to /)).toBeVisible();
});
