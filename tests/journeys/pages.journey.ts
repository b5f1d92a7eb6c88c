/** Content that every page has, on one with much text at every width, and the warnings that rotate. */
import { expectFrame } from './pages-steps.ts';
import { visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectWellMade } from './watch.ts';

const ROTATING = [
  'Cannabis can be addictive.',
  'Cannabis can impair concentration and coordination.',
  'There may be health risks associated with consumption of this product.',
  'Cannabis is not recommended for use by persons who are pregnant or nursing.',
];

test('a product page with much text is sound at every width', async ({ page, shop }) => {
  await visit(page, '/products');
  await expect(page.getByText('You must be 21 or older. A valid ID is required at pickup.')).toBeVisible();
  await page.getByRole('main').getByRole('article').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/products\/\d+$/);
  await expectFrame(page);
  const name = `Unreasonably Long Name of ${'Something Wonderful '.repeat(6)}`.trim();
  await visit(page, (await shop.product({ name })).path);
  await expectWellMade(page);
});

test('four views in a row show all four rotating warnings, by links and by reloads', async ({ page }) => {
  const shown = async () => {
    const text = await page.getByRole('region', { name: 'Health warnings' }).innerText();
    return ROTATING.filter((warning) => text.includes(warning));
  };
  const seen: string[] = [];
  await visit(page, '/faq');
  seen.push(...(await shown()));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page).toHaveURL('/privacy');
  await expect.poll(shown).not.toEqual(seen);
  seen.push(...(await shown()));
  await visit(page, '/terms');
  seen.push(...(await shown()));
  await page.getByRole('banner').getByRole('link', { name: 'Education' }).click();
  await expect(page).toHaveURL('/education');
  await expect.poll(async () => (await shown())[0]).not.toBe(seen[2]);
  seen.push(...(await shown()));
  expect([...seen].sort()).toEqual([...ROTATING].sort());
});
