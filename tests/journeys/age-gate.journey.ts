/** No one sees the shop before confirming an age of 21 or older (specification section 4; docs/law.md, Age). */
import type { BrowserContext, Page } from '@playwright/test';
import { takenOver, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

test.use({ affirmed: false });

const DAY_MS = 86_400_000;
const gate = (page: Page) => page.getByRole('dialog', { name: 'Are you 21 or older?' });
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('age_verified'));
const cookie = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'age_verified');

/** Records, at every painted frame, what was visible of the gate and of the shop. */
async function noteWhatIsPainted(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const painted = new Set<string>();
    Object.assign(window, { painted });
    const displayed = (selector: string) => {
      const element = document.querySelector(selector);
      return element !== null && element.getClientRects().length > 0;
    };
    const look = () => {
      if (displayed('.age-gate')) painted.add('gate');
      if (displayed('[data-shop]')) painted.add('shop');
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
const painted = (page: Page) =>
  page.evaluate(() => [...(window as unknown as { painted: Set<string> }).painted]);

test('a deep link shows the gate, and nothing of the shop is visible or reachable beneath it', async ({
  page,
}) => {
  await noteWhatIsPainted(page);
  await visit(page, '/products?category=flower&sort=-price');
  await expect(gate(page)).toBeVisible();
  await expect(page.getByRole('main')).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('link', { name: /cart/i })).toHaveCount(0);

  const reached = new Set<string>();
  for (const key of [...Array(8).fill('Tab'), ...Array(8).fill('Shift+Tab')]) {
    await page.keyboard.press(key);
    const focused = page.locator(':focus');
    await expect(gate(page).locator(':focus')).toHaveCount(1);
    reached.add((await focused.innerText()).trim());
  }
  expect([...reached].sort()).toEqual([
    'I am 21 or older',
    'I am under 21',
    'Privacy Policy',
    'Terms & Conditions',
  ]);
  expect(await painted(page)).toEqual(['gate']);
});

test('“I am 21 or older” opens the requested page and is remembered for 30 days', async ({
  page,
  context,
}) => {
  await visit(page, '/products?category=flower&sort=-price');
  await page.getByRole('button', { name: 'I am 21 or older' }).click();
  await expect(gate(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Flower' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('?category=flower&sort=-price');

  const days = (Date.parse((await stored(page)) ?? '') - Date.now()) / DAY_MS;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);
  // A session cookie has -1 here. The browser uses the machine's clock, even when the shop's is shifted.
  await expect.poll(async () => (await cookie(context))?.expires).toBeGreaterThan(0);

  await visit(page, '/faq');
  await expect(gate(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('“I am under 21” leads to /restricted and stores nothing', async ({ page, context }) => {
  await visit(page, '/products');
  await page.getByRole('link', { name: 'I am under 21' }).click();
  await expect(page).toHaveURL('/restricted');
  await expect(page.getByRole('heading', { level: 1, name: 'Come back when you are 21' })).toBeVisible();
  expect(await stored(page)).toBeNull();
  expect(await cookie(context)).toBeUndefined();
  // No menu leads into the shop; the one link leads back to the question.
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(4);
  await page.getByRole('link', { name: 'Back to the question' }).click();
  await expect(page).toHaveURL('/');
  await expect(gate(page)).toBeVisible();
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the browser stores nothing before and after the answer “I am under 21”', async ({
    page,
    context,
  }) => {
    const kept = async () => ({
      cookies: await context.cookies(),
      ...(await page.evaluate(async () => ({
        local: Object.keys(localStorage),
        session: Object.keys(sessionStorage),
        caches: await caches.keys(),
        workers: (await navigator.serviceWorker.getRegistrations()).length,
        databases: (await indexedDB.databases()).length,
      }))),
    });
    const nothing = { cookies: [], local: [], session: [], caches: [], workers: 0, databases: 0 };
    await visit(page, '/products');
    await page.waitForLoadState('networkidle');
    expect(await kept()).toEqual(nothing);
    await page.getByRole('link', { name: 'I am under 21' }).click();
    await expect(page.getByText('We do not save your answer.')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await kept()).toEqual(nothing);
    await page.reload();
    expect(await kept()).toEqual(nothing);
  });
});

test('an expired age answer is deleted, and the gate asks again', async ({ page }) => {
  await visit(page, '/restricted');
  await page.evaluate(() => localStorage.setItem('age_verified', '2020-01-31T12:00:00.000Z'));
  await noteWhatIsPainted(page);
  await visit(page, '/products');
  await expect(gate(page)).toBeVisible();
  expect(await stored(page)).toBeNull();
  expect(await painted(page)).toEqual(['gate']);
});

test('an age answer dated beyond the shop’s term does not count', async ({ page }) => {
  await visit(page, '/restricted');
  await page.evaluate(() => localStorage.setItem('age_verified', '2999-01-01T00:00:00.000Z'));
  await visit(page, '/products');
  await expect(gate(page)).toBeVisible();
});

test('local storage restores a lost cookie, and the gate does not flash', async ({ page, context }) => {
  await visit(page, '/products');
  await page.getByRole('button', { name: 'I am 21 or older' }).click();
  await expect.poll(async () => (await cookie(context))?.value).toBeTruthy();
  await context.clearCookies({ name: 'age_verified' });

  await noteWhatIsPainted(page);
  await page.goto('/products');
  await takenOver(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();
  expect(await painted(page)).toEqual(['shop']);
  expect(await cookie(context)).toBeDefined();
});

test('the gate works on a phone and on a wide screen', async ({ page }) => {
  await visit(page, '/products');
  await expect(gate(page)).toBeVisible();
  await expectAccessible(page);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    await expectNoSidewaysScroll(page);
    await expect(page.getByRole('button', { name: 'I am 21 or older' })).toBeInViewport();
    await expect(page.getByRole('link', { name: 'I am under 21' })).toBeInViewport();
  }
});

test('only the first pictures load behind the gate', async ({ page }) => {
  const pictures = new Set<string>();
  page.on('request', (request) => {
    if (request.url().includes('/media/products/')) pictures.add(request.url());
  });
  await visit(page, '/products');
  await expect(gate(page)).toBeVisible();
  await expect.poll(() => pictures.size).toBeGreaterThanOrEqual(3);
  await expect(page.getByRole('main')).toBeHidden();
  const row = page.locator('main article img');
  const arrived = () => row.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).complete));
  await expect.poll(async () => (await arrived()).slice(0, 3)).toEqual([true, true, true]);
  expect(pictures.size).toBeLessThanOrEqual(4);
});
