/** The back office by keyboard: the palette, sequences of keys, the list of shortcuts. */
import { roleMay } from '#core/ground/access/actor.ts';
import { adminScreens } from '#office/kit/admin-screens.ts';
import { pressUntil, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

const palette = { name: 'Commands' } as const;

test('a few letters and Enter open a screen, and arrow keys move through the results', async ({
  page,
  context,
  shop,
}) => {
  await shop.signIn(context, await shop.person({ role: 'admin' }));
  await visit(page, '/admin/dashboard');
  const dialog = page.getByRole('dialog', palette);
  await pressUntil(page, 'Control+k', () => expect(dialog).toBeVisible({ timeout: 2_000 }));
  const field = dialog.getByRole('combobox', { name: 'Search commands' });
  await expect(field).toBeFocused();
  await expectAccessible(page);

  const chosen = dialog.getByRole('option', { selected: true });
  await expect(chosen).toHaveText(/^Dashboard/);
  await page.keyboard.press('ArrowDown');
  await expect(chosen).toHaveText(/^Analytics/);
  await expect(field).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '?');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(chosen).toHaveText(/^Back to the shop/);

  await field.fill('nothing like it');
  await expect(dialog.getByRole('status')).toHaveText('Nothing by that name or number.');
  await field.fill('outb');
  // The screen itself, and the search for others with that name.
  await expect(dialog.getByRole('option')).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/sent-mail');
  await expect(dialog).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Search commands' }).click();
  await expect(field).toBeFocused();
});

test('two keys open a screen, a question mark lists all shortcuts, and a switch turns them off', async ({
  page,
  context,
  shop,
}) => {
  await shop.signIn(context, await shop.person({ role: 'admin' }));
  await visit(page, '/admin/dashboard');
  // Key listeners arrive a moment after the page.
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await expect(page).toHaveURL('/admin/sent-mail', { timeout: 1_000 });
  }).toPass();

  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toBeVisible();
  await expectAccessible(page);
  // Behind an open dialog the page ignores keys.
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL('/admin/sent-mail');
  await list.getByRole('checkbox', { name: 'Single keys are on' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await page.keyboard.press('?');
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(list).toHaveCount(0);
  await expect(page).toHaveURL('/admin/sent-mail');
  // Right after other keys it could be a scanner's.
  const found = page.getByRole('dialog', palette);
  await pressUntil(page, 'Control+k', () => expect(found).toBeVisible({ timeout: 2_000 }));
});

test('staff see only their own screens, and nothing loads before the palette opens', async ({
  page,
  context,
  shop,
}) => {
  await shop.signIn(context, await shop.person({ role: 'staff' }));
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await visit(page, '/admin/dashboard');
  expect(fetched.filter((path) => /palette|shortcut-list/.test(path))).toEqual([]);
  const dialog = page.getByRole('dialog', palette);
  await pressUntil(page, 'Control+k', () => expect(dialog).toBeVisible({ timeout: 2_000 }));
  const theirs = adminScreens.filter(({ needs }) => roleMay('staff', needs)).map(({ label }) => label);
  expect(theirs).not.toContain('Users');
  await expect(dialog.getByRole('option')).toHaveText(
    [...theirs, 'Search everything', 'Back to the shop'].map((label) => new RegExp(`^${label}`)),
  );
  expect(fetched.filter((path) => /palette/.test(path))).toHaveLength(1);
});
