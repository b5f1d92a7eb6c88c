/**
 * A farm's own list of 40 products becomes products in a shop that began empty in production, through pages alone: titles
 * above the heads, prices with a dollar sign, percentages, merchandise without batches, categories that the shop lacks.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlainPage } from '#tests/journeys/plain-page.ts';
import { type Application, startApplication } from '#tests/support/application.ts';

const OWNER = { fullName: 'Wren Alder', email: 'wren@alder.example', password: 'quiet river morning stone' };
const LIST = `${import.meta.dirname}/../files/imports/forty-products.csv`;

let app: Application;
let owner: PlainPage;

beforeAll(async () => {
  app = await startApplication({ NODE_ENV: 'production' });
  owner = new PlainPage(app.origin);
});
afterAll(() => app?.stop());

const press = (name: string | RegExp) =>
  owner.getByRole('main').getByRole('button', { name, exact: true }).first().click();
const fill = async (fields: Readonly<Record<string, string>>) => {
  for (const [label, text] of Object.entries(fields))
    await owner.getByRole('main').getByLabel(label).first().fill(text);
};
/** The page once the file has been compared, or imported. */
const says = (text: string) =>
  expect
    .poll(
      async () => {
        await owner.reload();
        return owner.words();
      },
      { timeout: 20_000 },
    )
    .toContain(text);

test('forty products of a farm’s own list are imported, and no row is lost', async () => {
  await owner.goto(/\/set-up\?token=\S+/.exec(app.output())?.[0] ?? '');
  await fill({ 'Full Name': OWNER.fullName, Email: OWNER.email, Password: OWNER.password });
  await press('Create the owner’s account');
  await fill({ Email: OWNER.email, Password: OWNER.password });
  await press('Sign In');
  await owner.goto('/admin/inventory/import');
  const buffer = await readFile(LIST);
  await owner.getByLabel('CSV file').setInputFiles({ name: 'stock.csv', mimeType: 'text/csv', buffer });
  await press('Upload file');
  await says('Add the categories first');
  expect(owner.words()).toContain('Notes is left out. Notes stay private.');
  await press('Add all 7 categories');
  await says('29 rows to import');
  // What is no cannabis is asked once.
  await owner.getByLabel('Type, in categories without products').selectOption({ label: 'Merchandise' });
  await press('Compare again');
  await says('40 rows to import');
  expect(owner.words()).not.toContain('will be skipped');
  await press('Put new products on sale');
  await says('29 rows can be completed from category and size');
  await press('Fill in 29 rows');
  await says('11 will be for sale.');
  expect(owner.words()).toContain('29 will be on the menu; their lots wait for a test.');
  await press('Import 40 rows');
  await says('40 new products, 0 changed products.');
  await owner.goto('/admin/inventory?find=Clover');
  expect(owner.words()).toContain('Clover Honey');
});
