/** An owner in a browser, from an empty shop: files of a hosted shop and a list of their own, at every width. */
import { expect, test } from '@playwright/test';
import { startApplication } from '#tests/support/application.ts';
import { bigCustomers, hostedShop } from '#tests/support/files-of-systems.ts';

const WIDTHS = [390, 768, 1440];

test('an owner brings a hosted shop’s files until its products are on the menu, and undoes it', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const app = await startApplication({ NODE_ENV: 'production' });
  const context = await browser.newContext({ baseURL: app.origin });
  const page = await context.newPage();
  const main = page.getByRole('main');
  const fits = async () => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over, `${width} px`).toBeLessThanOrEqual(0);
    }
  };
  try {
    await page.goto(/\/set-up\?token=\S+/.exec(app.output())?.[0] ?? '');
    await main.getByLabel('Full Name').fill('Wren Alder');
    await main.getByLabel('Email').fill('wren@alder.example');
    await main.getByLabel('Password', { exact: true }).fill('quiet river morning stone');
    await main.getByRole('button', { name: 'Create the owner’s account' }).click();
    await page.waitForURL(/login/);
    await main.getByLabel('Email').fill('wren@alder.example');
    await main.getByLabel('Password', { exact: true }).fill('quiet river morning stone');
    await main.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL(/\/admin\//);
    await page.goto('/admin/settings/move-in');
    await main.getByRole('link', { name: 'Files of another system' }).click();
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Files of another system');
    const files = {
      ...hostedShop,
      'customers.csv': bigCustomers(500),
      'own.csv': 'Wer,Wo\njo@x.example,Here\n',
    };
    await main.getByLabel('Files', { exact: true }).setInputFiles([
      ...Object.entries(files).map(([name, text]) => ({
        name,
        mimeType: 'text/csv',
        buffer: Buffer.from(text),
      })),
      { name: 'broken.csv', mimeType: 'text/csv', buffer: Buffer.from('a,"b\nc') },
    ]);
    // By keyboard: the button is next.
    await main.getByLabel('Files', { exact: true }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(main.getByText('broken.csv: The quote that opens on line 1 is never closed.')).toBeVisible();
    const own = main.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'own.csv' }) });
    await own.getByLabel('What is in it').selectOption('customers');
    await own.getByRole('button', { name: 'Choose' }).click();
    await expect(own.getByText('Choose which column is an email address.')).toBeVisible();
    await own.getByLabel(/^Wer/).selectOption({ label: 'Email' });
    await own.getByLabel(/^Wo/).selectOption({ label: 'City' });
    await own.getByRole('button', { name: 'Save columns' }).click();
    await expect(own.getByText('Choose which column is')).toBeHidden();
    await fits();
    await main.getByRole('button', { name: 'Try these files' }).click();
    await expect(main.getByRole('heading', { name: 'What would come over' })).toBeVisible({
      timeout: 60_000,
    });
    await expect(main.getByRole('row', { name: /^Customers 501 501 0 1/ })).toBeVisible();
    await expect(main.getByRole('list', { name: 'Come over, but are not for sale yet' })).toContainText(
      'Blue Dream',
    );
    await fits();
    await main.getByRole('button', { name: 'Bring them' }).click();
    await expect(main.getByText('Everything is here.')).toBeVisible({ timeout: 120_000 });
    await fits();
    await context.addCookies([{ name: 'age_verified', value: 'yes', url: app.origin }]);
    await page.goto('/products');
    await expect(main.getByText('Farm Cap').first()).toBeVisible();
    await page.goto('/admin/settings/move-in/files');
    await main.getByRole('button', { name: /^Undo/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^Undo/ }).click();
    await expect(main.getByText('Undone. What came over is gone.')).toBeVisible({ timeout: 60_000 });
    // The files are still there, with the columns that were chosen.
    await expect(main.getByRole('heading', { name: 'own.csv' })).toBeVisible();
    await expect(main.getByText('Choose which column is')).toHaveCount(0);
    await fits();
    await page.goto('/products');
    await expect(page.getByText('Farm Cap')).toHaveCount(0);
  } finally {
    await context.close();
    await app.stop();
  }
});
