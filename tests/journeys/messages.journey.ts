/** What the shop says when something does not go, word for word (specification sections 5 and 8). */
import type { Locator, Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { signUps } from '#db/schema/identity.ts';
import { PASSWORDS } from './run.ts';
import {
  about,
  addToCart,
  cartLink,
  chooseTime,
  fillCart,
  freeTimes,
  ordersOf,
  problem,
  reserveButton,
  signInByForm,
  startCart,
  successHeading,
  takenOver,
  toast,
  visit,
} from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

const CUSTOMER = 'customer@twobranches.example';

/** A store-local date so many years ago, and so many days later. */
function yearsAgo(years: number, days = 0): string {
  return Temporal.Now.plainDateISO('America/New_York').subtract({ years }).add({ days }).toString();
}

test.describe('checkout says', () => {
  test('“Your cart is empty.”', async ({ page, context, shop }) => {
    await visit(page, '/cart');
    await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
    await shop.signIn(context, await shop.person());
    await visit(page, '/checkout');
    await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Your Orders' })).toBeVisible();
    await page.getByRole('link', { name: 'Continue Shopping' }).click();
    await expect(page).toHaveURL('/products');
  });

  test('“You must be logged in to complete checkout.”', async ({ page, shop }) => {
    await addToCart(page, await shop.product());
    await visit(page, '/checkout');
    // As on a page of a customer whose session has ended: it has no fields to sign up with.
    await page.getByRole('region', { name: 'Your details' }).evaluate((details) => {
      for (const input of details.querySelectorAll('input')) input.removeAttribute('name');
    });
    await reserveButton(page).click();
    await expect(page).toHaveURL('/login?returnTo=%2Fcheckout');
    await expect(toast(page, 'You must be logged in to complete checkout.')).toBeVisible();
  });

  test('“Please select a pickup time”', async ({ page, context, shop }) => {
    const person = await shop.person();
    await shop.signIn(context, person);
    await startCart(page, shop, { item: await shop.product() });
    await visit(page, '/checkout');
    await reserveButton(page).click();
    await expect(problem(page)).toContainText('Please select a pickup time');
    await expect(problem(page)).toBeFocused();
    await expect(page.getByRole('group', { name: 'Pickup Time' })).toContainText(
      'Please select a pickup time',
    );
    await expectAccessible(page);
    // The message leads to its field, and the button works again.
    await problem(page).getByRole('link').click();
    await expect(page.getByRole('group', { name: 'Pickup Time' })).toBeInViewport();
    await chooseTime(page);
    await reserveButton(page).click();
    await expect(successHeading(page)).toBeVisible();
  });

  test('what is missing or wrong about the date of birth, and asks for it only once', async ({
    page,
    context,
    shop,
  }) => {
    const person = await shop.person({ birthDate: null });
    await shop.signIn(context, person);
    await startCart(page, shop, { item: await shop.product() });
    await visit(page, '/checkout');
    const birth = page.getByLabel('Date of Birth');
    await chooseTime(page);
    await reserveButton(page).click();
    await expect(problem(page)).toContainText('Please enter your date of birth (21+ required for purchase).');
    await expect(birth).toHaveAttribute('aria-invalid', 'true');

    await birth.fill(yearsAgo(21));
    await reserveButton(page).click();
    await expect(successHeading(page)).toBeVisible();
    await startCart(page, shop, { item: await shop.product() });
    await visit(page, '/checkout');
    await expect(reserveButton(page)).toBeVisible();
    await expect(birth).toHaveCount(0);
  });

  test('that a date of birth is under age, and takes no other one after it', async ({
    page,
    context,
    shop,
  }) => {
    const person = await shop.person({ birthDate: null });
    await shop.signIn(context, person);
    await startCart(page, shop, { item: await shop.product() });
    await visit(page, '/checkout');
    await chooseTime(page);
    await page.getByLabel('Date of Birth').fill(yearsAgo(21, 1));
    await reserveButton(page).click();
    await expect(problem(page)).toContainText('You must be at least 21 years old to order restricted items.');
    await expect(problem(page)).toContainText('If it is wrong, call us or show your ID at the store.');
    await expect(page.getByLabel('Date of Birth')).toHaveCount(0);
    await expect(freeTimes(page)).toHaveCount(0);
    await expect(reserveButton(page)).toBeDisabled();
    await expectAccessible(page);
    await visit(page, '/checkout');
    await expect(
      page.getByRole('main').getByText('You must be at least 21 years old to order restricted items.'),
    ).toBeVisible();
    await expect(page.getByRole('main')).toContainText('If this is wrong, call us at');
    await expectAccessible(page);
    await expect(page.getByLabel('Date of Birth')).toHaveCount(0);
    await expect(freeTimes(page)).toHaveCount(0);
    await expect(reserveButton(page)).toBeDisabled();
    expect(await ordersOf(shop, person)).toEqual([]);
  });

  test('nothing about a date of birth for what is not restricted', async ({ page, context, shop }) => {
    await shop.signIn(context, await shop.person({ birthDate: null }));
    const hat = await shop.product({
      productType: 'merchandise',
      taxClass: 'merchandise',
      requiresId: false,
      limitCategory: null,
      limitMg: null,
    });
    await startCart(page, shop, { item: hat });
    await visit(page, '/checkout');
    await expect(page.getByLabel('Date of Birth')).toHaveCount(0);
    await chooseTime(page);
    await reserveButton(page).click();
    await expect(successHeading(page)).toBeVisible();
  });

  test('that a pickup time has filled up meanwhile, and keeps the cart', async ({ page, context, shop }) => {
    await shop.signIn(context, await shop.person());
    const item = await shop.product();
    await startCart(page, shop, { item });
    await visit(page, '/checkout');
    // In the evening today may have one time left, and this takes two.
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
      await expect(cartLink(page, 1)).toBeVisible();
      await chooseTime(page, 'first');
      await reserveButton(page).click();
      await expect(successHeading(page)).toBeVisible();
    } finally {
      await shop.db.execute(
        sql`update pickup_slots set taken = ${rows[0]?.taken ?? 0} where starts_at = ${startsAt}`,
      );
    }
  });

  test('that the total has changed since it was shown', async ({ page, context, shop }) => {
    await shop.signIn(context, await shop.person());
    const item = await shop.product({ retailPrice: 1000 });
    await startCart(page, shop, { item });
    await visit(page, '/checkout');
    await expect(page.getByRole('region', { name: 'Your items' })).toContainText('$11.20');
    await shop.reprice(item, 1100);
    await chooseTime(page);
    await reserveButton(page).click();
    await expect(problem(page)).toContainText('The total is now $12.32 (it was $11.20).');
    await reserveButton(page).click();
    await expect(successHeading(page)).toBeVisible();
    await expect(page.getByRole('main').getByText('$12.32').first()).toBeVisible();
  });

  test('which law stands against more than three ounces', async ({ page, context, shop }) => {
    const person = await shop.person();
    await shop.signIn(context, person);
    // The page lets no one add so much; the cart of another device may have it.
    await fillCart(page, { product: (await shop.product({ limitMg: 28_350 })).id, quantity: 4 });
    await visit(page, '/checkout');
    // Beforehand: there is nothing to press that would be refused.
    await expect(page.getByRole('main')).toContainText('New York allows 3 oz (85 g) of cannabis per person.');
    await expect(reserveButton(page)).toBeDisabled();
    expect(await ordersOf(shop, person)).toEqual([]);
  });

  test('nothing of the order when there is no connection, and keeps everything', async ({
    page,
    context,
    shop,
  }) => {
    const person = await shop.person();
    await shop.signIn(context, person);
    await startCart(page, shop, { item: await shop.product() });
    await visit(page, '/checkout');
    await chooseTime(page);
    await page.route(/\/checkout\.data/, (route) => route.abort('aborted'));
    await reserveButton(page).click();
    await expect(problem(page)).toContainText('We could not reach the store. Your cart is saved');
    expect(await ordersOf(shop, person)).toEqual([]);
    await page.unroute(/\/checkout\.data/);
    await reserveButton(page).click();
    await expect(successHeading(page)).toBeVisible();
  });
});

