/**
 * A shop that began as an empty production database and was set up by its owner through pages alone: facts, New York's
 * taxes, hours, categories and products from a farm's own list of forty, lots put on sale, a staff member. The first
 * test file of a run that asks for it makes it; each file gets a copy.
 */
import { readFile } from 'node:fs/promises';
import { eq, ne } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import type { Database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { users } from '#db/schema/identity.ts';
import { PlainPage } from '#tests/journeys/plain-page.ts';
import { startApplication } from './application.ts';
import { type FreshDatabase, freshDatabase, makeTemplate } from './database.ts';
import { signedIn } from './people.ts';
import { openSmtpPeer, type SmtpPeer } from './smtp-peer.ts';

const LIST = `${import.meta.dirname}/../files/imports/forty-products.csv`;
const PASSWORD = 'quiet river morning stone';
const PATIENCE = { timeout: 60_000, interval: 20 };
const OWNER = { name: 'Wren Alder', email: 'wren@alder.example' };
const STAFF = { name: 'Kim Reyes', email: 'kim@alder.example' };

export type FarmShop = FreshDatabase & {
  /** 29 products of cannabis, and 11 of merchandise, in the order of the list; each with six units or more. */
  cannabis: readonly number[];
  goods: readonly number[];
  /** A Cookie header of the owner, and one of Kim Reyes, who is staff. */
  owner: string;
  kim: string;
};

/** Opens a copy as the process's database. */
export async function farmShop(): Promise<FarmShop> {
  const fresh = await freshDatabase(await makeTemplate('farm_shop', setUpFarm));
  const ofType = (isCannabis: boolean) =>
    fresh.db
      .select({ id: products.id })
      .from(products)
      .where((isCannabis ? eq : ne)(products.productType, 'cannabis'))
      .orderBy(products.id);
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
  return {
    ...fresh,
    cannabis: ids(await ofType(true)),
    goods: ids(await ofType(false)),
    owner: await sessionOf(fresh.db, OWNER.email),
    kim: await sessionOf(fresh.db, STAFF.email),
  };
}

async function sessionOf(db: Database, email: string): Promise<string> {
  const [user] = await db.select({ userId: users.id }).from(users).where(eq(users.email, email));
  if (!user) throw new Error(`the farm has no account of ${email}`);
  return `age_verified=1; ${await signedIn(db, user)}`;
}

async function setUpFarm(url: string): Promise<void> {
  const peer = await openSmtpPeer();
  await peer.be('willing');
  const app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: url, SMTP_URL: peer.url });
  try {
    const owner = new PlainPage(app.origin);
    await createOwner(owner, /\/set-up\?token=\S+/.exec(app.output())?.[0] ?? '');
    await takeSteps(owner);
    await importList(owner);
    await putOnSale(owner);
    await inviteStaff(owner, new PlainPage(app.origin), peer);
    await owner.goto('/admin/settings/opening');
    await press(owner, 'Open the shop');
    expect(owner.words()).toContain('The shop is open to visitors.');
  } finally {
    await app.stop();
    await peer.be('away');
  }
}

const press = (page: PlainPage, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click();

async function fill(page: PlainPage, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields))
    await page.getByRole('main').getByLabel(label).first().fill(text);
}

/** Waits for what a job does. */
const says = (page: PlainPage, text: string) =>
  vi.waitFor(async () => {
    await page.reload();
    expect(page.words()).toContain(text);
  }, PATIENCE);

async function createOwner(owner: PlainPage, link: string): Promise<void> {
  await owner.goto(link);
  await fill(owner, { 'Full Name': OWNER.name, Email: OWNER.email, Password: PASSWORD });
  await press(owner, 'Create the owner’s account');
  await fill(owner, { Email: OWNER.email, Password: PASSWORD });
  await press(owner, 'Sign In');
}

