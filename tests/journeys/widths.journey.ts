/**
 * Every page of the account and of the back office at every width: nothing for axe to find, nothing to scroll
 * sideways to. The pages come from the tables of screens, so that a new one is looked at by itself.
 */
import type { Page } from '@playwright/test';
import { accountScreens } from '#shell/account-screens.ts';
import { adminScreens } from '#shell/admin-screens.ts';
import { visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const WIDTHS = [360, 390, 768, 1024, 1440];
/** Of phones the narrowest: both are one layout, and so are a small desk and a large one. */
const LOOKED_AT_BY_AXE = [360, 768, 1440];

/** The page is opened once and narrowed: what a width changes is style. */
async function lookAt(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, path);
  await expect(page.getByRole('heading', { level: 1 }), `${path} has one heading`).toHaveCount(1);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    if (LOOKED_AT_BY_AXE.includes(width)) await expectAccessible(page);
  }
}

const accountPages = [
  ...accountScreens.map(({ path }) => `/${path}`),
  '/orders/:order',
  '/security/password',
];
const adminPages = [
  ...adminScreens.map(({ path }) => `/admin/${path}`),
  '/admin/search?q=a',
  '/admin/promotions/new',
  '/admin/orders/:order',
  '/admin/customers/:customer',
  '/admin/users/invite',
];

// A test each, so that they run side by side.
for (const path of [...accountPages, ...adminPages])
  test(`${path} at every width`, async ({ page, context, shop }) => {
    const customer = await shop.person();
    const needsOrder = path === '/orders' || path.includes(':order');
    const number = needsOrder ? await shop.order(customer, await shop.product()) : '';
    const isAdmin = path.startsWith('/admin');
    await shop.signIn(context, isAdmin ? await shop.person({ role: 'admin' }) : customer);
    await lookAt(page, path.replace(':order', number).replace(':customer', customer.userId));
  });
