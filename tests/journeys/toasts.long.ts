/** Messages cover no heading, bar or control that they answer, at every width, and do not move under a finger. */
import type { Locator, Page } from '@playwright/test';
import { about, addToCart, pastDoubleClick, pressUntil, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { boxes, messages } from './toasts-steps.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

/** Parts of every page that a message must not cover: the heading, and the bars at the edges. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('.toasts .toast')].map((each) => each.getBoundingClientRect());
    return [...document.querySelectorAll('main h1, header, [data-bottom-bar], .floating')]
      .filter((element) => {
        const box = element.getBoundingClientRect();
        const touches = (other: DOMRect) =>
          box.left < other.right &&
          box.right > other.left &&
          box.top < other.bottom &&
          box.bottom > other.top;
        return box.width > 0 && box.height > 0 && all.some(touches);
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });

/** The distance from the messages to the bottom edge, or to a bar there; in pixels. */
const aboveBottom = (page: Page) =>
  page.evaluate(() => {
    const messages = document.querySelector('.toasts')?.getBoundingClientRect();
    if (!messages) return null;
    const bars = [...document.querySelectorAll('[data-bottom-bar], .floating')]
      .map((bar) => bar.getBoundingClientRect())
      .filter(
        ({ top, left, right }) =>
          top > innerHeight / 2 && top < innerHeight && left < messages.right && right > messages.left,
      );
    return Math.min(innerHeight, ...bars.map(({ top }) => top)) - messages.bottom;
  });

/** Whether a message covers any of these. */
async function isOver(page: Page, subject: Locator): Promise<boolean> {
  const [message, about] = [await boxes(page).last().boundingBox(), await subject.boundingBox()];
  if (!message || !about) return false;
  return (
    message.x < about.x + about.width &&
    about.x < message.x + message.width &&
    message.y < about.y + about.height &&
    about.y < message.y + message.height
  );
}

const SIZES = [320, 390, 768, 1440].map((width) => ({ width, height: width < 400 ? 640 : 900 }));

/** Checks at every size, with a message that stays because it has the focus. */
async function atEverySize(page: Page, ask: () => Promise<void>, sizes = SIZES): Promise<void> {
  await pressUntil(page, 'F8', () =>
    expect(messages(page).locator(':focus')).toHaveCount(1, { timeout: 1_000 }),
  );
  for (const size of sizes) {
    await page.setViewportSize(size);
    await ask();
    await expect(boxes(page).first()).toBeVisible();
  }
}

const coversNothing = (page: Page) => expect.poll(() => covered(page)).toEqual([]);

test('the product page answers on its button; a message in the cart covers no heading, bar or control it answers, at every width', async ({
  page,
  shop,
}) => {
  const [item, other] = [await shop.product({ onHand: 7 }), await shop.product()];
  await addToCart(page, other);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await addToCart(page, item);
    await expect(page.getByRole('link', { name: /^In cart · View/ })).toBeFocused();
    await expect(boxes(page)).toHaveCount(0);
    await expectNoSidewaysScroll(page);
  }
  await pastDoubleClick(page);
  await page.getByRole('main').getByRole('link', { name: 'Checkout' }).click();
  await expect(page).toHaveURL('/checkout');
  await expect(boxes(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Edit cart' }).click();
  await expect(page).toHaveURL('/cart');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: `Remove ${item.name}` }).click();
    await expect(toast(page, `Removed: ${item.name}`)).toBeVisible();
    await coversNothing(page);
    expect(await aboveBottom(page)).toBeLessThan(24);
    if (size.width === 320) await expectAccessible(page);
    await messages(page).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: `Remove ${item.name}` })).toBeFocused();
  }
});

test('a message over the list or at checkout covers none either, also above the bars at the bottom edge', async ({
  page,
  context,
  shop,
}) => {
  const item = await shop.product();
  await visit(page, `/products?q=${encodeURIComponent(item.name)}`);
  await page.getByRole('button', { name: about('Add to cart', item.name) }).click();
  await expect(toast(page, `Added to cart: ${item.name}`)).toBeVisible();
  await atEverySize(page, () => coversNothing(page));
  // A message left by the previous page shows at checkout too.
  await shop.signIn(context, await shop.person());
  await context.addCookies([
    {
      name: 'flash',
      value: encodeURIComponent(JSON.stringify(['here', 'info', 'A word from the page before.'])),
      url: shop.origin,
    },
  ]);
  await visit(page, '/checkout');
  await expect(toast(page, 'A word from the page before.')).toBeVisible();
  const isOverBar = () =>
    page.evaluate(() => {
      const message = document.querySelector('.toasts .toast')?.getBoundingClientRect();
      return [...document.querySelectorAll('[data-bottom-bar]')].some((bar) => {
        const { top, bottom, height } = bar.getBoundingClientRect();
        return height > 0 && message !== undefined && top < message.bottom && bottom > message.top;
      });
    });
  await atEverySize(page, async () => {
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(isOverBar).toBe(false);
    await page.mouse.wheel(0, 400);
    await expect.poll(isOverBar).toBe(false);
  });
});

