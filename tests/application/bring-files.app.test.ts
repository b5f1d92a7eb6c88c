/**
 * An owner brings the files of a hosted shop into a production shop that began empty, by pages alone and without scripts:
 * customers, products and past sales. The process is killed while it brings them.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PlainPage } from '#tests/journeys/plain-page.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { cloneTemplate } from '#tests/support/database.ts';
import { bigCustomers, hostedShop } from '#tests/support/files-of-systems.ts';

const PATIENCE = { timeout: 120_000, interval: 200 };
const OWNER = {
  'Full Name': 'Wren Alder',
  Email: 'wren@alder.example',
  Password: 'quiet river morning stone',
};
const CUSTOMERS = 3000;

let app: Application;
let client: pg.Client;
let url: string;
let owner: PlainPage;

beforeAll(async () => {
  ({ url } = await cloneTemplate());
  client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('delete from store_settings');
  app = await start();
  owner = new PlainPage(app.origin);
});
afterAll(async () => {
  await app.stop();
  await client.end();
});

const start = () => startApplication({ NODE_ENV: 'production', DATABASE_URL: url });
const main = () => owner.getByRole('main');
const press = (name: string | RegExp) => main().getByRole('button', { name, exact: true }).first().click();
async function fill(fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await main().getByLabel(label).first().fill(text);
}
const says = (text: string) =>
  vi.waitFor(async () => {
    await owner.reload();
    expect(owner.words()).toContain(text);
  }, PATIENCE);
const count = async (query: string): Promise<number> => Number((await client.query(query)).rows[0]?.count);

async function signIn(): Promise<void> {
  await owner.goto('/login?mode=admin');
  await fill({ Email: OWNER.Email, Password: OWNER.Password });
  await press('Sign In');
}

test('the owner uploads the files, and reads what would come over', async () => {
  await owner.goto(/\/set-up\?token=\S+/.exec(app.output())?.[0] ?? '');
  await fill(OWNER);
  await press('Create the owner’s account');
  await signIn();
  await owner.goto('/admin/settings/move-in/files');
  for (const [name, text] of Object.entries({ ...hostedShop, 'customers.csv': bigCustomers(CUSTOMERS) })) {
    await owner
      .getByLabel(/^(?:More )?[Ff]iles$/)
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await press('Upload');
  }
  for (const words of ['of products, exported by Shopify', 'of customers, exported by Shopify'])
    expect(owner.words()).toContain(words);
  await press('Try these files');
  await says('What would come over');
  for (const words of ['3,000', 'Flower (new)', '2026-10', 'No email address'])
    expect(owner.words()).toContain(words);
  expect(await count('select count(*) from products')).toBe(0);
}, 240_000);

test('killed in the middle, it goes on after the next start and ends', async () => {
  await press('Bring them');
  await vi.waitFor(
    async () => {
      expect(await count('select count(*) from moved_rows')).toBeGreaterThan(500);
    },
    { timeout: 60_000, interval: 20 },
  );
  app.process.kill('SIGKILL');
  await vi.waitFor(() => expect(app.process.signalCode).toBe('SIGKILL'), PATIENCE);
  expect(await count("select count(*) from users where email like '%@hosted.example'")).toBeLessThan(
    CUSTOMERS,
  );
  app = await start();
  owner = new PlainPage(app.origin);
  await signIn();
  await owner.goto('/admin/settings/move-in/files');
  await says('Everything is here.');
  expect(await count("select count(*) from users where email like '%@hosted.example'")).toBe(CUSTOMERS);
  expect(await count('select count(*) from orders')).toBe(2);
  expect(await count("select count(*) from mail_messages where recipient like '%hosted.example'")).toBe(0);
}, 240_000);

test('the products are on the menu, and the cannabis among them waits for its certificate', async () => {
  await owner.goto('/products');
  expect(owner.words()).toContain('Farm Cap');
  await owner.goto('/admin/inventory/waiting-lots');
  expect(owner.words()).toContain('Blue Dream');
});

test('a customer who came over gets the mail that sets a password by ‘Forgot password?’', async () => {
  const customer = new PlainPage(app.origin);
  await customer.goto('/forgot-password');
  await customer.getByLabel('Email').fill('person7@hosted.example');
  await customer.getByRole('main').getByRole('button').first().click();
  await vi.waitFor(async () => {
    expect(await count("select count(*) from mail_messages where recipient = 'person7@hosted.example'")).toBe(
      1,
    );
  }, PATIENCE);
});
