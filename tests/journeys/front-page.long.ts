/** The home page: the farm in a few lines, the menu by category, new products, the farm’s own text. */
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { aProduct } from '#tests/support/people.ts';
import type { Item, Shop } from './shop.ts';
import { takenOver, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const shelf = (page: Page) => page.getByRole('region', { name: /^(Fresh this week|New on the shelves)$/ });
const names = (page: Page) => shelf(page).getByRole('article').getByRole('heading').allInnerTexts();

/** Enough for a row; the last one is the newest. */
async function newProducts(shop: Shop, count: number): Promise<Item[]> {
  const made: Item[] = [];
  for (let each = 1; each < count; each++) {
    const name = `Kestrel ${randomBytes(4).toString('hex')}`;
    const id = await aProduct(shop.db, { name });
    made.push({ id, name, path: `/products/${id}`, price: 4500 });
  }
  // The shop learns of the others before the last, for which this waits.
  return [...made, await shop.product()];
}

/** The number of new products on the shelf of a wide screen. */
const ON_SHELF = 3;

/** Reloads the home page until its shelf shows these first. */
async function visitWith(page: Page, wanted: readonly string[]): Promise<void> {
  await expect(async () => {
    await visit(page, '/');
    expect((await names(page)).slice(0, wanted.length)).toEqual(wanted.slice(0, ON_SHELF));
  }).toPass({ timeout: 15_000 });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the first picture starts within 420 pixels; its name and facts need no scrolling, and nothing covers them', async ({
    page,
    shop,
  }) => {
    const made = await newProducts(shop, 4);
    await visitWith(page, [made.at(-1)?.name ?? '']);
    const card = page.getByRole('main').getByRole('article').first();
    expect((await card.getByRole('img').first().boundingBox())?.y).toBeLessThanOrEqual(420);
    const band = page.getByRole('main').getByRole('heading', { level: 1 }).locator('../..');
    expect((await band.boundingBox())?.height).toBeLessThanOrEqual(120);
    await expect(card.getByRole('heading')).toBeInViewport({ ratio: 1 });
    await expect(card.getByText('Pickup Only')).toBeInViewport({ ratio: 0.8 });
    // The filters and the categories stay below the header.
    await page.getByRole('heading', { level: 2, name: 'Pre-Rolls' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('button', { name: 'Filters' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('navigation', { name: 'Categories' })).toBeInViewport({ ratio: 1 });
  });

  test('a card’s facts take at most three lines, and cards in a row share their top and bottom edges', async ({
    page,
  }) => {
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const path of ['/', '/?sort=name', '/?sort=name&page=2', '/?sort=name&page=3']) {
        await visit(page, path);
        const cards = await page.locator('.card').evaluateAll((all) =>
          all.map((card) => {
            const lines = [...card.querySelectorAll('.card-lines')];
            const heights = lines.map((line) => line.getBoundingClientRect().height);
            const { top, height } = card.getBoundingClientRect();
            const price = card.querySelector('.card-price')?.getBoundingClientRect().top ?? 0;
            const words = card.querySelector('h3')?.textContent ?? '';
            const size = Math.min(...lines.map((line) => Number.parseFloat(getComputedStyle(line).fontSize)));
            return { words, top, ends: [height, price - top].map(Math.round), heights, size };
          }),
        );
        for (const { words, heights, size } of cards) {
          const height = heights.reduce((sum, each) => sum + each, 0);
          expect(height, `${words} at ${width} px`).toBeLessThanOrEqual(3 * 20 + 1);
          if (heights.length > 0) expect(size, words).toBeGreaterThanOrEqual(13);
        }
        for (const [at, card] of cards.entries()) {
          const next = cards[at + 1];
          if (next && Math.abs(next.top - card.top) < 1) expect(next.ends, next.words).toEqual(card.ends);
        }
      }
    }
  });

  test('only the bar says who the shop is for until a shopper scrolls to the menu', async ({ page }) => {
    await visit(page, '/');
    await expect(page.getByText(/adults 21 and older/).first()).toBeInViewport();
    await expect(page.getByText('You must be 21 or older.')).not.toBeInViewport();
    await page.getByText('You must be 21 or older.').scrollIntoViewIfNeeded();
    await expect(page.getByText('You must be 21 or older.')).toBeInViewport();
  });

  test('the keyboard reaches every card of the shelf, and the focused card is visible', async ({
    page,
    shop,
  }) => {
    const made = await newProducts(shop, 6);
    await visitWith(page, [made.at(-1)?.name ?? '']);
    const last = shelf(page).getByRole('article').last().getByRole('button').last();
    await shelf(page).getByRole('link').first().focus();
    await expect(async () => {
      await page.keyboard.press('Tab');
      const focused = shelf(page).locator(':focus');
      await expect(focused).toBeInViewport({ ratio: 0.95, timeout: 1000 });
      await expect(last).toBeFocused({ timeout: 50 });
    }).toPass({ intervals: [0], timeout: 30_000 });
  });
});

test('nothing is wider than the page, also at twice the text size', async ({ page, shop }) => {
  const made = await newProducts(shop, 4);
  await visitWith(page, [made.at(-1)?.name ?? '']);
  const looksFine = async () => {
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 700 });
      await expectNoSidewaysScroll(page);
    }
  };
  const enlarge = () => page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await looksFine();
  await expectAccessible(page);
  await enlarge();
  await looksFine();
  await expectAccessible(page);
  for (const path of ['/products', '/products?q=zzzzzzzz', '/?max=20&stock=1']) {
    await page.goto(path);
    await takenOver(page);
    await enlarge();
    await looksFine();
  }
});
