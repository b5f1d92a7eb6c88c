/**
 * Content that every page has, and states of pages that every-page.journey does not see: a title, one first heading
 * and landmarks, at every width, and no axe findings.
 */
import type { Page } from '@playwright/test';
import { PASSWORDS } from './run.ts';
import { chooseTime, orderNumber, reserveButton, signInByForm, startCart, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll, expectWellMade } from './watch.ts';

const ROTATING = [
  'Cannabis can be addictive.',
  'Cannabis can impair concentration and coordination.',
  'There may be health risks associated with consumption of this product.',
  'Cannabis is not recommended for use by persons who are pregnant or nursing.',
];

/** The farm's frame and the legal warnings, required on every shop page. */
async function expectFrame(page: Page): Promise<void> {
  await expect(page.getByText(/license OCM-SAMPLE-000000/).first()).toBeVisible();
  await expect(page.getByText('For adults 21 and older. Valid ID required at pickup.').first()).toBeVisible();
  const warnings = page.getByRole('contentinfo').getByRole('region', { name: 'Health warnings' });
  await expect(warnings).toContainText('For use only by persons 21 years of age and older.');
  await expect(warnings).toContainText('1-800-222-1222');
  await expect(warnings).toContainText('1-877-846-7369');
  await expect(warnings).toContainText(/HOPEline by texting HOPENY/);
}

test('a product page with much text is sound at every width', async ({ page, shop }) => {
  await visit(page, '/products');
  await expect(page.getByText('You must be 21 or older. A valid ID is required at pickup.')).toBeVisible();
  await page.getByRole('main').getByRole('article').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/products\/\d+$/);
  await expectFrame(page);
  const name = `Unreasonably Long Name of ${'Something Wonderful '.repeat(6)}`.trim();
  await visit(page, (await shop.product({ name })).path);
  await expectWellMade(page);
});

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

test('four views in a row show all four rotating warnings, by links and by reloads', async ({ page }) => {
  const shown = async () => {
    const text = await page.getByRole('region', { name: 'Health warnings' }).innerText();
    return ROTATING.filter((warning) => text.includes(warning));
  };
  const seen: string[] = [];
  await visit(page, '/faq');
  seen.push(...(await shown()));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page).toHaveURL('/privacy');
  await expect.poll(shown).not.toEqual(seen);
  seen.push(...(await shown()));
  await visit(page, '/terms');
  seen.push(...(await shown()));
  await page.getByRole('banner').getByRole('link', { name: 'Education' }).click();
  await expect(page).toHaveURL('/education');
  await expect.poll(async () => (await shown())[0]).not.toBe(seen[2]);
  seen.push(...(await shown()));
  expect([...seen].sort()).toEqual([...ROTATING].sort());
});