test('a message beside the control it answers covers no heading, and does not move under the finger that presses it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/');
  // In the first row of cards, at the bottom edge: a message there would cover what the press turns the button into, and
  // one at the top the heading.
  await page
    .getByRole('button', { name: /^Add to cart: / })
    .first()
    .click();
  const link = messages(page).getByRole('link', { name: 'Checkout' });
  await boxes(page).evaluate((box) => Promise.all(box.getAnimations().map(({ finished }) => finished)));
  const before = await link.boundingBox();
  await coversNothing(page);
  expect(await aboveBottom(page)).toBeGreaterThan(16);
  await page.mouse.move((before?.x ?? 0) + 10, (before?.y ?? 0) + 10);
  await page.mouse.down();
  expect(await link.boundingBox()).toEqual(before);
  await page.mouse.up();
  await expect(page).toHaveURL(/\/checkout/);
});

test.describe('staff', () => {
  const sizes = SIZES.filter(({ width }) => width >= 390);

  test('a message covers no bar or control it answers, in the shop beside the link to the office', async ({
    page,
    context,
    shop,
  }) => {
    await shop.signIn(context, await shop.person({ role: 'staff' }));
    const item = await shop.product();
    await visit(page, `/products?q=${encodeURIComponent(item.name)}`);
    await expect(page.getByRole('link', { name: 'Go to Admin' })).toBeVisible();
    await page.getByRole('button', { name: `Favorite: ${item.name}` }).click();
    const card = page.getByRole('article').filter({ hasText: item.name });
    await expect(boxes(page)).toHaveCount(1);
    await atEverySize(
      page,
      async () => {
        await coversNothing(page);
        expect(await isOver(page, card.getByRole('button', { name: /favorite/i }))).toBe(false);
      },
      sizes,
    );
  });

  test('a message in the corner of the office covers no bar or control it answers', async ({
    page,
    context,
    shop,
  }) => {
    await shop.signIn(context, await shop.person({ role: 'admin' }));
    const item = await shop.product();
    const number = await shop.order(await shop.person(), item);
    await visit(page, `/admin/orders/${number}`);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(toast(page, 'Status updated')).toBeVisible();
    await atEverySize(
      page,
      async () => {
        await coversNothing(page);
        expect(await isOver(page, page.getByRole('heading', { level: 1, name: number }))).toBe(false);
      },
      sizes,
    );

    for (const size of sizes) {
      await page.setViewportSize(size);
      await visit(page, `/admin/products/${item.id}`);
      await page.getByLabel('Name').first().fill(`${item.name} ${size.width}`);
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(boxes(page).first()).toBeVisible();
      await coversNothing(page);
      expect(await isOver(page, page.getByRole('button', { name: 'Save Changes' }))).toBe(false);
      const [box] = await Promise.all([boxes(page).first().boundingBox()]);
      expect(size.width - (box?.x ?? 0) - (box?.width ?? 0)).toBe(16);
    }
  });
});

test('a message appears at the bottom edge, but not over the control it answers', async ({
  page,
  context,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const items = [await shop.product(), await shop.product(), await shop.product()];
  for (const item of items) await addToCart(page, item);
  await visit(page, '/cart');
  const [item] = items;
  const remove = page.getByRole('button', { name: `Remove ${item?.name}` });
  await remove.click();
  await expect(toast(page, `Removed: ${item?.name}`)).toBeVisible();
  expect(await aboveBottom(page)).toBeLessThan(24);
  // Pressed where its message would appear.
  await shop.signIn(context, await shop.person());
  await visit(page, '/products');
  const hearts = page.getByRole('button', { name: /^Favorite: / });
  const heart = hearts.nth(3);
  await heart.evaluate((button) => scrollBy(0, button.getBoundingClientRect().top - innerHeight + 140));
  await heart.click();
  await expect(boxes(page)).toHaveCount(1);
  expect(await isOver(page, heart)).toBe(false);
  await coversNothing(page);
});
