/** Error messages, word for word (specification sections 5 and 8). */
import { eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { signUps } from '#db/schema/identity.ts';
import {
  chooseTime,
  freeTimes,
  problem,
  reserveButton,
  reserveForPickup,
  signInByForm,
  startCart,
  successHeading,
} from './form-steps.ts';
import { expect, test } from './forms.ts';
import { PASSWORDS } from './run.ts';
import { about, ordersOf } from './steps.ts';

const CUSTOMER = 'customer@twobranches.example';
const STAFF = 'staff@twobranches.example';

/** A store-local date: the given number of years ago, plus the given number of days. */
function yearsAgo(years: number, days = 0): string {
  return Temporal.Now.plainDateISO('America/New_York').subtract({ years }).add({ days }).toString();
}

test('checkout says “Your cart is empty.”', async ({ visitor: page, shop }) => {
  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
  await shop.signIn(page, await shop.person());
  await page.goto('/checkout');
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Your Orders' })).toBeVisible();
  await page.getByRole('link', { name: 'Continue Shopping' }).click();
  await expect(page).toHaveURL('/products');
});

test('checkout says “You must be logged in to complete checkout.”', async ({ visitor: page, shop }) => {
  await startCart(page, { item: await shop.product() });
  await page.goto('/checkout');
  // As on a customer's page after the session ended: it has no sign-up fields.
  for (const input of page.getByRole('region', { name: 'Your details' }).locator('input').find())
    delete input.attribs.name;
  await reserveButton(page).click();
  await expect(page).toHaveURL('/login?returnTo=%2Fcheckout');
  await expect(page.getByText('You must be logged in to complete checkout.')).toBeVisible();
});

test('checkout says what is missing or wrong in the date of birth, and asks for it only once', async ({
  visitor: page,
  shop,
}) => {
  const person = await shop.person({ birthDate: null });
  await shop.signIn(page, person);
  await startCart(page, { item: await shop.product() });
  await page.goto('/checkout');
  const birth = page.getByLabel('Date of Birth');
  await chooseTime(page);
  await reserveButton(page).click();
  await expect(problem(page)).toContainText('Please enter your date of birth (21+ required for purchase).');
  await expect(birth).toHaveAttribute('aria-invalid', 'true');

  await birth.fill(yearsAgo(21));
  await reserveButton(page).click();
  await expect(successHeading(page)).toBeVisible();
  await startCart(page, { item: await shop.product() });
  await page.goto('/checkout');
  await expect(reserveButton(page)).toBeVisible();
  await expect(birth).toHaveCount(0);
});

test('checkout refuses a date of birth under age, and any other date after it', async ({
  visitor: page,
  shop,
}) => {
  const person = await shop.person({ birthDate: null });
  await shop.signIn(page, person);
  await startCart(page, { item: await shop.product() });
  await page.goto('/checkout');
  await chooseTime(page);
  await page.getByLabel('Date of Birth').fill(yearsAgo(21, 1));
  await reserveButton(page).click();
  await expect(problem(page)).toContainText('You must be at least 21 years old to order restricted items.');
  await expect(problem(page)).toContainText('If it is wrong, call us or show your ID at the store.');
  await expect(page.getByLabel('Date of Birth')).toHaveCount(0);
  await expect(freeTimes(page)).toHaveCount(0);
  await expect(reserveButton(page)).toHaveCount(0);
  await page.goto('/checkout');
  await expect(
    page.getByRole('main').getByText('You must be at least 21 years old to order restricted items.'),
  ).toBeVisible();
  await expect(page.getByRole('main')).toContainText('If this is wrong, call us at');
  await expect(page.getByLabel('Date of Birth')).toHaveCount(0);
  await expect(freeTimes(page)).toHaveCount(0);
  await expect(reserveButton(page)).toHaveCount(0);
  expect(await ordersOf(shop, person)).toEqual([]);
});

test('checkout asks for no date of birth for products that are not restricted', async ({
  visitor: page,
  shop,
}) => {
  await shop.signIn(page, await shop.person({ birthDate: null }));
  const hat = await shop.product({
    productType: 'merchandise',
    taxClass: 'merchandise',
    requiresId: false,
    limitCategory: null,
    limitMg: null,
  });
  await startCart(page, { item: hat });
  await page.goto('/checkout');
  await expect(page.getByLabel('Date of Birth')).toHaveCount(0);
  await chooseTime(page);
  await reserveButton(page).click();
  await expect(successHeading(page)).toBeVisible();
});

test('checkout says that a pickup time has just filled up, and preserves the cart', async ({
  visitor: page,
  shop,
}) => {
  await shop.signIn(page, await shop.person());
  const item = await shop.product();
  await startCart(page, { item });
  await page.goto('/checkout');
  // In the evening today may have one time left, and this test needs two.
  await page.locator('label[for^="day-"]').last().click();
  await chooseTime(page);
  const startsAt = await freeTimes(page)
    .and(page.getByRole('radio', { checked: true }))
    .inputValue();
  const fill = sql`
    insert into pickup_slots (starts_at, taken) values (${startsAt}, 12)
    on conflict (starts_at) do update set taken = 12`;
  const { rows } = await shop.db.execute<{ taken: number }>(
    sql`select taken from pickup_slots where starts_at = ${startsAt}`,
  );
  await shop.db.execute(fill);
  try {
    await reserveButton(page).click();
    await expect(problem(page)).toContainText(
      'That pickup time has just filled up. Please choose another; your cart is saved.',
    );
    const full = page.locator(`input[type=radio][value="${startsAt}"]`);
    await expect(full).toBeDisabled();
    await expect(full).not.toBeChecked();
    await chooseTime(page, 'first');
    await reserveButton(page).click();
    await expect(successHeading(page)).toBeVisible();
  } finally {
    await shop.db.execute(
      sql`update pickup_slots set taken = ${rows[0]?.taken ?? 0} where starts_at = ${startsAt}`,
    );
  }
});

test('checkout says that the total has changed since it was shown', async ({ visitor: page, shop }) => {
  await shop.signIn(page, await shop.person());
  const item = await shop.product({ retailPrice: 1000 });
  await startCart(page, { item });
  await page.goto('/checkout');
  await expect(page.getByRole('region', { name: 'Your items' })).toContainText('$11.20');
  await shop.reprice(item, 1100);
  await chooseTime(page);
  await reserveButton(page).click();
  await expect(problem(page)).toContainText('The total is now $12.32 (it was $11.20).');
  await reserveButton(page).click();
  await expect(successHeading(page)).toBeVisible();
  await expect(page.getByRole('main').getByText('$12.32').first()).toBeVisible();
});

test('checkout says which law forbids more than three ounces', async ({ visitor: page, shop }) => {
  const person = await shop.person();
  await shop.signIn(page, person);
  // No page adds that many; a cart from another device may have them.
  await startCart(page, { item: await shop.product({ limitMg: 28_350 }), quantity: 4 });
  await page.goto('/checkout');
  // Beforehand: no button leads to a refusal.
  await expect(page.getByRole('main')).toContainText('New York allows 3 oz (85 g) of cannabis per person.');
  await expect(reserveButton(page)).toBeDisabled();
  expect(await ordersOf(shop, person)).toEqual([]);
});

test('sign-up says “Birth date is required for account creation.”, and asks about a year in the future', async ({
  visitor: page,
}) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Create one' }).click();
  await page.getByLabel('Full Name').fill('Juniper Vale');
  await page.getByLabel('Email').fill('juniper@example.com');
  await page.getByLabel('Password').fill('four words by the river');
  await page.getByRole('button', { name: 'Create Account' }).click();
  const birth = page.getByLabel('Birth Date');
  await expect(birth).toHaveAccessibleDescription(/Birth date is required for account creation\./);
  await expect(page.getByLabel('Full Name')).toHaveValue('Juniper Vale');
  const ahead = yearsAgo(0, 2);
  await birth.fill(ahead);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(birth).toHaveAccessibleDescription(
    new RegExp(`Born in ${ahead.slice(0, 4)}\\? Check the year\\.`),
  );
});

