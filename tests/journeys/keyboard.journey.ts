/** Everything by keyboard alone: the focus is always somewhere, visible and uncovered. */
import { PASSWORDS } from './run.ts';
import { expectFocusToBeSeen, tabTo } from './seen-focus.ts';
import { about, cartLink, freeTimes, reserveButton, successHeading, visit } from './steps.ts';
import { expect, test } from './support.ts';

test.describe('on the way to an order', () => {
  test.use({ affirmed: false });

  test('from the gate to success without a pointer', async ({ page, shop }) => {
    const item = await shop.product({ name: 'Keyboard Blend' });

    await visit(page, `/products?q=${encodeURIComponent(item.name)}`);
    await expect(page.getByRole('heading', { name: 'Are you 21 or older?' })).toBeFocused();
    await tabTo(page, page.getByRole('button', { name: 'I am 21 or older' }));
    await page.keyboard.press('Enter');

    await page.keyboard.press('Tab');
    const main = page.getByRole('main');
    await expect(main.locator(':focus')).toHaveCount(1);
    await tabTo(page, main.getByRole('link', { name: item.name, exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: item.name })).toBeVisible();

    await tabTo(page, page.getByRole('spinbutton', { name: 'Quantity' }));
    await page.keyboard.press('ArrowUp');
    await tabTo(page, page.getByRole('button', { name: about('Add to cart', item.name) }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: /^In cart · View/ })).toBeFocused();

    await tabTo(page, cartLink(page, 1), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: /^Cart/ })).toBeVisible();
    await tabTo(page, main.getByRole('link', { name: 'Checkout' }));
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: 'Been here before? Sign in' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Customer Login' })).toBeVisible();
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type('customer@twobranches.example');
    await tabTo(page, page.getByLabel('Password'));
    await page.keyboard.type(PASSWORDS.customer);
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
    const days = page
      .getByRole('group', { name: 'Pickup Time' })
      .getByRole('radio', { name: /^[^:]*,[^:]*$/ });
    await tabTo(page, days.and(page.getByRole('radio', { checked: true })));
    await page.keyboard.press('ArrowRight');
    await expect(days.nth(1)).toBeChecked();
    await expectFocusToBeSeen(page);
    const partsOfDay = page
      .getByRole('group', { name: 'Pickup Time' })
      .getByRole('radio', { name: /(Morning|Afternoon|Evening)$/ });
    await tabTo(page, partsOfDay.first());
    await page.keyboard.press('ArrowRight');
    await expect(partsOfDay.nth(1)).toBeChecked();
    await expectFocusToBeSeen(page);
    await tabTo(page, freeTimes(page).first());
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await expect(freeTimes(page).and(page.getByRole('radio', { checked: true }))).toBeFocused();
    await expectFocusToBeSeen(page);
    await tabTo(page, reserveButton(page));
    await page.keyboard.press('Enter');
    await expect(successHeading(page)).toBeVisible();
  });
});

test('the first Tab offers to skip to the content, and it does', async ({ page }) => {
  await visit(page, '/faq');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  await expectFocusToBeSeen(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('menu and filter sheet open, trap the focus, close with Esc and return the focus', async ({
    page,
  }) => {
    await visit(page, '/products');
    const menuButton = page.getByRole('banner').getByRole('button', { name: 'Menu' });
    await tabTo(page, menuButton);
    await page.keyboard.press('Enter');
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    for (let presses = 0; presses < 15; presses++) {
      await page.keyboard.press('Tab');
      await expect(page.getByRole('main').locator(':focus')).toHaveCount(0);
    }
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(menuButton).toBeFocused();

    const filters = page.getByRole('button', { name: /^Filters/ });
    await tabTo(page, filters);
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await expect(sheet).toBeVisible();
    await tabTo(page, sheet.getByRole('radio', { name: /^All Categories/ }));
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(/category=/);
    await expect(sheet.getByRole('radio', { checked: true }).first()).toBeFocused();
    await expect(sheet.getByRole('button', { name: /^Show \d+ products?$/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(filters).toBeFocused();
  });
});

test('the sign-in dialog traps the focus and returns it', async ({ page }) => {
  await visit(page, '/faq');
  const link = page.getByRole('banner').getByRole('link', { name: 'Sign In' });
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Customer Login' });
  await expect(dialog).toBeVisible();
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(0);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(link).toBeFocused();
  await expect(page).toHaveURL('/faq');
});

test('the account menu opens, closes with Esc and returns the focus', async ({ page, context, shop }) => {
  await shop.signIn(context, await shop.person({ name: 'Robin Hale' }));
  await visit(page, '/faq');
  const summary = page.getByRole('banner').locator('summary');
  await tabTo(page, summary);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Favorites' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Favorites' })).toBeHidden();
  await expect(summary).toBeFocused();
});
