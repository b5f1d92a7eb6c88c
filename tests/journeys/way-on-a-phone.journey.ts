/**
 * From a product's page to a reservation on a phone, counted as docs/front-room.md counts: a tap is one press of a
 * finger on the page, in the email or on the keyboard's Go; a field is typed into; a screen is one more page to read.
 */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { linkIn } from './mailbox.ts';
import { PASSWORDS } from './run.ts';
import type { Item } from './shop.ts';
import {
  about,
  cartLink,
  freeTimes,
  pastDoubleClick,
  reserveButton,
  successHeading,
  takenOver,
  toast,
  visit,
} from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const CUSTOMER = 'customer@twobranches.example';
const PASSWORD = 'heron over the cold river';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

function counting() {
  const count = { taps: 0, fields: 0, screens: 0 };
  return {
    count,
    async tap(target: Locator) {
      await target.tap();
      count.taps += 1;
    },
    async type(field: Locator, text: string) {
      await field.fill(text);
      count.fields += 1;
    },
    async screen(page: Page, address: string | RegExp) {
      await expect(page).toHaveURL(address);
      count.screens += 1;
    },
  };
}

type Counting = ReturnType<typeof counting>;

/** From a product's page to checkout: the gate, if it is up, one product, and the button that replaces Add to cart. */
async function toCheckout(page: Page, item: Item, { tap, screen }: Counting, isGateUp = true) {
  const main = page.getByRole('main');
  await page.goto(item.path);
  await takenOver(page);
  if (isGateUp) {
    await screen(page, item.path);
    await tap(page.getByRole('button', { name: 'I am 21 or older' }));
  }
  await screen(page, item.path);
  await tap(main.getByRole('button', { name: about('Add to cart', item.name) }));
  await pastDoubleClick(page);
  await tap(main.getByRole('link', { name: 'Checkout' }));
  await screen(page, '/checkout');
}

async function tapTime(page: Page, { tap }: Counting): Promise<void> {
  await tap(page.getByText(/^Earliest: /));
}

async function signUpThere(page: Page, email: string, { type }: Counting): Promise<void> {
  await type(page.getByLabel('Full Name'), 'Wren Hollis');
  await type(page.getByLabel('Email'), email);
  await type(page.getByLabel('Password', { exact: true }), PASSWORD);
  await type(page.getByLabel('Birth Date'), '1990-02-28');
}

test.describe('with a phone', () => {
  test.use({ ...phone, affirmed: false });

  test('a newcomer gets from the age gate to a reservation in 6 taps and 4 fields', async ({
    page,
    shop,
  }) => {
    const item = await shop.product({ onHand: 9 });
    const email = `${randomUUID()}@example.com`;
    const way = counting();
    await toCheckout(page, item, way);
    await tapTime(page, way);
    await signUpThere(page, email, way);
    await way.tap(reserveButton(page));
    await way.screen(page, '/account-created?returnTo=%2Fcheckout');
    await expect(page.getByRole('region', { name: /^Held until \d+:\d\d [AP]M$/ })).toContainText(item.name);
    await page.goto(linkIn(await shop.mailbox.receive(email, /confirm/i), '/confirm-email'));
    way.count.taps += 1;
    await expect(successHeading(page)).toBeVisible();
    await way.screen(page, /\/success\?order=/);
    await expect(cartLink(page, 0)).toBeVisible();
    expect(way.count).toEqual({ taps: 6, fields: 4, screens: 5 });
  });

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

  test('a signed-in customer reserves in 3 taps through ‘Reserve for Pickup’', async ({
    page,
    context,
    shop,
  }) => {
    await shop.signIn(context, await shop.person());
    const item = await shop.product({ onHand: 9 });
    const way = counting();
    await page.goto(item.path);
    await takenOver(page);
    await way.screen(page, item.path);
    await way.tap(page.getByRole('button', { name: 'Reserve for Pickup' }));
    await way.screen(page, /\/checkout\?reservation=/);
    await tapTime(page, way);
    await way.tap(reserveButton(page));
    await expect(successHeading(page)).toBeVisible();
    await way.screen(page, /\/success\?order=/);
    expect(way.count).toEqual({ taps: 3, fields: 0, screens: 3 });
  });

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

test('by keyboard the other choice starts at its heading, and the reason to sign in is not announced again', async ({
  page,
}) => {
  await visit(page, '/orders');
  const reason = toast(page, 'Please log in to view your orders.');
  // Under the pointer a message stays as long as its page.
  await reason.hover();
  await page.getByRole('main').getByRole('link', { name: 'Create one' }).press('Enter');
  const heading = page.getByRole('heading', { level: 1, name: 'Create Account' });
  await expect(heading).toBeFocused();
  await expect(reason).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Customer Login' })).toBeFocused();
});

test('no time is preselected, and the day of the next free one is open', async ({ page, context, shop }) => {
  await shop.signIn(context, await shop.person());
  const item = await shop.product();
  await visit(page, item.path);
  await page.getByRole('button', { name: about('Add to cart', item.name) }).click();
  await expect(page.getByRole('link', { name: /^In cart · View/ })).toBeVisible();
  await visit(page, '/checkout');
  const times = page.getByRole('group', { name: 'Pickup Time' });
  await expect(freeTimes(page).first()).toBeAttached();
  await expect(times.getByRole('radio', { name: / at \d/, checked: true })).toHaveCount(0);
});

test.describe('with data saving on', () => {
  test.use({
    ...phone,
    deviceScaleFactor: 3,
    extraHTTPHeaders: { 'Save-Data': 'on', 'X-Forwarded-For': '198.18.240.18' },
  });

  test('smaller pictures load in the same places', async ({ page }) => {
    await page.goto('/products');
    const picture = page.getByRole('main').getByRole('article').locator('img[srcset]').first();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
    const { address, box } = await picture.evaluate((image: HTMLImageElement) => ({
      address: image.currentSrc,
      box: image.clientWidth / image.clientHeight,
    }));
    const answer = await page.request.get(address);
    const whole = await page.request.get(address, { headers: { 'Save-Data': 'off' } });
    expect((await answer.body()).length).toBeLessThan((await whole.body()).length * 0.6);
    expect(answer.headers()).toMatchObject({ vary: 'Save-Data' });
    expect(box).toBeCloseTo(4 / 5, 1);
  });
});
