/**
 * More ways from a product's page to a reservation on a phone, counted as docs/evidence/front-room.md counts, and the choice
 * between them.
 */
import { randomUUID } from 'node:crypto';
import { linkIn } from './mailbox.ts';
import { PASSWORDS } from './run.ts';
import { reserveButton, successHeading, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';
import { counting, PASSWORD, phone, signUpThere, tapTime, toCheckout } from './way-on-a-phone-steps.ts';

const CUSTOMER = 'customer@twobranches.example';

test.describe('with a phone', () => {
  test.use({ ...phone, affirmed: false });

  test('a newcomer who opens the email in another browser types the password there, and the reservation is made', async ({
    page,
    shop,
    openBrowser,
  }) => {
    const item = await shop.product({ onHand: 9 });
    const email = `${randomUUID()}@example.com`;
    const way = counting();
    await toCheckout(page, item, way);
    await tapTime(page, way);
    await signUpThere(page, email, way);
    await way.tap(reserveButton(page));
    await way.screen(page, '/account-created?returnTo=%2Fcheckout');
    const elsewhere = await (await openBrowser()).newPage();
    await visit(elsewhere, linkIn(await shop.mailbox.receive(email, /confirm/i), '/confirm-email'));
    way.count.taps += 1;
    await way.screen(elsewhere, /\/confirm-email/);
    await way.type(elsewhere.getByLabel('Password', { exact: true }), PASSWORD);
    await elsewhere.getByRole('button', { name: 'Confirm and sign in' }).click();
    way.count.taps += 1;
    await expect(successHeading(elsewhere)).toBeVisible();
    await way.screen(elsewhere, /\/success\?order=/);
    expect(way.count).toEqual({ taps: 7, fields: 5, screens: 6 });
  });

  test('a signed-out customer signs in on the way and finds the time still selected', async ({
    page,
    shop,
  }) => {
    const item = await shop.product({ onHand: 9 });
    const way = counting();
    await toCheckout(page, item, way);
    await tapTime(page, way);
    await way.tap(page.getByRole('link', { name: 'Been here before? Sign in' }));
    await way.screen(page, /\/login\?returnTo=%2Fcheckout%3Fslot%3D/);
    // The URL changes before the page does, and checkout has an email field, too.
    await expect(page.getByRole('heading', { name: 'Customer Login' })).toBeVisible();
    await way.type(page.getByLabel('Email'), CUSTOMER);
    await way.type(page.getByLabel('Password', { exact: true }), PASSWORDS.customer);
    await way.tap(page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }));
    await way.screen(page, /\/checkout\?slot=/);
    await expect(page.getByRole('radio', { name: / at \d/, checked: true })).toHaveCount(1);
    await way.tap(reserveButton(page));
    await expect(successHeading(page)).toBeVisible();
    await way.screen(page, /\/success\?order=/);
    expect(way.count).toEqual({ taps: 7, fields: 2, screens: 6 });
  });
});

test.describe('with a phone that has been here before', () => {
  test.use(phone);

  test('a signed-in customer reserves in 4 taps through ‘Add to cart’', async ({ page, context, shop }) => {
    await shop.signIn(context, await shop.person());
    const way = counting();
    await toCheckout(page, await shop.product({ onHand: 9 }), way, false);
    await tapTime(page, way);
    await way.tap(reserveButton(page));
    await expect(successHeading(page)).toBeVisible();
    await way.screen(page, /\/success\?order=/);
    expect(way.count).toEqual({ taps: 4, fields: 0, screens: 3 });
  });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'at checkout' : 'at checkout, without JavaScript', () => {
    test.use({ ...phone, javaScriptEnabled });

    test('a guest finds both choices above the fields and equal in weight, and either one leads back to checkout', async ({
      page,
    }) => {
      await page.goto('/login?returnTo=%2Fcheckout');
      const ways = page.getByRole('navigation', { name: 'Sign in or create an account' });
      const create = ways.getByRole('link', { name: 'New here? Create an account' });
      const signIn = ways.getByRole('link', { name: 'Been here before? Sign in' });
      await expect(signIn).toHaveAttribute('aria-current', 'page');
      const boxes = [await create.boundingBox(), await signIn.boundingBox()];
      const field = await page.getByLabel('Email').boundingBox();
      expect(boxes[0]?.width).toBeCloseTo(boxes[1]?.width ?? 0, 0);
      expect(boxes[0]?.height).toBe(boxes[1]?.height);
      expect(boxes[0]?.height).toBeGreaterThanOrEqual(44);
      expect(boxes[0]?.y).toBe(boxes[1]?.y);
      expect(boxes[0]?.y).toBeLessThan(field?.y ?? 0);
      await create.tap();
      await expect(page).toHaveURL('/login?mode=signup&returnTo=%2Fcheckout');
      await expect(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible();
      await expect(create).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible();
      await signIn.tap();
      await expect(page).toHaveURL('/login?returnTo=%2Fcheckout');
      await expect(page.getByRole('heading', { level: 1, name: 'Customer Login' })).toBeVisible();
    });
  });
}

test('only checkout shows the two choices, and they are sound at every width', async ({ page }) => {
  const ways = page.getByRole('navigation', { name: 'Sign in or create an account' });
  for (const path of ['/login', '/login?returnTo=%2Forders', '/login?mode=admin&returnTo=%2Fcheckout']) {
    await visit(page, path);
    await expect(page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
    await expect(ways).toHaveCount(0);
  }
  await visit(page, '/login?returnTo=%2Fcheckout');
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(ways).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
});