/** The required steps of the page that opens a shop; its hours are all day, because tests run at any hour. */
async function takeSteps(owner: PlainPage): Promise<void> {
  await owner.goto('/admin/settings/opening');
  await fill(owner, {
    ...{ 'Store name': 'Alder Hill Farm', Phone: '(607) 431-2200', Email: 'hello@alder.example' },
    ...{ 'Street and number': '1 Hill Road', City: 'Delhi', State: 'New York', 'ZIP code': '13753' },
    ...{ 'Legal name': 'Alder Hill LLC', 'License number': 'OCM-MICR-24-000123' },
  });
  await press(owner, 'Save');
  await press(owner, 'Use the New York taxes');
  await owner.getByRole('main').getByLabel('Every day, 10 AM to 7 PM').check();
  await press(owner, 'Save hours');
  await owner.goto('/admin/settings/hours');
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
    await fill(owner, { [`Opens ${day}`]: '00:00', [`Closes ${day}`]: '23:59' });
  await owner.getByLabel('Before 8:00 AM').selectOption('yes');
  await press(owner, 'Save');
  expect(owner.words()).toContain('Saved.');
}

/** With titles above the heads, prices with a dollar sign, percentages, and categories that the shop lacks. */
async function importList(owner: PlainPage): Promise<void> {
  await owner.goto('/admin/inventory/import');
  const buffer = await readFile(LIST);
  await owner.getByLabel('CSV file').setInputFiles({ name: 'stock.csv', mimeType: 'text/csv', buffer });
  await press(owner, 'Upload file');
  await says(owner, 'Add the categories first');
  expect(owner.words()).toContain('Notes is left out. Notes stay private.');
  await press(owner, 'Add all 7 categories');
  await says(owner, '29 rows to import');
  // What is no cannabis is asked once.
  await owner.getByLabel('Type, in categories without products').selectOption({ label: 'Merchandise' });
  await press(owner, 'Compare again');
  await says(owner, '40 rows to import');
  expect(owner.words()).not.toContain('will be skipped');
  await press(owner, 'Put new products on sale');
  await says(owner, '29 rows can be completed from category and size');
  await press(owner, 'Fill in 29 rows');
  await says(owner, '11 will be for sale.');
  expect(owner.words()).toContain('29 will be on the menu; their lots wait for a test.');
  await press(owner, 'Import 40 rows');
  await says(owner, '40 new products, 0 changed products.');
}

/** All lots of cannabis at once, with what their certificates say. */
async function putOnSale(owner: PlainPage): Promise<void> {
  await owner.goto('/admin/inventory/waiting-lots');
  await owner.getByLabel('All that match (29 lots)').check();
  await press(owner, /^Put on sale/);
  await owner.getByLabel('Test result').selectOption('TestPassed');
  const forAll = {
    labName: 'Hudson Labs',
    coaNumber: 'HL-9',
    totalThcBasisPoints: '19',
    totalCbdBasisPoints: '0.1',
  };
  for (const [name, text] of Object.entries(forAll)) await owner.locator(`[name="${name}"]`).fill(text);
  await fill(owner, { Reason: 'Certificates checked' });
  await press(owner, 'Put 29 lots on sale');
  expect(owner.words()).toContain('29 lots on sale.');
}

async function inviteStaff(owner: PlainPage, kim: PlainPage, peer: SmtpPeer): Promise<void> {
  await owner.goto('/admin/users/invite');
  await fill(owner, { Email: STAFF.email });
  await press(owner, 'Send invitation');
  const link = () =>
    peer.letters
      .filter(({ recipient }) => recipient === STAFF.email)
      .flatMap(({ text }) => text.match(/\/join\?[^\s"<]+/g) ?? [])
      .at(0);
  await vi.waitFor(() => expect(link()).toBeDefined(), PATIENCE);
  await kim.goto((link() ?? '').replaceAll('&amp;', '&'));
  await fill(kim, { 'Full Name': STAFF.name, Password: PASSWORD, 'Enter it again': PASSWORD });
  await press(kim, 'Accept the invitation');
  expect(kim.url()).toContain('/admin/dashboard');
}
