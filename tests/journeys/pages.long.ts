/** States of pages that every-page does not see, at every width: long names, every status of an order, sent mail. */
import { expectFrame } from './pages-steps.ts';
import { PASSWORDS } from './run.ts';
import { chooseTime, orderNumber, reserveButton, signInByForm, startCart, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll, expectWellMade } from './watch.ts';

test('cart, checkout, success and orders take long names at every width', async ({ page, context, shop }) => {
  await shop.signIn(
    context,
    await shop.person({ birthDate: null, name: 'Maximiliana Featherstonehaugh-Cholmondeley' }),
  );
  await visit(page, '/orders');
  await expect(page.getByRole('heading', { name: "You haven't placed any orders yet." })).toBeVisible();
  await expectWellMade(page);
  const long = await shop.product({ name: `Quite a ${'Long Winded '.repeat(5)}Name` });
  await startCart(page, shop, { item: long, quantity: 2 }, { item: await shop.product() });
  await visit(page, '/cart');
  await expectWellMade(page, []);
  await visit(page, '/checkout');
  await expectFrame(page);
  await expectWellMade(page, []);
  await page.getByLabel('Date of Birth').fill('1980-05-05');
  await chooseTime(page);
  await reserveButton(page).click();
  const number = await orderNumber(page);
  await expectWellMade(page, []);
  await visit(page, '/orders');
  await expect(page.getByRole('article', { name: number })).toBeVisible();
  await expectWellMade(page, []);
});

test('orders of every status are sound', async ({ page }) => {
  await visit(page, '/login?returnTo=/orders');
  await signInByForm(page, 'customer@twobranches.example', PASSWORDS.customer);
  await expect(page.getByRole('heading', { level: 1, name: 'Your Orders' })).toBeVisible();
  await expectWellMade(page);
});

test('the page of sent mail shows each email and is sound', async ({ page, context, shop }) => {
  await shop.signIn(context, await shop.person({ role: 'admin' }));
  const buyer = await shop.person();
  await shop.order(buyer, await shop.product());
  const mail = await shop.mailbox.receive(buyer.email, /ORD/);
  await visit(page, `/admin/sent-mail?recipient=${encodeURIComponent(buyer.email)}`);
  await page.getByRole('table').getByRole('link', { name: mail.subject }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: mail.subject })).toBeVisible();
  await expect(
    page
      .frameLocator('iframe')
      .getByText(/ORD\d+/)
      .first(),
  ).toBeVisible();
  await expectWellMade(page);
});

test('a sent email reads well by itself, also on a phone', async ({ page, shop }) => {
  const buyer = await shop.person();
  await shop.order(buyer, await shop.product());
  const mail = await shop.mailbox.receive(buyer.email, /ORD/);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.setContent(mail.html);
  await expectNoSidewaysScroll(page);
  // The mail program around it has the landmarks.
  await expectAccessible(page, ['landmark-one-main', 'region']);
  await expect(
    page.getByText('For use only by persons 21 years of age and older.', { exact: false }),
  ).toBeVisible();
  expect(mail.text).toContain('OCM-SAMPLE-000000');
  expect(mail.text).not.toMatch(/<\w+/);
});
