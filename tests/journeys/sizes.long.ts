/** Many sizes of one product, at every width and in large text. */
import { randomBytes } from 'node:crypto';
import { sizeChoice, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { setTextSize } from './views.ts';
import { expectNoSidewaysScroll, expectNothingCut } from './watch.ts';

test('five sizes with cents fit in few lines, with “Add to cart” on a phone’s first screen', async ({
  page,
  shop,
}) => {
  const name = `Kestrel ${randomBytes(4).toString('hex')}`;
  const size = (words: string, netWeightMg: number, retailPrice: number, onHand = 10) =>
    shop.product({ name: name + words, netWeightMg, retailPrice, onHand, strainCode: 'KES' });
  const first = await size('', 1000, 1399);
  await size(', Eighth', 3500, 4249);
  await size(', Quarter Ounce', 7000, 8149);
  await size(', Half Ounce', 14_000, 14_999, 0);
  await size(', Ounce', 28_000, 125_550);
  const links = sizeChoice(page).getByRole('link');
  await expect(async () => {
    await visit(page, first.path);
    await expect(links).toHaveCount(5, { timeout: 500 });
  }).toPass();
  await expect(links.nth(3)).toHaveText(/^1\/2 oz\s*\$149\.99\s*14 g\s*Sold out$/);
  const rows = async () => {
    const boxes = await Promise.all((await links.all()).map((link) => link.boundingBox()));
    // Two lines of letters, as tall as a finger.
    for (const box of boxes) {
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.height).toBeLessThanOrEqual(56);
    }
    return new Set(boxes.map((box) => box?.y)).size;
  };
  for (const [width, expected] of [
    [320, 3],
    [390, 2],
    [768, 3],
    [1440, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    expect(await rows(), `rows at ${width} px`).toBe(expected);
    await expectNoSidewaysScroll(page);
    if (width === 390)
      await expect(page.getByRole('button', { name: /^Add to cart/ }).first()).toBeInViewport({ ratio: 1 });
  }
  await setTextSize(page, 200);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
    await expectNothingCut(page);
  }
  await setTextSize(page, 100);
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(sizeChoice(page).locator('[aria-current]')).toHaveCSS('border-top-width', '4px');
  await expect(links.nth(1)).toHaveCSS('border-top-width', '1px');
});
