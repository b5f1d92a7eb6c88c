/** The main job on a phone: from the gate to an order, and its cancellation. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { productStock } from '#db/schema/stock.ts';
import { linkIn } from './mailbox.ts';
import {
  about,
  cartLink,
  chooseTime,
  orderNumber,
  reserveButton,
  signInByForm,
  toast,
  visit,
} from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

test.use({ affirmed: false, viewport: { width: 390, height: 844 } });

test('a shopper finds a product, makes an account, reserves it, sees the order and cancels it', async ({
  page,
  shop,
}) => {
  const email = `${randomUUID()}@example.com`;
  const password = 'heron over the cold river';
  const name = 'Beaverkill Whole Flower';

  await test.step('confirms an age of 21 or older', async () => {
    await visit(page, '/');
    await page.getByRole('button', { name: 'I am 21 or older' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  await test.step('finds it despite a typo', async () => {
    await page.getByRole('searchbox', { name: 'Search products' }).fill('beverkil');
    await expect(page.getByText('Showing results for beaverkill.')).toBeVisible();
    await expect(page).toHaveURL(/[?&]q=beverkil/);
    // A shopper can search for the exact text, and sees what it might mean.
    await page.getByRole('link', { name: 'beverkil', exact: true }).click();
    await expect(
      page.getByRole('heading', { name: 'No products found matching your criteria' }),
    ).toBeVisible();
    await page.getByText('Did you mean').getByRole('link', { name: 'beaverkill' }).click();
    await expect(page.getByRole('searchbox', { name: 'Search products' })).toHaveValue('beaverkill');
  });

  await test.step('views the product and adds two to the cart', async () => {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2');
    await page.getByRole('button', { name: about('Add to cart', name) }).click();
    await expect(page.getByRole('link', { name: /^In cart · View/ })).toBeFocused();
    await cartLink(page, 1).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Cart/ })).toBeVisible();
    await expect(
      page.getByRole('listitem').filter({ hasText: name }).getByText('21+ Required'),
    ).toBeVisible();
  });

  const time =
    await test.step('sees pickup times without an account, chooses one, and signs up with it', async () => {
      await page.getByRole('main').getByRole('link', { name: 'Checkout' }).click();
      await expect(page).toHaveURL('/checkout');
      const summary = page.getByRole('region', { name: 'Your items' });
      await expect(summary.getByRole('listitem').filter({ hasText: name })).toContainText('2 ×');
      const chosen = await chooseTime(page);
      // The pointer still rests on the time: it must be readable while hovered and selected.
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.getByLabel('Full Name').fill('Wren Hollis');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByLabel('Birth Date').fill('1990-02-28');
      await reserveButton(page).click();
      await expect(page).toHaveURL('/account-created?returnTo=%2Fcheckout');
      await expect(
        page.getByText('Account created! Please check your email to confirm before signing in.'),
      ).toBeVisible();
      await expect(page.getByRole('region', { name: /^Held until/ })).toContainText(name);
      await expectAccessible(page);
      return chosen;
    });

  await test.step('cannot sign in before confirming, then confirms by the link in the email', async () => {
    await visit(page, '/login?returnTo=%2Fcheckout');
    await signInByForm(page, email, password);
    await expect(page.getByText('Invalid credentials or email not confirmed.')).toBeVisible();

    const mail = await shop.mailbox.receive(email, /confirm/i);
    // As in a browser that did not sign up.
    await page.context().clearCookies({ name: /sign-up/ });
    await visit(page, linkIn(mail, '/confirm-email'));
    await expect(page.getByRole('heading', { level: 1, name: 'Confirm your email' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByLabel('Password', { exact: true }).fill('not the one I chose');
    await page.getByRole('button', { name: 'Confirm and sign in' }).click();
    await expect(page.getByText('That is not the password chosen with this sign-up.')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  });

  const number = await orderNumber(page);
  await test.step('reads what happens next', async () => {
    await expect(toast(page, 'Pickup reserved & order created!')).toBeVisible();
    await expect(page.getByRole('main').getByText(number).first()).toBeVisible();
    await expect(page.getByText('We will send you an email or text message when it is ready.')).toBeVisible();
    await expect(cartLink(page, 0)).toBeVisible();
    await expectAccessible(page);
    const mail = await shop.mailbox.receive(email, new RegExp(number));
    expect(mail.text).toContain(time);
    expect(mail.text).toContain('For use only by persons 21 years of age and older.');
  });

  const before = await test.step('finds it under Your Orders', async () => {
    await page.getByRole('link', { name: 'My Orders' }).click();
    const order = page.getByRole('article', { name: number });
    await expect(order).toContainText(name);
    await expect(order).toContainText(time);
    await expect(order).toContainText('Requires 21+');
    await expectNoSidewaysScroll(page);
    return onTheShelf(shop.db, name);
  });

  await test.step('cancels it, and its units are for sale again', async () => {
    await page.getByRole('button', { name: about('Cancel order', number) }).click();
    const dialog = page.getByRole('dialog', { name: `Cancel ${number}?` });
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    await expect(toast(page, `${number} is canceled.`)).toBeVisible();
    await expect(
      page.getByRole('article', { name: number }).getByText('canceled', { exact: false }).first(),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: about('Cancel order', number) })).toHaveCount(0);
    expect(await onTheShelf(shop.db, name)).toBe(before + 2);
  });
});

/** Units available of a product of the demo store. */
async function onTheShelf(db: Database, name: string): Promise<number> {
  const [found] = await db
    .select({ onHand: productStock.onHand, held: productStock.held })
    .from(productStock)
    .innerJoin(products, eq(products.id, productStock.productId))
    .where(eq(products.name, name));
  if (!found) throw new Error(`no ${name} in the demo store`);
  return found.onHand - found.held;
}
