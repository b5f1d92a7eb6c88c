/** A page that throws in the browser: the shop hears of it, and says so only when it has. */
import type { Browser, Page } from '@playwright/test';
import { desc } from 'drizzle-orm';
import { recentErrors } from '#db/schema/operations.ts';
import { takenOver } from './steps.ts';
import { expect, test } from './support.ts';

/** A browser in which the FAQ throws. Unwatched: its console has errors. */
async function openFailing(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    serviceWorkers: 'block',
    extraHTTPHeaders: { 'X-Forwarded-For': '198.19.7.1' },
  });
  const page = await context.newPage();
  await page.route('**/assets/faq.page-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default function Faq() { throw new TypeError("broken for \'Robin Hale\'"); }',
    }),
  );
  return page;
}

async function openFaq(page: Page): Promise<void> {
  await page.goto('/about');
  await page.getByRole('button', { name: 'I am 21 or older' }).click();
  await takenOver(page);
  await page.getByRole('link', { name: 'FAQ' }).first().click();
  await expect(page.getByRole('heading', { name: 'Something went wrong on our side.' })).toBeVisible();
}

test('a page that fails in a browser is listed for the owner, and says that it is logged', async ({
  browser,
  shop,
}) => {
  const page = await openFailing(browser, shop.origin);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/browser-errors')) sent.push(request.postData() ?? '');
  });
  await openFaq(page);
  await expect(page.getByText('We’ve logged it.')).toBeVisible();
  expect(sent).toHaveLength(1);
  await expect
    .poll(
      async () => (await shop.db.select().from(recentErrors).orderBy(desc(recentErrors.at)).limit(1))[0],
      { timeout: 20_000 },
    )
    .toMatchObject({
      kind: 'browser',
      place: 'Page /faq',
      message: expect.stringContaining('Chrome, build '),
    });
  await page.context().close();
});

test('a page that fails in a browser does not say that it is logged when the shop did not take it', async ({
  browser,
  shop,
}) => {
  const page = await openFailing(browser, shop.origin);
  const refused = page.waitForResponse('**/browser-errors');
  await page.route('**/browser-errors', (route) => route.fulfill({ status: 429 }));
  await openFaq(page);
  await refused;
  await expect(page.getByText('We’ve logged it.')).toBeHidden();
  await page.context().close();
});

test('a page that fails in its first render stays as the server sent it, and the owner hears of it once', async ({
  browser,
  shop,
}) => {
  const page = await openFailing(browser, shop.origin);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/browser-errors')) sent.push(request.postData() ?? '');
  });
  const accepted = page.waitForResponse('**/browser-errors');
  await page.goto('/faq');
  await accepted;
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByText('Something went wrong on our side.')).toBeHidden();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain('path=%2Ffaq');
  await page.context().close();
});