test('sign-up asks about a likely slip of the year, then says that no one under 21 gets an account', async ({
  visitor: page,
  shop,
}) => {
  const email = 'minor@example.com';
  await page.goto('/login?mode=signup');
  const create = async (birthDate: string) => {
    await page.getByLabel('Full Name').fill('Juniper Vale');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('four words by the river');
    await page.getByLabel('Birth Date').fill(birthDate);
    await page.getByRole('button', { name: 'Create Account' }).click();
  };
  const birth = page.getByLabel('Birth Date');
  const refusal = /You must be at least 21 years old to order restricted items\./;
  await create('2010-03-04');
  await expect(birth).toHaveAccessibleDescription(/Born in 2010\? Check the year\./);
  await create('2010-03-04');
  await expect(birth).toHaveAccessibleDescription(refusal);
  await create(yearsAgo(21, 1));
  await expect(birth).toHaveAccessibleDescription(refusal);
  expect(await shop.db.select().from(signUps).where(eq(signUps.email, email))).toEqual([]);
  await create(yearsAgo(21));
  await expect(page).toHaveURL(/account-created/);
});

test('the admin sign-in says “Admin access only” to a customer and does not sign them in', async ({
  visitor: page,
}) => {
  await page.goto('/login?mode=admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Login' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create one' })).toHaveCount(0);
  await signInByForm(page, CUSTOMER, PASSWORDS.customer);
  await expect(page.getByText('Admin access only')).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('an admin page says “Unauthorized: Admin access only” to a customer and leads home', async ({
  visitor: page,
  shop,
}) => {
  await shop.signIn(page, await shop.person());
  for (const path of ['/admin', '/admin/dashboard', '/ADMIN/sent-mail']) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expect(page.getByText('Unauthorized: Admin access only')).toBeVisible();
  }
  // The shop shows a customer no link to the office.
  await expect(page.getByRole('link', { name: /admin/i })).toHaveCount(0);
});

test('a page that needs an account says why to a guest, and sign-in leads back to it', async ({
  visitor: page,
}) => {
  await page.goto('/orders');
  await expect(page.getByText('Please log in to view your orders.')).toBeVisible();
  await signInByForm(page, CUSTOMER, PASSWORDS.customer);
  await expect(page).toHaveURL('/orders');
  await expect(page.getByRole('heading', { level: 1, name: 'Your Orders' })).toBeVisible();

  await page.clearCookies({ name: 'farmgate.session_token' });
  await page.goto('/admin/dashboard');
  await expect(page).toHaveURL('/login?mode=admin&returnTo=%2Fadmin%2Fdashboard');
});

test('a missing product says “Product not found” and links to the products', async ({ visitor: page }) => {
  for (const path of ['/products/999999', '/products/nothing', '/products/1e3']) {
    await page.goto(path);
    await expect(page).toHaveURL('/products');
    await expect(page.getByText('Product not found')).toBeVisible();
  }
});

test('the catalogue says “No products found matching your criteria” and links to all products', async ({
  visitor: page,
}) => {
  await page.goto('/products?min=950&max=960');
  await expect(page.getByRole('heading', { name: 'No products found matching your criteria' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all products' }).click();
  await expect(page).toHaveURL('/products');
  await expect(page.getByRole('heading', { name: 'No products found' })).toHaveCount(0);
  await page.goto('/products?q=no+thc');
  await expect(page.getByText('Even hemp may have up to 0.3%')).toBeVisible();
});

test('a search below every price says the lowest one and shows the cheapest first', async ({
  visitor: page,
  shop,
}) => {
  const word = `Larkspur${crypto.randomUUID().slice(0, 8)}`;
  const dear = await shop.product({ name: `${word} Dear`, retailPrice: 6000 });
  const near = await shop.product({ name: `${word} Near`, retailPrice: 4500 });
  await page.goto(`/products?q=${word}+under+40`);
  const results = page.getByRole('region', { name: 'Products' });
  await expect(
    results.getByText(`No “${word}” under $40.00. The lowest price is $45.00.`, { exact: true }),
  ).toBeVisible();
  await expect(results.getByRole('article')).toHaveCount(2);
  await expect(results.getByRole('article').first()).toContainText(near.name);
  await expect(results.getByRole('article').nth(1)).toContainText(dear.name);
});

test('a product page says how many are left, and “Sold out”', async ({ visitor: page, shop }) => {
  const few = await shop.product({ onHand: 3 });
  const none = await shop.product({ onHand: 0 });
  await page.goto(few.path);
  await expect(page.getByRole('main').getByText('Only 3 left').first()).toBeVisible();
  await expect(page.getByText('Next pickup:')).toHaveCount(1);
  await page.goto(none.path);
  await expect(page.getByText('Next pickup:')).toHaveCount(0);
  // Said once, in place of the buttons.
  const box = page.locator('.product-buy');
  await expect(box.getByText(/Sold out/)).toHaveCount(1);
  await expect(box.getByRole('button', { name: /Notify me/ })).toBeVisible();
  await expect(box.getByRole('button', { name: /Add to cart/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Reserve for Pickup' })).toHaveCount(0);
});

test('Reserve for Pickup says “Reserved 2 of …”, holds them, and the customer chooses a time or cancels', async ({
  visitor: page,
  shop,
}) => {
  const item = await shop.product({ onHand: 5 });
  const person = await shop.person();
  await shop.signIn(page, person);
  await page.goto(item.path);
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2');
  await reserveForPickup(page).click();
  await expect(page).toHaveURL(/\/checkout\?reservation=/);
  await expect(page.getByRole('main').getByText(`Reserved 2 of ${item.name}`)).toBeVisible();
  expect(await shop.available(item)).toBe(3);

  await page.goto('/orders');
  const held = page.getByRole('region', { name: 'Held for you' });
  await expect(held).toContainText(item.name);
  await held.getByRole('link', { name: 'Choose a pickup time' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await chooseTime(page);
  await reserveButton(page).click();
  await expect(successHeading(page)).toBeVisible();
  expect(await shop.available(item)).toBe(3);
  await page.goto('/orders');
  await expect(page.getByRole('region', { name: 'Held for you' })).toHaveCount(0);

  await page.goto(item.path);
  await reserveForPickup(page).click();
  await expect(page.getByRole('main').getByText(`Reserved 1 of ${item.name}`)).toBeVisible();
  await page.goto('/orders');
  await page.getByText(about('Cancel', item.name)).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByText('The reservation is canceled.')).toBeVisible();
  expect(await shop.available(item)).toBe(3);

  // Two that are held take one time.
  for (const each of [item, await shop.product()]) {
    await page.goto(each.path);
    await reserveForPickup(page).click();
  }
  await page.goto('/orders');
  await held.getByRole('link', { name: 'Choose one pickup time for both' }).click();
  await expect(page.getByRole('main')).toContainText('2 reserved products, one order and one pickup time.');
  await chooseTime(page);
  await reserveButton(page).click();
  await expect(successHeading(page)).toBeVisible();
  await page.goto('/orders');
  await expect(held).toHaveCount(0);
});

test('Reserve for Pickup says that it failed and why', async ({ visitor: page, shop }) => {
  const item = await shop.product({ onHand: 2 });
  await shop.signIn(page, await shop.person());
  await page.goto(item.path);
  await shop.takeAway(item, 2);
  await reserveForPickup(page).click();
  await expect(page.getByText(`Failed to reserve product. ${item.name} is sold out.`)).toBeVisible();

  await shop.signIn(page, await shop.person({ birthDate: yearsAgo(20) }));
  await page.goto((await shop.product()).path);
  await reserveForPickup(page).click();
  await expect(
    page.getByText('Failed to reserve product. You must be at least 21 years old to order restricted items.'),
  ).toBeVisible();
});

test('staff do the daily work but have no access to money or mail', async ({ visitor: page }) => {
  await page.goto('/login?mode=admin');
  await signInByForm(page, STAFF, PASSWORDS.staff);
  await expect(page).toHaveURL('/admin/dashboard');
  await expect(page.getByText('Login successful')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Last 7 days' })).toBeVisible();
  await page.getByText('Show as a table').click();
  await expect(page.getByRole('columnheader', { name: 'Orders' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Revenue' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Sent Mail' })).toHaveCount(0);
  await page.goto('/admin/sent-mail');
  await expect(page).toHaveURL('/admin/dashboard');
  await expect(page.getByText('Unauthorized: Admin access only')).toBeVisible();
});

test('a customer banned while signed in loses access at the next page', async ({ visitor: page, shop }) => {
  await shop.signIn(page, await shop.person({ isBanned: true }));
  await page.goto('/orders');
  await expect(page).toHaveURL('/');
  await expect(page.getByText(/This account is suspended/)).toBeVisible();
});
