/** Page texts and important dates as an admin edits them, in a shop that other journeys do not read. */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './own-shop.ts';
import type { Shop } from './shop.ts';
import { about, visit } from './steps.ts';
import { expectAccessible, expectFits } from './watch.ts';

// In one worker, because each starts a shop.
test.describe.configure({ mode: 'default' });

/** As a toast, or in the page. */
const said = (page: Page, words: string | RegExp) =>
  expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible();

async function asAdmin(shop: Shop, context: BrowserContext, name: string): Promise<Page> {
  await shop.signIn(context, await shop.person({ role: 'admin', name }));
  return context.newPage();
}

test('an admin rewrites a page beside its preview, meets a colleague’s version, and restores an earlier one', async ({
  openBrowser,
  shop,
}) => {
  const page = await asAdmin(shop, await openBrowser(), 'Wren Alder');
  const other = await asAdmin(shop, await openBrowser(), 'Sorrel Vale');
  const path = '/admin/settings/page-texts/privacy';
  await visit(page, '/admin/settings/page-texts');
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).first()).toBeVisible();
  await expectFits(page);
  await visit(other, path);

  const text = page.getByRole('textbox', { name: 'Text' });
  const preview = page.getByRole('region', { name: 'Preview', exact: true });
  await text.fill('## In short\n\nWe keep **little**, and call [the state](javascript:x) never.');
  await expect(preview.getByText('little', { exact: true })).toHaveCSS('font-weight', '600');
  await expect(preview.getByRole('link', { name: 'the state' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(text).toHaveAccessibleDescription(/Line 3: A link cannot lead to/);
  await expect(text).toHaveValue(/javascript:x/);
  await text.fill('## In short\n\nWe keep **little**.\n\n- [The terms](/terms)');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await said(page, /^Published as version \d+\.$/);
  await visit(page, '/privacy');
  await expect(page.getByText('little', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'The terms' })).toHaveAttribute(
    'href',
    '/terms',
  );

  // An editor who started earlier sees a notice, still has the input, and may overwrite.
  const theirs = other.getByRole('textbox', { name: 'Text' });
  await theirs.fill('## In short\n\nWe keep nothing.');
  await other.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(other.getByText('Not saved: someone else saved changes.')).toBeVisible();
  await expect(theirs).toHaveValue('## In short\n\nWe keep nothing.');
  await other.getByRole('button', { name: 'Publish', exact: true }).click();
  await said(other, /^Published as version \d+\.$/);

  await visit(page, path);
  const versions = page.getByRole('region', { name: 'Versions' });
  await versions
    .getByRole('link', { name: /^What changed/ })
    .first()
    .click();
  await expect(versions.getByText('We keep nothing.')).toBeVisible();
  await expect(versions.getByText('We keep **little**.')).toBeVisible();
  await expectAccessible(page);
  await versions.getByRole('button', { name: /^Publish again\s+the original text$/ }).click();
  await said(page, /^Published as version \d+\.$/);
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue(/^## What we store/);
});

test('an admin adds the suggested tax return and a date, which stay on the dashboard until done', async ({
  openBrowser,
  shop,
}) => {
  const page = await asAdmin(shop, await openBrowser(), 'Wren Alder');
  await visit(page, '/admin/settings/dates');
  await page.getByRole('button', { name: 'Add every quarter' }).click();
  await said(page, 'Saved.');
  await expect(page.getByRole('link', { name: 'State tax return' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add every quarter' })).toHaveCount(0);

  const soon = new Date(Date.now() + 5 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  await page.getByLabel('What is due').fill('Renew the permit');
  await page.getByLabel('Remind days before').fill('often');
  await page
    .getByRole('textbox', { name: 'Date' })
    .or(page.getByLabel('Date', { exact: true }))
    .first()
    .fill(soon);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByLabel('Remind days before')).toHaveAccessibleDescription(
    /Enter up to 6 numbers of days/,
  );
  await expect(page.getByLabel('What is due')).toHaveValue('Renew the permit');
  await page.getByLabel('Remind days before').fill('30, 7');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Renew the permit' })).toBeVisible();
  await expectFits(page);

  await visit(page, '/admin/dashboard');
  await expect(page.getByRole('link', { name: 'Renew the permit' })).toBeVisible();
  await expectAccessible(page);
  await visit(page, '/admin/settings/dates');
  await page.getByRole('button', { name: about('Done', 'Renew the permit') }).click();
  await expect(
    page.getByRole('button', { name: about('Mark as not done', 'Renew the permit') }),
  ).toBeVisible();
  await visit(page, '/admin/dashboard');
  await expect(page.getByRole('link', { name: 'Renew the permit' })).toHaveCount(0);
});
