/** An account created during checkout: a wrong address is corrected, a link is used twice, no email is typed twice. */
import { linkIn } from './mailbox.ts';
import { PASSWORD, signUpAtCheckout } from './sign-up-on-the-way-steps.ts';
import { addToCart, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

test('the page after a sign-up names the typed address, in this browser only, and lets the shopper correct it', async ({
  page,
  shop,
  openBrowser,
}) => {
  const { email: wrong } = await signUpAtCheckout(page, shop);
  const main = page.getByRole('main');
  const sent = main.getByText(/Open it in this browser to confirm your email/);
  await page.reload();
  await expect(sent).toContainText(
    `A link is on its way to ${wrong}, unless it already has an account. Open it`,
  );
  const elsewhere = await (await openBrowser()).newPage();
  await visit(elsewhere, page.url());
  await expect(elsewhere.getByText('Check your email for a link from us. Open it')).toBeVisible();
  await expect(elsewhere.getByRole('main')).not.toContainText('Not your address?');

  await visit(page, '/account-created?returnTo=%2Fcheckout');
  await main.getByRole('link', { name: 'Sign up again with the right one' }).click();
  await expect(page).toHaveURL('/login?mode=signup&returnTo=%2Fcheckout');
  await expect(page.getByLabel('Email')).toHaveValue(wrong);
  const right = `right.${wrong}`;
  await page.getByLabel('Email').fill(right);
  await page.getByLabel('Full Name').fill('Wren Hollis');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('Birth Date').fill('1990-02-28');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(sent).toContainText(
    `A link is on its way to ${right}, unless it already has an account. Open it`,
  );

  // This browser signed up, so the link asks for nothing.
  await page.goto(linkIn(await shop.mailbox.receive(right, /confirm/i), '/confirm-email'));
  await expect(page).toHaveURL('/checkout');
  // It no longer waits, and the next person in this browser does not see it.
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name).filter((name) => /sign(ed)?-up/.test(name))).toEqual([]);
  await page.context().clearCookies({ name: /session/ });
  await visit(page, '/account-created');
  await expect(sent).toContainText('Check your email for a link from us.');
});

test('a used confirmation link leads to the cart in this browser and to sign-in in another, also from its open form', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const { email, item } = await signUpAtCheckout(page, shop);
  const link = linkIn(await shop.mailbox.receive(email, /confirm/i), '/confirm-email');

  // Another browser also has it open; the one that signed up confirms first.
  const elsewhere = await (await openBrowser()).newPage();
  await visit(elsewhere, link);
  await elsewhere.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.goto(link);
  await expect(page).toHaveURL('/checkout');

  const tab = await context.newPage();
  await tab.goto(link);
  await expect(tab).toHaveURL('/cart');
  await expect(toast(tab, 'This email is already confirmed, and you are signed in.')).toBeVisible();
  await expect(tab.getByRole('main').getByRole('listitem').filter({ hasText: item.name })).toBeVisible();

  await elsewhere.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Already confirmed' })).toBeFocused();
  await expectAccessible(elsewhere);
  await elsewhere.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(elsewhere).toHaveURL('/login');

  // Signed out, with a new cart: signing in leads to it.
  await context.clearCookies({ name: /session/ });
  await addToCart(tab, item);
  await visit(tab, link);
  await tab.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(tab).toHaveURL('/login?returnTo=%2Fcart');
});

for (const [where, path] of [
  ['on the page', '/login'],
  ['on the page, from checkout', '/login?returnTo=%2Fcheckout'],
  ['in the dialog', '/faq'],
] as const) {
  test(`${where}, an email typed to sign in is carried over to account creation, and back`, async ({
    page,
  }) => {
    await visit(page, path);
    if (path === '/faq') await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
    const email = page.getByLabel('Email');
    const password = page.getByLabel('Password', { exact: true });
    const word = (name: string) => page.getByText(name, { exact: true });
    await email.fill('wren@example.com');
    await password.fill(PASSWORD);
    await word('Create one').click();
    await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    await expect(email).toHaveValue('wren@example.com');
    // A password for signing in is not carried over to an account.
    await expect(password).toHaveValue('');
    expect(page.url()).not.toContain('wren');

    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByLabel('Full Name')).toBeFocused();
    await email.fill('wren.hollis@example.com');
    await word('Sign in').last().click();
    await expect(page.getByRole('heading', { name: 'Customer Login' })).toBeVisible();
    await expect(email).toHaveValue('wren.hollis@example.com');
    await expect(page.getByRole('main').or(page.getByRole('dialog')).getByRole('alert')).toHaveCount(0);
    await expectAccessible(page);
  });
}
