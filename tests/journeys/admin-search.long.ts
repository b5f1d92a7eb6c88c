/** The back office's search by its key, and with odd input. */
import { pressUntil, visit } from './steps.ts';
import { expect, test } from './support.ts';

test('S focuses the search on any page, and odd input finds nothing', async ({ page, context, shop }) => {
  await shop.signIn(context, await shop.person({ role: 'staff' }));
  await visit(page, '/admin/dashboard');
  await pressUntil(page, 's', () => expect(page).toHaveURL('/admin/search', { timeout: 2_000 }));
  await expect(page.getByRole('searchbox', { name: /^Order or batch number/ })).toBeFocused();
  for (const odd of [
    '%%%',
    '\\',
    "' or 1=1 --",
    '<b>x</b>',
    '"',
    'ｆｕｌｌ',
    '(((',
    '🌱🌱🌱',
    '0000000000',
  ]) {
    await visit(page, `/admin/search?q=${encodeURIComponent(odd)}`);
    await expect(page.getByRole('main').getByRole('status')).toContainText('Nothing found for');
  }
});
