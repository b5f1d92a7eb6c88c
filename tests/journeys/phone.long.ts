/** A phone's first screen: what fits on it, and what stays in view down the list. */
import type { Locator } from '@playwright/test';
import { about, visit } from './steps.ts';
import { expect, test } from './support.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** Whether the element is in the window, to about a pixel, and a finger would hit it. */
async function expectInReach(locator: Locator): Promise<void> {
  await expect(locator).toBeInViewport({ ratio: 0.99 });
  const free = await locator.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return met !== null && element.contains(met);
  });
  expect(free).toBe(true);
}

/** The least height that a finger hits easily, in CSS pixels. */
const THUMB = 44;

async function expectThumbSize(locator: Locator): Promise<void> {
  const box = await locator.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(THUMB);
  expect(box?.width).toBeGreaterThanOrEqual(THUMB);
}

test('the bars above the shop fit in few lines', async ({ page }) => {
  await visit(page, '/products');
  const bars = page.getByRole('region', { name: 'License and contact' });
  expect((await bars.boundingBox())?.height).toBeLessThanOrEqual(88);
  await expectInReach(bars.getByText('NYS license OCM-SAMPLE-000000'));
  await expectInReach(bars.getByText('For adults 21 and older. Valid ID required at pickup.'));
  await expectInReach(bars.getByRole('link', { name: /^Phone/ }));
  await expectInReach(bars.getByText('118 Branch Road, Hancock, NY 13783'));
  await expectInReach(bars.getByRole('link', { name: /^Email/ }));
});

test('a category says its name once, begins its products high, and shows the sizes of a card in one row', async ({
  page,
}) => {
  await visit(page, '/products?category=flower');
  await expect(page.getByRole('link', { name: /^Remove filter/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'All', exact: true })).toBeVisible();
  const [first] = await page.getByRole('article').locator('.card-picture').all();
  expect((await first?.boundingBox())?.y).toBeLessThan(400);
  const sizes = page.locator('.size-buttons').first().locator('button, a');
  const tops = await sizes.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect(tops).toHaveLength(3);
  expect(new Set(tops).size).toBe(1);
});

test('a product’s name, price, availability and both actions need no scrolling, even with a long name', async ({
  page,
  shop,
}) => {
  for (const name of [
    'Plain Blend',
    'A Name Nobody Would Print on a Jar: Late Harvest from the Upper Field',
  ]) {
    await visit(page, (await shop.product({ name, onHand: 30 })).path);
    const main = page.getByRole('main');
    await expectInReach(main.getByRole('heading', { level: 1, name }));
    await expectInReach(main.getByText('$45.00', { exact: true }).first());
    await expectInReach(main.getByText(/In stock$/).first());
    for (const button of [about('Add to cart', name), 'Reserve for Pickup']) {
      await expectInReach(main.getByRole('button', { name: button }));
      await expectThumbSize(main.getByRole('button', { name: button }));
    }
  }
});

test('the filters stay in view down the list and include the sort, and nothing covers a card', async ({
  page,
}) => {
  const filters = page.getByRole('button', { name: /^Filters/ });
  const cards = page.getByRole('main').getByRole('article');
  await visit(page, '/products?sort=newest');
  for (const card of [0, 9, 18]) {
    await cards.nth(card).scrollIntoViewIfNeeded();
    await expectInReach(filters);
    // At the bottom edge is the list itself.
    const isCovered = await page.evaluate(
      () => document.elementFromPoint(innerWidth / 2, innerHeight - 30)?.closest('main') === null,
    );
    expect(isCovered).toBe(false);
  }
  await expectThumbSize(filters);
  await filters.click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  const sort = sheet.getByRole('combobox', { name: 'Sort by' });
  await expect(sort).toHaveValue('newest');
  await expectThumbSize(sort);
  const newest = await cards.first().innerText();
  await sort.selectOption('Price, high to low');
  await expect(page).toHaveURL(/sort=-price/);
  // The new list scrolls to its start once loaded; only then does the page stay where it is scrolled.
  await expect(cards.first()).not.toHaveText(newest, { useInnerText: true });
  await sheet.getByRole('button', { name: /^Show / }).click();
  await expect(page.getByRole('region', { name: 'Products' }).getByRole('heading').first()).toBeFocused();

  const next = page.getByRole('navigation', { name: 'Pages' }).getByRole('link').last();
  await next.scrollIntoViewIfNeeded();
  await expectInReach(next);
  await expectThumbSize(next);
});

test('a card’s small print breaks between two facts, never in one', async ({ page, shop }) => {
  const { name } = await shop.product({
    strainCode: 'KES',
    strainType: 'hybrid',
    thcBasisPoints: 2212,
    cbdBasisPoints: 10,
    size: '10 tubes of 0.35 g each',
  });
  const card = page.getByRole('article').filter({ hasText: name }).locator('.card-lines');
  await expect(async () => {
    await visit(page, `/products?q=${encodeURIComponent(name)}`);
    await expect(card).toHaveCount(1, { timeout: 1000 });
  }).toPass();
  const lines = await card.evaluate((element) => {
    const text = element.firstChild as Text;
    return ['Hybrid', 'KES', '10 tubes of 0.35 g each', 'THC 22.12%', 'CBD 0.1%'].map((fact) => {
      const at = text.data.replaceAll('\u00a0', ' ').indexOf(fact);
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + fact.length);
      return [...new Set([...range.getClientRects()].map(({ top }) => top))];
    });
  });
  for (const tops of lines) expect(tops).toHaveLength(1);
  // 'Hybrid, KES', the size, the potency.
  expect(new Set(lines.flat()).size).toBe(3);
});
