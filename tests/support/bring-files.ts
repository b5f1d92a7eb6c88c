/**
 * An owner brings the files of a hosted shop into a production shop that began empty, by pages alone and without scripts:
 * customers, products and past sales; the process may be killed while it brings them.
 */
import pg from 'pg';
import { expect, vi } from 'vitest';
import { PlainPage } from '#tests/journeys/plain-page.ts';
import { startApplication } from './application.ts';
import { cloneTemplate } from './database.ts';
import { bigCustomers, hostedShop } from './files-of-systems.ts';

const PATIENCE = { timeout: 120_000, interval: 200 };
const OWNER = {
  'Full Name': 'Wren Alder',
  Email: 'wren@alder.example',
  Password: 'quiet river morning stone',
};

/** @param isKilled whether the process is killed in the middle, and started again */
export async function tellBringing({
  customers,
  isKilled,
}: {
  customers: number;
  isKilled: boolean;
}): Promise<void> {
  const { url } = await cloneTemplate();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('delete from store_settings');
  const start = () => startApplication({ NODE_ENV: 'production', DATABASE_URL: url });
  const count = async (query: string): Promise<number> => Number((await client.query(query)).rows[0]?.count);
  const people = () => count("select count(*) from users where email like '%@hosted.example'");
  let app = await start();
  try {
    let owner = ownerAt(app.origin);
    await owner.page.goto(/\/set-up\?token=\S+/.exec(app.output())?.[0] ?? '');
    await owner.fill(OWNER);
    await owner.press('Create the owner’s account');
    await owner.signIn();
    await owner.page.goto('/admin/settings/move-in/files');
    for (const [name, text] of Object.entries({ ...hostedShop, 'customers.csv': bigCustomers(customers) })) {
      await owner.page
        .getByLabel(/^(?:More )?[Ff]iles$/)
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
      await owner.press('Upload');
    }
    for (const words of ['of products, exported by Shopify', 'of customers, exported by Shopify'])
      expect(owner.page.words()).toContain(words);
    await owner.press('Try these files');
    await owner.says('What would come over');
    for (const words of ['Flower (new)', '2026-10', 'No email address'])
      expect(owner.page.words()).toContain(words);
    expect(await count('select count(*) from products')).toBe(0);
    await owner.press('Bring them');
    if (isKilled) {
      const moved = async () => expect(await count('select count(*) from moved_rows')).toBeGreaterThan(500);
      await vi.waitFor(moved, { timeout: 60_000, interval: 20 });
      app.process.kill('SIGKILL');
      await vi.waitFor(() => expect(app.process.signalCode).toBe('SIGKILL'), PATIENCE);
      expect(await people()).toBeLessThan(customers);
      app = await start();
      owner = ownerAt(app.origin);
      await owner.signIn();
      await owner.page.goto('/admin/settings/move-in/files');
    }
    await owner.says('Everything is here.');
    expect(await people()).toBe(customers);
    expect(await count('select count(*) from orders')).toBe(2);
    await owner.page.goto('/products');
    expect(owner.page.words()).toContain('Farm Cap');
    await owner.page.goto('/admin/inventory/waiting-lots');
    expect(owner.page.words()).toContain('Blue Dream');
    const mails = "select count(*) from mail_messages where recipient like '%@hosted.example'";
    expect(await count(mails)).toBe(0);
    const customer = new PlainPage(app.origin);
    await customer.goto('/forgot-password');
    await customer.getByLabel('Email').fill('person7@hosted.example');
    await customer.getByRole('main').getByRole('button').first().click();
    await vi.waitFor(async () => expect(await count(mails)).toBe(1), PATIENCE);
  } finally {
    await app.stop();
    await client.end();
  }
}

function ownerAt(origin: string) {
  const page = new PlainPage(origin);
  const press = (name: string) =>
    page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
  async function fill(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, text] of Object.entries(fields))
      await page.getByRole('main').getByLabel(label).first().fill(text);
  }
  return {
    page,
    press,
    fill,
    /** Waits for what a job does. */
    says: (text: string) =>
      vi.waitFor(async () => {
        await page.reload();
        expect(page.words()).toContain(text);
      }, PATIENCE),
    async signIn(): Promise<void> {
      await page.goto('/login?mode=admin');
      await fill({ Email: OWNER.Email, Password: OWNER.Password });
      await press('Sign In');
    },
  };
}
