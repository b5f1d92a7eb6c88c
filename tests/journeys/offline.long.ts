/** The offline page itself, and when saved pickups and the menu are hidden or deleted. */
import { eq } from 'drizzle-orm';
import { customerProfiles } from '#db/schema/customers.ts';
import { connected, cutOff, menu, pickups, prepared, savedPickups, title } from './offline-steps.ts';
import { visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

test.use({ losesNetwork: true, serviceWorkers: 'allow' });

test('the offline page has its design, the shop’s typefaces, address, phone and hours, also after days offline', async ({
  page,
  context,
}) => {
  await visit(page, '/faq');
  await prepared(page);
  // The browser's own cache drops files after a day.
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await cutOff(context);
  await page.goto('/products');
  await expect(title(page)).toBeVisible();
  const faces = () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family);
    });
  await expect.poll(faces).toEqual(['Farm Text', 'Farm Display']);
  await expect(title(page)).toHaveCSS('font-family', /^"Farm Display"/);
  const visitUs = page.getByRole('region', { name: 'Visit us' });
  await expect(visitUs).toContainText('Hancock');
  await expect(visitUs.getByRole('link', { name: /^\(607\) 555-/ })).toHaveAttribute('href', /^tel:607555/);
  await expect(visitUs.getByRole('row').first()).toContainText(/day\d{1,2}:\d\d [AP]M to \d{1,2}:\d\d [AP]M/);
  const landscape = page.locator('main img');
  expect(await landscape.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(page);
});

test('saved pickups are deleted with another account, a ban, and the end of their day', async ({
  page,
  context,
  shop,
}) => {
  const person = await shop.person();
  const number = await shop.order(person, await shop.product());
  const keep = async () => {
    await context.clearCookies({ name: /session/ });
    await shop.signIn(context, person);
    await visit(page, '/orders');
    await expect.poll(() => savedPickups(page)).toContain(number);
  };
  await keep();
  await context.clearCookies({ name: /session/ });
  await shop.signIn(context, await shop.person());
  await visit(page, '/orders');
  await expect.poll(() => savedPickups(page)).not.toContain(number);

  await keep();
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('next-pickups') ?? '');
    for (const order of kept.orders) order.until = Date.now() - 1;
    localStorage.setItem('next-pickups', JSON.stringify(kept));
  });
  await cutOff(context);
  await page.goto('/orders');
  await expect(title(page)).toBeVisible();
  await expect(pickups(page)).toBeHidden();
  expect(await savedPickups(page)).toBeNull();
  await connected(context);
  // The page reloads by itself; a navigation at the same time would be aborted.
  await expect(page.getByRole('heading', { level: 1, name: 'Your Orders' })).toBeVisible();

  await keep();
  await shop.db
    .update(customerProfiles)
    .set({ isBanned: true })
    .where(eq(customerProfiles.userId, person.userId));
  await visit(page, '/orders');
  await expect.poll(() => savedPickups(page)).toBeNull();
});

test('the back office has no offline page: words that try again, and the page opens with the network', async ({
  page,
  context,
  shop,
}) => {
  await shop.signIn(context, await shop.person({ role: 'admin' }));
  await visit(page, '/admin/dashboard');
  expect(
    await page.evaluate(() => navigator.serviceWorker.getRegistrations().then(({ length }) => length)),
  ).toBe(0);
  await visit(page, '/faq');
  await prepared(page);
  await cutOff(context);
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { name: 'No connection.' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test.describe('before the age gate is answered', () => {
  test.use({ affirmed: false });

  test('an expired age answer hides the cached menu', async ({ page, context }) => {
    await visit(page, '/products');
    await page.getByRole('button', { name: 'I am 21 or older' }).click();
    await prepared(page);
    await cutOff(context);
    await page.goto('/products');
    await expect(menu(page)).toBeVisible();
    await context.clearCookies();
    await page.evaluate(() => localStorage.setItem('age_verified', new Date(0).toISOString()));
    await page.goto('/products');
    await expect(title(page)).toBeVisible();
    await expect(menu(page)).toBeHidden();
  });
});