test.describe('signing in says', () => {
  const doors: [string, (page: Page) => Promise<Page | Locator>][] = [
    [
      'on the page',
      async (page) => {
        await visit(page, '/login');
        return page;
      },
    ],
    [
      'in the dialog',
      async (page) => {
        await visit(page, '/faq');
        await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
        return page.getByRole('dialog', { name: 'Customer Login' });
      },
    ],
  ];
  for (const [where, open] of doors) {
    test(`${where}: “Invalid credentials or email not confirmed.”`, async ({ page }) => {
      const form = await open(page);
      await signInByForm(form, CUSTOMER, 'not the password at all');
      await expect(form.getByText('Invalid credentials or email not confirmed.')).toBeVisible();
      await expect(form.getByLabel('Email')).toHaveValue(CUSTOMER);
      await expectAccessible(page);
    });
  }

  test('what is missing, beside its field', async ({ page }) => {
    await visit(page, '/login');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter your email.');
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Please enter your password.');
    await expect(page.getByLabel('Email')).toBeFocused();
    // Summed up on top as well, with a way to each field.
    await expect(problem(page)).toContainText('2 things to correct');
    await problem(page).getByRole('link', { name: 'Please enter your password.' }).click();
    await expect(page.getByLabel('Password')).toBeFocused();
  });

  test('“Birth date is required for account creation.”, and asks about a year still to come', async ({
    page,
  }) => {
    await visit(page, '/login');
    await page.getByRole('link', { name: 'Create one' }).click();
    await page.getByLabel('Full Name').fill('Juniper Vale');
    await page.getByLabel('Email').fill('juniper@example.com');
    await page.getByLabel('Password').fill('four words by the river');
    await page.getByRole('button', { name: 'Create Account' }).click();
    const birth = page.getByLabel('Birth Date');
    await expect(birth).toHaveAccessibleDescription(/Birth date is required for account creation\./);
    await expect(birth).toBeFocused();
    await expect(page.getByLabel('Full Name')).toHaveValue('Juniper Vale');
    const ahead = yearsAgo(0, 2);
    await birth.fill(ahead);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(birth).toHaveAccessibleDescription(
      new RegExp(`Born in ${ahead.slice(0, 4)}\\? Check the year\\.`),
    );
    await expectAccessible(page);
  });

  for (const javaScriptEnabled of [true, false])
    test(`that no one under 21 gets an account, after asking about a likely slip of the year, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
      openBrowser,
      shop,
    }) => {
      const context = await openBrowser({ javaScriptEnabled });
      const page = await context.newPage();
      const email = `minor-${javaScriptEnabled}@example.com`;
      await page.goto('/login?mode=signup');
      if (javaScriptEnabled) await takenOver(page);
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

  test('“Admin access only” to a customer at the admin’s door, who is not signed in then', async ({
    page,
  }) => {
    await visit(page, '/login?mode=admin');
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Login' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Create one' })).toHaveCount(0);
    await signInByForm(page, CUSTOMER, PASSWORDS.customer);
    await expect(page.getByText('Admin access only')).toBeVisible();
    await visit(page, '/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  });

  test('“Unauthorized: Admin access only” to a customer on an admin page, who is sent home', async ({
    page,
    context,
    shop,
  }) => {
    await shop.signIn(context, await shop.person());
    for (const path of ['/admin', '/admin/dashboard', '/ADMIN/sent-mail']) {
      await page.goto(path);
      await takenOver(page);
      await expect(page).toHaveURL('/');
      await expect(toast(page, 'Unauthorized: Admin access only')).toBeVisible();
    }
    // The shop shows a customer no way in.
    await expect(page.getByRole('link', { name: /admin/i })).toHaveCount(0);
  });

  test('to a guest why a page needs an account, and leads back to it', async ({ page }) => {
    await page.goto('/orders');
    await takenOver(page);
    await expect(toast(page, 'Please log in to view your orders.')).toBeVisible();
    await signInByForm(page, CUSTOMER, PASSWORDS.customer);
    await expect(page).toHaveURL('/orders');
    await expect(page.getByRole('heading', { level: 1, name: 'Your Orders' })).toBeVisible();

    await page.context().clearCookies({ name: 'farmgate.session_token' });
    await page.goto('/admin/dashboard');
    await expect(page).toHaveURL('/login?mode=admin&returnTo=%2Fadmin%2Fdashboard');
  });
});

test.describe('the catalogue says', () => {
  test('“Product not found”, and leads to the products', async ({ page }) => {
    for (const path of ['/products/999999', '/products/nothing', '/products/1e3']) {
      await page.goto(path);
      await takenOver(page);
      await expect(page).toHaveURL('/products');
      await expect(toast(page, 'Product not found')).toBeVisible();
    }
  });

  test('“No products found matching your criteria”, and how to see them all', async ({ page }) => {
    await visit(page, '/products?min=950&max=960');
    await expect(
      page.getByRole('heading', { name: 'No products found matching your criteria' }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Show all products' }).click();
    await expect(page).toHaveURL('/products');
    await expect(page.getByRole('heading', { name: 'No products found' })).toHaveCount(0);
  });

  test('how many are left, and “Sold out”', async ({ page, shop }) => {
    const few = await shop.product({ onHand: 3 });
    const none = await shop.product({ onHand: 0 });
    await visit(page, few.path);
    await expect(page.getByRole('main').getByText('Only 3 left').first()).toBeVisible();
    await visit(page, none.path);
    // Said once, in place of what could be pressed.
    const box = page.locator('.product-buy');
    await expect(box.getByText(/Sold out/)).toHaveCount(1);
    await expect(
      box.getByRole('button', { name: /Notify me/ }).or(box.getByRole('link', { name: /Notify me/ })),
    ).toBeVisible();
    await expect(box.getByRole('button', { name: /Add to cart/ })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Reserve for Pickup' })).toHaveCount(0);
  });
});

test.describe('Reserve for Pickup says', () => {
  const reserve = (page: Page) => page.getByRole('button', { name: 'Reserve for Pickup' });

  test('“Please log in to reserve a product”, and holds it after the sign-in', async ({ page, shop }) => {
    const item = await shop.product();
    await visit(page, item.path);
    await reserve(page).click();
    await expect(toast(page, 'Please log in to reserve a product')).toBeVisible();
    await page.getByRole('region', { name: 'Messages' }).getByRole('link', { name: 'Sign In' }).click();
    await signInByForm(page, CUSTOMER, PASSWORDS.customer);
    await expect(page).toHaveURL(/\/checkout\?reservation=/);
  });

  test('“Reserved 2 of …”, holds them, and lets the customer choose a time or give them up', async ({
    page,
    context,
    shop,
  }) => {
    const item = await shop.product({ onHand: 5 });
    const person = await shop.person();
    await shop.signIn(context, person);
    await visit(page, item.path);
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2');
    await reserve(page).click();
    await expect(page).toHaveURL(/\/checkout\?reservation=/);
    await expect(page.getByRole('main').getByText(`Reserved 2 of ${item.name}`)).toBeVisible();
    expect(await shop.available(item)).toBe(3);

    await visit(page, '/orders');
    const held = page.getByRole('region', { name: 'Held for you' });
    await expect(held).toContainText(item.name);
    await expectAccessible(page);
    await held.getByRole('link', { name: 'Choose a pickup time' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
    await chooseTime(page);
    await reserveButton(page).click();
    await expect(successHeading(page)).toBeVisible();
    expect(await shop.available(item)).toBe(3);
    await visit(page, '/orders');
    await expect(page.getByRole('region', { name: 'Held for you' })).toHaveCount(0);

    await visit(page, item.path);
    await reserve(page).click();
    await expect(page.getByRole('main').getByText(`Reserved 1 of ${item.name}`)).toBeVisible();
    await visit(page, '/orders');
    await page.getByRole('button', { name: about('Cancel', item.name) }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(toast(page, 'The reservation is cancelled.')).toBeVisible();
    expect(await shop.available(item)).toBe(3);
  });

  test('that it failed, and why', async ({ page, context, shop }) => {
    const item = await shop.product({ onHand: 2 });
    await shop.signIn(context, await shop.person());
    await visit(page, item.path);
    await shop.takeAway(item, 2);
    await reserve(page).click();
    await expect(toast(page, `Failed to reserve product. ${item.name} is sold out.`)).toBeVisible();

    await shop.signIn(context, await shop.person({ birthDate: yearsAgo(20) }));
    await visit(page, (await shop.product()).path);
    await reserve(page).click();
    await expect(
      toast(page, 'Failed to reserve product. You must be at least 21 years old to order restricted items.'),
    ).toBeVisible();
  });
});
