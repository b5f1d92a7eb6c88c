/** Focus rings are whole at both widths, checked by pictures on more pages than the journey has time for. */
import { seeFocusInAccount, seeFocusInOffice, seeFocusInShop, seeRingsInPictures } from './focus-walks.ts';
import { test } from './support.ts';

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('focus rings are whole in the shop', async ({ page, shop }) => seeFocusInShop(page, shop));
    test('focus rings are whole in the account', async ({ page, shop }) => seeFocusInAccount(page, shop));
    test('focus rings are whole in the back office', async ({ page, shop }) => seeFocusInOffice(page, shop));
    test('pictures show whole rings', async ({ page, shop }) =>
      seeRingsInPictures(page, shop, ['/products?category=flower', '/cart', '/checkout']));
  });
