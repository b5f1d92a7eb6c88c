/**
 * Focus rings are whole for most people: shoppers on phones. `npm run test:long` covers the account and the office
 * too, at both widths, and looks at pictures.
 */
import { seeFocusInShop } from './focus-walks.ts';
import { test } from './support.ts';

// The number of stops on a page.
test.describe.configure({ timeout: 120_000 });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('focus rings are whole in the shop', async ({ page, shop }) => seeFocusInShop(page, shop));
});
