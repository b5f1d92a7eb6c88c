/** A press whose request is lost, beyond what every form does (lost-forms): links, stalled answers, and what is sent later. */
import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import { connect, cutOff, NO_CONNECTION, results } from './no-signal-steps.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';

test.use({ losesNetwork: true });

const untilStaying = () =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('/stay-on-page-'));

test('without the Navigation API a tap without a network leaves the page, and works again by the same tap', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }));
  await visit(page, '/products');
  await page.waitForFunction(untilStaying);
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  const card = results(page).getByRole('article').getByRole('link').first();
  const path = (await card.getAttribute('href')) ?? '';
  await cutOff(context);
  await card.hover();
  await card.click();
  await expect(toast(page, NO_CONNECTION)).toBeVisible();
  await expect(page).toHaveURL('/products');
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);

  await connect(context);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Products');
});

test('Switch without a network stays at the counter and says why', async ({ page, context, shop }) => {
  await shop.signIn(context, await shop.person({ role: 'staff' }));
  await visit(page, '/counter');
  await page.waitForFunction(untilStaying);
  await cutOff(context);
  await page.getByRole('link', { name: 'Switch' }).click();
  await expect(toast(page, NO_CONNECTION)).toBeVisible();
  await expect(page).toHaveURL('/counter');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Walk-in' })).toBeVisible();
});

test('a note that gets no answer is still typed, and one press saves it once the shop answers', async ({
  page,
  context,
  shop,
}) => {
  const person = await shop.person();
  await shop.signIn(context, person);
  const number = await shop.order(person, await shop.product());
  await page.clock.install();
  await visit(page, `/orders/${number}`);
  await page.waitForFunction(untilStaying);
  const note = page.locator('textarea[name="customerNote"]');
  await page.locator('details', { has: note }).evaluate((fold: HTMLDetailsElement) => {
    fold.open = true;
  });
  await note.fill('I come with my sister');
  await page.route(/\.data/, () => new Promise(() => {}));
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.locator('form', { has: note }).getByRole('button', { name: 'Save' }).click();
  await sent;
  await page.clock.fastForward(31_000);
  await expect(toast(page, /^Not saved: no answer from the shop/)).toBeVisible();
  await expect(note).toHaveValue('I come with my sister');

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Try again' }).click();
  const stored = () => shop.db.select().from(orders).where(eq(orders.userId, person.userId));
  await expect.poll(async () => JSON.stringify(await stored())).toContain('I come with my sister');
});
