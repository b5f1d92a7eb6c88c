/**
 * From a product's page to a reservation on a phone, counted as docs/evidence/front-room.md counts: a tap is one press of a
 * finger on the page, in the email or on the keyboard's Go; a field is typed into; a screen is one more page to read.
 */
import { randomUUID } from 'node:crypto';
import { linkIn } from './mailbox.ts';
import {
  about,
  cartLink,
  freeTimes,
  reserveButton,
  successHeading,
  takenOver,
  toast,
  visit,
} from './steps.ts';
import { expect, test } from './support.ts';
import { counting, phone, signUpThere, tapTime, toCheckout } from './way-on-a-phone-steps.ts';

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
