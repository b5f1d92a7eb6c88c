/** An account created during checkout, with its email opened on another device: the cart and the next step survive. */
import { linkIn } from './mailbox.ts';
import { PASSWORD, signUpAtCheckout } from './sign-up-on-the-way-steps.ts';
import { signInByForm, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

test('a confirmation opened in another browser says where the cart is, and this browser continues to checkout with it', async ({
  page,
  shop,
  openBrowser,
}) => {
  const { email, item } = await signUpAtCheckout(page, shop);
  const main = page.getByRole('main');
  await expect(main).toContainText(`A link is on its way to ${email}, unless it already has an account.`);
  await expect(main).toContainText('return to checkout, where your cart is.');
  await expect(main).toContainText('If you open the link on another device, use Sign In here afterwards.');
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    if (width === 390) await expectAccessible(page);
  }

  const elsewhere = await (await openBrowser()).newPage();
  await visit(elsewhere, linkIn(await shop.mailbox.receive(email, /confirm/i), '/confirm-email'));
  await elsewhere.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await elsewhere.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(elsewhere).toHaveURL('/cart');
  await expect(
    toast(elsewhere, /^Your email is confirmed and you are signed in\. Your cart is on the device/),
  ).toBeVisible();

  // As when its tab is seen again; while it is seen it asks every few seconds.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('heading', { name: 'Your email is confirmed', level: 1 })).toBeVisible();
  await expect(main).toContainText('Sign in here to reserve your cart.');
  await main.getByRole('link', { name: 'Sign In' }).filter({ visible: true }).click();
  await expect(page).toHaveURL('/login?returnTo=%2Fcheckout');
  await expect(main.getByLabel('Email')).toHaveValue(email);
  await signInByForm(page, email, PASSWORD);
  await expect(page).toHaveURL('/checkout');
  await expect(main.getByRole('region', { name: 'Your items' })).toContainText(item.name);
  // Returning to the sign-up page also continues.
  await visit(page, '/account-created?returnTo=%2Fcheckout');
  await expect(page).toHaveURL('/checkout');
});
