/** The account's frame: five visible groups, and pages that share one right edge. */
import type { Page } from '@playwright/test';
import { accountScreens } from '#shop/roof/account-screens.ts';
import { about, visit } from './steps.ts';
import { expect, test } from './support.ts';

/** The account's frame; pixels. */
const frameOf = (page: Page) =>
  page.evaluate(() => {
    const groups = [...document.querySelectorAll('nav[aria-label="Account"] a')].map((link) =>
      link.getBoundingClientRect(),
    );
    const bar = document.querySelector('header .shell');
    const edge = bar
      ? bar.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(bar).paddingRight)
      : Number.NaN;
    const parts = [...document.querySelectorAll('main :is(section, form, ol, ul, article, .rounded-surface)')]
      .filter((part) => part.checkVisibility() && !part.closest('nav'))
      .map((part) => part.getBoundingClientRect().right);
    return {
      outside: groups.filter(
        ({ left, right, top, bottom }) => left < 0 || top < 0 || right > innerWidth || bottom > innerHeight,
      ).length,
      rows: new Set(groups.map(({ top }) => Math.round(top))).size,
      // The distance from the right end of the page's content to the right end of the header.
      offEdge: Math.abs(Math.round(edge - Math.max(...parts))),
    };
  });

const offEdge = async (page: Page) => (await frameOf(page)).offEdge;

test('all five groups fit on the screen, and pages share one right edge, at every width', async ({
  page,
  context,
  shop,
}) => {
  const person = await shop.person();
  const product = await shop.product();
  await shop.order(person, product);
  await shop.signIn(context, person);
  await page.request.post('/api/favorites', {
    form: { productId: product.id, intent: 'add' },
    headers: { Origin: shop.origin, 'Sec-Fetch-Site': 'same-origin' },
  });
  for (const { path } of accountScreens) {
    await visit(page, `/${path}`);
    const groups = page.getByRole('navigation', { name: 'Account' }).getByRole('link');
    await expect(groups).toHaveText(['Orders', 'Favorites', 'Profile', 'Notifications', 'Security and data']);
    await expect(page.locator('nav[aria-label="Account"] [aria-current]')).toHaveCount(1);
    for (const width of [320, 360, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      // In one row, which the narrowest phones have no room for; at the side on wide screens.
      const isOneRow = width >= 360 && width < 1024;
      const hasEdge = path !== 'notifications' && path !== 'favorites';
      await expect
        .poll(() => frameOf(page), `${path} at ${width} px`)
        .toMatchObject({ outside: 0, ...(isOneRow && { rows: 1 }), ...(hasEdge && { offEdge: 0 }) });
    }
    const levels = await page
      .getByRole('main')
      .getByRole('heading')
      .evaluateAll((all) => all.map(({ localName }) => Number(localName.slice(1))));
    // No heading skips a level.
    expect(
      levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1),
      path,
    ).toEqual([]);
  }
});

test('an order’s page has the same right edge, also after the order ends and its pass disappears', async ({
  page,
  context,
  shop,
}) => {
  const person = await shop.person();
  const number = await shop.order(person, await shop.product());
  await shop.signIn(context, person);
  await visit(page, `/orders/${number}`);
  await expect.poll(() => offEdge(page)).toBe(0);
  await page.getByRole('button', { name: about('Cancel order', number) }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByRole('region', { name: 'Pickup pass' })).toHaveCount(0);
  await expect.poll(() => offEdge(page)).toBe(0);
});
