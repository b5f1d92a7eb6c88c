/** Messages: at most two, reachable and closable by keyboard, and lasting while they are read. */
import { about, pressUntil, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { boxes, messages } from './toasts-steps.ts';

test('only the latest message about the cart shows, and at most two messages of any kind', async ({
  page,
  shop,
}) => {
  const name = `Pine ${Date.now()}`;
  for (const kind of ['One', 'Two', 'Three']) await shop.product({ name: `${name} ${kind}` });
  // The search knows all three.
  await expect(async () => {
    await visit(page, `/products?q=${encodeURIComponent(name)}`);
    await expect(page.getByRole('article')).toHaveCount(3, { timeout: 500 });
  }).toPass();
  for (const kind of ['One', 'Two', 'Three']) {
    await page.getByRole('button', { name: about('Add to cart', `${name} ${kind}`) }).click();
    await expect(toast(page, `Added to cart: ${name} ${kind}`)).toBeVisible();
    await expect(boxes(page)).toHaveCount(1);
  }
  await visit(page, '/cart');
  for (const kind of ['One', 'Two', 'Three']) {
    await page.getByRole('button', { name: `Remove ${name} ${kind}` }).click();
    await expect(toast(page, `Removed: ${name} ${kind}`)).toBeVisible();
  }
  await expect(boxes(page)).toHaveCount(2);
  await expect(toast(page, `Removed: ${name} One`)).toHaveCount(0);
});

test.describe('with a clock of its own', () => {
  test.use({ ownBrowser: true });

  test('a message is announced politely, is reached by F8, stays while it has focus or pointer, and closes by Escape', async ({
    page,
    context,
    shop,
  }) => {
    // Under another clock the page has one already.
    if (!process.env.FAKETIME) await context.clock.install();
    const item = await shop.product({ onHand: 5 });
    await visit(page, `/products?q=${encodeURIComponent(item.name)}`);
    await page.getByRole('button', { name: about('Add to cart', item.name) }).click();
    await expect(
      page.getByRole('status').filter({ hasText: `Added to cart: ${item.name} Checkout: press F8.` }),
    ).toHaveCount(1);
    const add = page.getByRole('link', { name: 'View cart, 1 in cart' });
    await add.focus();
    await pressUntil(page, 'F8', () =>
      expect(messages(page).getByRole('link', { name: 'Checkout' })).toBeFocused({ timeout: 1_000 }),
    );
    await context.clock.fastForward(60_000);
    await expect(toast(page, `Added to cart: ${item.name}`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(boxes(page)).toHaveCount(0);
    await expect(add).toBeFocused();

    await page.getByRole('button', { name: `One more ${item.name}` }).click();
    await boxes(page).hover();
    await context.clock.fastForward(60_000);
    await expect(boxes(page)).toHaveCount(1);
    await page.mouse.move(0, 0);
    await context.clock.fastForward(60_000);
    await expect(boxes(page)).toHaveCount(0);
  });
});
