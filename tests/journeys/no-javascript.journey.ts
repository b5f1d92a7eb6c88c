/** The shop before its scripts arrive, and for those who do without: links and forms do all of it. */
import { randomUUID } from 'node:crypto';
import { linkIn } from './mailbox.ts';
import { PASSWORDS } from './run.ts';
import { about, freeTimes, problem, reserveButton, successHeading, timeLabel } from './steps.ts';
import { expect, test } from './support.ts';

test.use({ javaScriptEnabled: false });

const CUSTOMER = 'customer@twobranches.example';

test.describe('at the gate', () => {
  test.use({ affirmed: false });

  test('both answers work', async ({ page, context }) => {
    await page.goto('/products?category=flower');
    await expect(page.getByRole('main')).toBeHidden();
    await page.getByRole('button', { name: 'I am 21 or older' }).click();
    await expect(page).toHaveURL('/products?category=flower');
    await expect(page.getByRole('heading', { level: 1, name: 'Flower' })).toBeVisible();
    await page.goto('/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    await context.clearCookies();
    await page.goto('/products');
    await page.getByRole('link', { name: 'I am under 21' }).click();
    await expect(page).toHaveURL('/restricted');
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('age_verified');
  });
});

for (const width of [390, 1440]) {
  test(`filters, search, sort and pages at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/products');
    await page.getByRole('radio', { name: /^Flower/ }).check();
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Flower' })).toBeVisible();
    // The form leads to its results.
    await expect(page).toHaveURL(/category=flower.*#results$/);
    await expect(page.getByRole('main').getByRole('article').first()).toBeInViewport();
    await page.getByRole('link', { name: /Remove filter\s*Flower/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();

    await page.getByRole('searchbox', { name: 'Search products' }).fill('chocolat');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Dark Chocolate with Sea Salt', exact: true })).toBeVisible();

    await page.goto('/products');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price, high to low');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page).toHaveURL(/sort=-price/);
    const first = await page.getByRole('main').getByRole('article').first().innerText();
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect(page).toHaveURL(/sort=-price.*page=2/);
    expect(await page.getByRole('main').getByRole('article').first().innerText()).not.toBe(first);
  });
}

test('a size is added from its card, and on a phone products come before the filters', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/products');
  const cards = page.getByRole('main').getByRole('article');
  const filters = page.getByRole('form', { name: 'Filters' });
  const topOf = async (part: typeof filters) => (await part.boundingBox())?.y ?? Number.NaN;
  expect(await topOf(cards.first())).toBeLessThan(await topOf(filters));
  await cards
    .getByRole('button', { name: /^1\/4 oz .*add to cart: Beaverkill Whole Flower/ })
    .first()
    .click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('main')).toContainText('$80.00');
});

test('a cached page claims nothing about what is in the cart', async ({ page, context, shop }) => {
  const item = await shop.product();
  await context.addCookies([{ name: 'cart', value: `${item.id}:1`, url: shop.origin }]);
  await page.goto('/products');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
});

test('from a product through cart and sign-in to an order', async ({ page, shop }) => {
  const item = await shop.product({ onHand: 8, retailPrice: 2000 });
  const other = await shop.product();
  await page.goto(item.path);
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2');
  await page.getByRole('button', { name: about('Add to cart', item.name) }).click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByText(`Added to cart: ${item.name}`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Subtotal$40.00');
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Estimated Total$44.80');
  await page.getByRole('button', { name: `One less ${item.name}` }).click();
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('$20.00');
  await page.getByRole('button', { name: `One more ${item.name}` }).click();
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('$40.00');
  await page.goto(other.path);
  await page.getByRole('button', { name: about('Add to cart', other.name) }).click();
  await page.getByRole('button', { name: `Remove ${other.name}` }).click();
  await expect(page.getByRole('button', { name: `Remove ${other.name}` })).toHaveCount(0);

  await page.getByRole('link', { name: 'Checkout' }).click();
  await expect(page.getByRole('group', { name: 'Pickup Time' })).toBeVisible();
  await page.getByRole('link', { name: 'Been here before? Sign in' }).click();
  await page.getByLabel('Email').fill(CUSTOMER);
  await page.getByLabel('Password').fill('wrong on purpose');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('Invalid credentials or email not confirmed.')).toBeVisible();
  await page.getByLabel('Password').fill(PASSWORDS.customer);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();

  await expect(page).toHaveURL('/checkout');
  await expect(page.getByText('Login successful')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your items' })).toContainText('$44.80');
  await reserveButton(page).click();
  await expect(problem(page)).toContainText('Please select a pickup time');
  await (await timeLabel(page, freeTimes(page).last())).click();
  await reserveButton(page).click();
  await expect(successHeading(page)).toBeVisible();
  expect(await shop.available(item)).toBe(6);

  const number = new URL(page.url()).searchParams.get('order') ?? '';
  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
  await page.goto('/orders');
  const order = page.getByRole('article', { name: number });
  await order.getByText(about('Cancel order', number)).click();
  await order.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText(`${number} is cancelled.`)).toBeVisible();
  expect(await shop.available(item)).toBe(8);
});

test('an account is made, confirmed by the mail’s link with a new password, and the link says so when used again', async ({
  page,
  shop,
}) => {
  const email = `${randomUUID()}@example.com`;
  const password = 'otter under the mill bridge';
  await page.goto('/login?mode=signup&returnTo=%2Ffaq');
  await page.getByLabel('Full Name').fill('win at evil.example');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('heron over the cold river');
  await page.getByLabel('Birth Date').fill('1990-02-28');
  await page.getByRole('button', { name: 'Create Account' }).click();
  const summary = page.getByRole('main').getByRole('alert');
  await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription(
    'Please enter a name without web addresses or links.',
  );
  // The summary on top leads to the field, also by a plain link.
  await summary.getByRole('link', { name: 'Please enter a name without web addresses or links.' }).click();
  await expect(page.getByLabel('Full Name')).toBeInViewport();
  await expect(page.locator(':target')).toHaveAttribute('name', 'fullName');
  await page.getByLabel('Full Name').fill('Wren Hollis');
  await page.getByLabel('Password').fill('heron over the cold river');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/account-created?returnTo=%2Ffaq');
  await expect(page.getByRole('main')).toContainText(
    `A link is on its way to ${email}, unless it already has an account.`,
  );
  await page.getByRole('link', { name: 'Sign up again with the right one' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible();

  const link = linkIn(await shop.mailbox.receive(email, /confirm/i), '/confirm-email');
  await page.goto(link);
  await expect(page.getByRole('button', { name: 'Confirm and sign in' })).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
  // As in a browser that did not sign up.
  await page.context().clearCookies({ name: /sign-up/ });
  await page.goto(link);
  await page.getByText('Forgot it? Choose a new password').click();
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Full Name').fill('Wren Hollis');
  await page.getByRole('button', { name: 'Save password and confirm' }).click();
  await expect(page.getByLabel('Birth Date')).toHaveAccessibleDescription(
    'Birth date is required for account creation.',
  );
  await expect(page.getByLabel('Full Name')).toHaveValue('Wren Hollis');
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Birth Date').fill('1990-02-28');
  await page.getByRole('button', { name: 'Save password and confirm' }).click();
  await expect(page).toHaveURL('/faq');
  await expect(page.getByText('Your email is confirmed and you are signed in.')).toBeVisible();

  await page.goto(link);
  await expect(page).toHaveURL('/');
  await expect(page.getByText('This email is already confirmed, and you are signed in.')).toBeVisible();
  await page.context().clearCookies({ name: /session/ });
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Already confirmed' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('a quantity above the limit is lowered to what fits, and the cart says so', async ({ page, shop }) => {
  const ounces = await shop.product({ limitMg: 28_000, onHand: 90 });
  await page.goto(ounces.path);
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('5');
  await page.getByRole('button', { name: about('Add to cart', ounces.name) }).click();
  await expect(page).toHaveURL('/cart');
  const limit = 'The limit is 3 oz (85 g) of cannabis a day';
  await expect(page.getByText(`${limit}: quantity changed from 5 to 3.`)).toBeVisible();
  await expect(page.getByRole('button', { name: `One more ${ounces.name}` })).toBeDisabled();
  await page.goto(ounces.path);
  await page.getByRole('button', { name: about('Add to cart', ounces.name) }).click();
  await expect(page.getByText(`${limit}: no more fit.`)).toBeVisible();
});

test('Reserve for Pickup and the small screen’s menu', async ({ page, shop }) => {
  const item = await shop.product();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(item.path);
  await page.getByRole('button', { name: 'Reserve for Pickup' }).click();
  await expect(page.getByText('Please log in to reserve a product')).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Education' }).click();
  await expect(page).toHaveURL('/education');
});
