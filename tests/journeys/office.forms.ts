/** The office without scripts: inventory, imports, products, months, texts and searches. */
import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { Temporal } from 'temporal-polyfill';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { products } from '#db/schema/catalogue.ts';
import { customerPhotos, customerProfiles } from '#db/schema/customers.ts';
import { sessions } from '#db/schema/identity.ts';
import { orders } from '#db/schema/orders.ts';
import { enter } from './form-steps.ts';
import { expect, test } from './forms.ts';
import { linkIn } from './mailbox.ts';
import type { PlainPage } from './plain-page.ts';
import type { Item, Shop } from './shop.ts';

const heading = (page: PlainPage, name: string | RegExp) => page.getByRole('heading', { name });
const field = (page: PlainPage, name: string | RegExp) => page.getByRole('textbox', { name });
const save = (page: PlainPage) => page.getByRole('button', { name: 'Save Changes' });
const rows = (page: PlainPage) => page.getByRole('main').locator('tbody tr');
const now = Temporal.Now.plainDateISO('America/New_York');
const label = now.subtract({ months: 1 }).toLocaleString('en-US', { month: 'long', year: 'numeric' });
const word = () => `Dunlin${crypto.randomUUID().slice(0, 8)}`;

const aMark = () => `Q${randomBytes(5).toString('hex')}`;

/** Products whose names start with a word that no other test uses. */
async function someProducts(shop: Shop, count: number, wanted: Parameters<Shop['product']>[0] = {}) {
  const word = `Osprey${crypto.randomUUID().slice(0, 8)}`;
  const items: Item[] = [];
  for (let index = 1; index <= count; index++)
    items.push(await shop.product({ ...wanted, name: `${word} ${index}` }));
  return { word, items };
}

async function send(page: PlainPage, content: string | Buffer) {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content;
  await page.getByLabel('CSV file').setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Upload file' }).click();
}

const stored = async (shop: Shop, name: string) => {
  const [row] = await shop.db.select().from(products).where(eq(products.name, name));
  return row;
};

async function profileOf(shop: Shop, { userId }: SignedIn) {
  const [row] = await shop.db.select().from(customerProfiles).where(eq(customerProfiles.userId, userId));
  return row;
}

/** Adds a license number and its photo, as customers do. */
async function addLicense(shop: Shop, page: PlainPage, person: SignedIn): Promise<void> {
  await shop.signIn(page, person);
  await page.goto('/profile');
  await page.getByLabel(/^Driver's License ID/).fill('NY 1234 4821');
  await page.getByLabel('State of License').selectOption('New York');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const buffer = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#c8a24a' } })
    .jpeg()
    .toBuffer();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'license.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('button', { name: 'Upload license photo' }).click();
  await expect(page.getByText('License photo saved.')).toBeVisible();
}

test('without scripts an admin uploads, previews and imports an inventory file', async ({
  openVisitor,
  shop,
}) => {
  const name = word();
  const page = openVisitor();
  await enter(shop, page);
  await page.goto('/admin/inventory/import');
  await send(page, 'Product');
  await expect(page.getByText('No data to import')).toBeVisible();
  await send(page, `Product,Retail\n${name},12`);
  await expect(async () => {
    await page.reload();
    await expect(heading(page, '1 row to import')).toBeVisible();
  }).toPass();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(async () => {
    await page.reload();
    await expect(heading(page, 'Products successfully imported!')).toBeVisible();
  }).toPass();
  expect(await stored(shop, name)).toMatchObject({ retailPrice: 1200 });
});

test('importing an exported inventory file changes nothing', async ({ visitor: page, shop }) => {
  const name = word();
  for (let at = 0; at < 3; at++) await shop.product({ name: `${name} ${at}`, onHand: at * 3 });
  await enter(shop, page);
  await page.goto(`/admin/inventory?find=${name}`);
  const file = await page.getByRole('link', { name: 'Export CSV' }).download();
  await page.goto('/admin/inventory/import');
  await send(page, file.content);
  await expect(async () => {
    await page.reload();
    await expect(heading(page, 'No changes')).toBeVisible();
  }).toPass();
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0);
});

test('without scripts an admin closes a month, and a future date is refused with a message', async ({
  openVisitor,
  shop,
}) => {
  const page = openVisitor();
  await shop.signIn(page, await shop.person({ role: 'admin', name: 'Ben Owner' }));
  await page.goto('/admin/month-end?range=custom&from=2200-01-01&to=2200-01-31');
  await expect(page.getByText('The first day must not be in the future.')).toBeVisible();
  await page.goto('/admin/month-end');
  await page.getByRole('link', { name: `Close ${label}` }).click();
  await page.getByRole('button', { name: `Close ${label}` }).click();
  await expect(page.getByText(/Closed .* by Ben Owner\. These figures no longer change\./)).toBeVisible();
});

test('without scripts a button opens the preview of a page text', async ({ openVisitor, shop }) => {
  const page = openVisitor();
  await enter(shop, page);
  await page.goto('/admin/settings/page-texts/terms');
  await page.getByRole('textbox', { name: 'Text' }).fill('## Rules\n\nBe *kind*.');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('region', { name: 'Preview', exact: true }).locator('em')).toHaveText('kind');
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('## Rules\n\nBe *kind*.');
});

test('an admin tries the flagged words on a text', async ({ openVisitor, shop }) => {
  const page = openVisitor();
  await enter(shop, page);
  await page.goto('/admin/settings/flagged-words');
  await page.getByLabel('Text', { exact: true }).fill('The dankest pot of the valley');
  await page.getByRole('button', { name: 'Try' }).click();
  await expect(page.getByText('Flagged words found')).toBeVisible();
});

test('without scripts a product edit is refused, corrected and saved, and shoppers open the new certificate', async ({
  visitor: page,
  shop,
}) => {
  const item = await shop.product();
  await enter(shop, page);
  await page.goto(`/admin/products/${item.id}`);
  await field(page, 'Name').fill('');
  await field(page, /^Description/).fill('Kept as typed.');
  await save(page).click();
  await expect(page.getByText('One thing to correct')).toBeVisible();
  await expect(field(page, /^Description/)).toHaveValue('Kept as typed.');
  await field(page, 'Name').fill(item.name);
  await save(page).click();
  await expect(page.getByText('Product saved')).toBeVisible();
  await expect(field(page, /^Description/)).toHaveValue('Kept as typed.');

  await page.goto(`/admin/products/${item.id}/lots`);
  await page.getByText('Certificate for batch B-1').click();
  const upload = async (text: string) => {
    await page
      .getByLabel('Certificate of analysis for batch B-1')
      .setInputFiles({ name: 'coa.pdf', mimeType: 'application/pdf', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: 'Upload' }).click();
  };
  await upload('<html>no certificate</html>');
  await expect(
    page.getByText('A certificate is a PDF file. This one is another kind of file, or was cut off.'),
  ).toBeVisible();
  await page.getByText('Certificate for batch B-1').click();
  await upload(`%PDF-1.4\n${'% a certificate\n'.repeat(20)}startxref\n9\n%%EOF\n`);
  await expect(page.getByText('Certificate saved.')).toBeVisible();
  await expect
    .poll(async () => {
      const read = async (path: string) =>
        (await fetch(shop.origin + path, { headers: { cookie: 'age_verified=yes' } })).text();
      const [certificate = ''] = /\/certificates\/\d+(?=")/.exec(await read(item.path)) ?? [];
      const [file] =
        (certificate && /(?<=href=")\/media\/certificates\/[^"]+\.pdf/.exec(await read(certificate))) || [];
      return file ? (await fetch(shop.origin + file)).headers.get('content-type') : null;
    })
    .toBe('application/pdf');
});

test('a price below the legal floor saves only after its warning is read', async ({
  visitor: page,
  shop,
}) => {
  const item = await shop.product({ wholesalePrice: 3000 });
  await enter(shop, page);
  await page.goto(`/admin/products/${item.id}`);
  await field(page, 'Retail').fill('44.99');
  await save(page).press('Enter');
  await expect(
    page.getByText('$44.99 is below the legal floor of $45.00: 1.5 times the wholesale price of $30.00.'),
  ).toBeVisible();
  await expect(field(page, 'Retail')).toHaveValue('44.99');
  await page.getByRole('checkbox', { name: /^Save anyway/ }).click();
  await save(page).press('Enter');
  await expect(page.getByText('Product saved')).toBeVisible();
  await expect(page.getByText(/Saved in spite of: \$44\.99 is below/)).toBeVisible();
});

test('without scripts the office’s top bar has a search field that leads to the results', async ({
  visitor: page,
  shop,
}) => {
  const mark = aMark();
  const customer = await shop.person({ name: `Bo ${mark}` });
  const item = await shop.product();
  const number = await shop.order(customer, item);
  const [order] = await shop.db.select().from(orders).where(eq(orders.orderId, number));
  await shop.signIn(page, await shop.person({ role: 'admin' }));
  await page.goto('/admin/dashboard');
  const top = page.getByRole('banner').getByRole('searchbox');
  await top.fill(order?.passCode ?? '');
  await top.press('Enter');
  await expect(page.getByRole('link', { name: new RegExp(`^${number}`) })).toBeVisible();
  await top.fill(mark);
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: new RegExp(`^Bo ${mark}`) }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Bo ${mark}` })).toBeVisible();
});

test('an inventory row takes a JPEG or PNG of at most 500 KB and 400 × 600 px, and says what else is wrong', async ({
  visitor: page,
  shop,
}) => {
  const { word, items } = await someProducts(shop, 1);
  const [item] = items;
  if (!item) throw new Error('no product');
  await enter(shop, page);
  const list = `/admin/inventory?find=${word}`;
  const row = rows(page).first();
  const input = row.locator('input[type=file]');
  const drawn = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#24503b' } });
  const noise = {
    width: 400,
    height: 600,
    channels: 3 as const,
    background: '#000',
    noise: { type: 'gaussian' as const, mean: 128, sigma: 80 },
  };
  const tries: [string, Buffer, string][] = [
    ['a.webp', await drawn(40, 50).webp().toBuffer(), 'Only JPEG and PNG images are allowed.'],
    ['a.png', await drawn(401, 500).png().toBuffer(), 'Image dimensions should not exceed 400x600 px.'],
    ['b.png', await drawn(300, 601).png().toBuffer(), 'Image dimensions should not exceed 400x600 px.'],
    ['c.png', await sharp({ create: noise }).png().toBuffer(), 'File size should not exceed 500KB.'],
  ];
  for (const [name, buffer, message] of tries) {
    await page.goto(list);
    await input.setInputFiles({ name, mimeType: 'image/png', buffer });
    await row.locator('button[type=submit]').last().click();
    await expect(page.getByText(message)).toBeVisible();
  }
  await page.goto(list);
  await input.setInputFiles({
    name: 'd.png',
    mimeType: 'image/png',
    buffer: await drawn(400, 600).png().toBuffer(),
  });
  await row.locator('button[type=submit]').last().click();
  await expect(page.getByText('Image uploaded successfully')).toBeVisible();
  await page.goto(list);
  await expect(row.locator('img')).toHaveAttribute('src', new RegExp(`^/media/products/${item.id}/`));
  await expect
    .poll(async () => {
      const html = await fetch(`${shop.origin}${item.path}`, { headers: { cookie: 'age_verified=yes' } });
      return (await html.text()).includes(`/media/products/${item.id}/`);
    })
    .toBe(true);
});

test('the export has the file name, the columns and exactly the inventory that the filters match', async ({
  visitor: page,
  shop,
}) => {
  const { word } = await someProducts(shop, 2, { biotrackId: '=1+1' });
  await enter(shop, page);
  await page.goto(`/admin/inventory?find=${word}`);
  const file = await page.getByRole('link', { name: 'Export CSV' }).download();
  expect(file.name).toMatch(/^inventory-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...lines] = file.content.toString().trim().split('\r\n');
  expect(head).toBe(
    'Product,Strain,Batch,Size,Stock,Retail,Wholesale,For Sale,BioTrack,LabTest,ID,Strain in full,Lineage,Terpenes,Category,Counts as,Amount that counts,Low-stock level,Type,UPC,Strain type,THC %,CBD %,THC per package,CBD per package,Net weight,Servings,Requires ID (21+),Tax class,Discount,Discount from,Discount until,Discount terms,Description,Cannabis content',
  );
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain("'=1+1");
  const book = await page.getByRole('link', { name: 'Export Excel' }).download();
  expect(book.name).toMatch(/^inventory-\d{4}-\d\d-\d\d\.xlsx$/);
  expect(book.content.subarray(0, 2).toString()).toBe('PK');
});

test('staff see stock and lots but not prices paid, editing, deleting, import or export', async ({
  openVisitor,
  shop,
}) => {
  const { word, items } = await someProducts(shop, 1, { wholesalePrice: 1777, onHand: 8 });
  const [item] = items;
  if (!item) throw new Error('no product');
  const page = openVisitor();
  await enter(shop, page, 'staff');
  await page.goto(`/admin/inventory?find=${word}`);
  await expect(rows(page)).toHaveCount(1);
  const main = page.getByRole('main');
  await expect(main).not.toContainText('17.77');
  for (const name of ['Export CSV', 'New product', `Edit ${item.name}`])
    await expect(main.getByRole('link', { name })).toHaveCount(0);
  await expect(main.getByText('Import CSV')).toHaveCount(0);
  await expect(main.getByRole('checkbox')).toHaveCount(0);

  await page.getByRole('link', { name: `Lots of ${item.name}` }).click();
  await expect(heading(page, `Lots of ${item.name}`)).toBeVisible();
  await expect(main.getByRole('button', { name: /Recall|Receive|Put on sale/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Change units of batch B-1' }).click();
  await page.getByRole('radio', { name: /^Waste/ }).check();
  await page.getByRole('textbox', { name: 'Units', exact: true }).fill('3');
  await page.getByRole('textbox', { name: 'Note' }).fill('Jar fell');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved: 8 → 5.')).toBeVisible();
  await expect.poll(() => shop.available(item)).toBe(5);

  await page.goto(`/admin/products/${item.id}`);
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});

test('staff without a recent sign-in see no license photo and decide nothing', async ({
  openVisitor,
  shop,
}) => {
  const customer = await shop.person();
  await addLicense(shop, openVisitor(), customer);
  const [photo] = await shop.db
    .select({ id: customerPhotos.id })
    .from(customerPhotos)
    .where(and(eq(customerPhotos.userId, customer.userId), eq(customerPhotos.state, 'kept')));
  const page = openVisitor();
  const sam = await enter(shop, page, 'staff');
  expect((await page.ask(`/photos/${photo?.id}`)).response.status).toBe(200);
  const hourAgo = new Date(Date.now() - 3_600_000);
  await shop.db.update(sessions).set({ confirmedAt: hourAgo }).where(eq(sessions.userId, sam.userId));
  expect((await page.ask(`/photos/${photo?.id}`)).response.status).toBe(404);
  await page.goto('/admin/age-verification');
  await expect(heading(page, 'Confirm it’s you')).toBeVisible();

  // Nor can they decide anything on the customer's page.
  const path = `/admin/customers/${customer.userId}`;
  await page.goto(path);
  await expect(page.getByRole('link', { name: 'Change license and age' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Verify license' })).toHaveCount(0);
  const asked = await page.post(path, { intent: 'verify-license' });
  expect(asked.url.pathname).toBe('/admin/confirm');
  expect(await profileOf(shop, customer)).toMatchObject({ licenseVerified: false });
});

test('without scripts an admin signs a person out everywhere, and a second press finds no session', async ({
  openVisitor,
  shop,
}) => {
  const customer = await shop.person({ name: 'Wren Castor' });
  const phone = openVisitor();
  await shop.signIn(phone, customer);
  await phone.goto('/profile');
  await expect(heading(phone, 'Profile')).toBeVisible();
  const path = `/admin/customers/${customer.userId}`;
  const staff = openVisitor();
  await enter(shop, staff, 'staff');
  await staff.goto(path);
  await expect(heading(staff, 'Sessions')).toHaveCount(0);
  await staff.post(path, { intent: 'sign-out' });
  await phone.goto('/profile');
  await expect(heading(phone, 'Profile')).toBeVisible();

  const page = openVisitor();
  await enter(shop, page);
  await page.goto(path);
  const signOut = async () => {
    await page.locator('summary').filter({ hasText: 'Sign out everywhere' }).click();
    await expect(page.getByText('Sign Wren Castor out everywhere?')).toBeVisible();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  };
  await signOut();
  await expect(page.getByText(/^Signed out everywhere\. Sessions ended: \d\.$/)).toBeVisible();
  await phone.goto('/profile');
  await expect(heading(phone, 'Customer Login')).toBeVisible();
  await signOut();
  await expect(page.getByText('No session is open.')).toBeVisible();
});

test('only its author undoes an age decision, with one press', async ({ openVisitor, shop }) => {
  const customer = await shop.person();
  await addLicense(shop, openVisitor(), customer);
  const path = `/admin/age-verification?case=${customer.userId}`;
  const page = openVisitor();
  await enter(shop, page, 'staff');
  await page.goto(path);
  await page.getByRole('button', { name: 'Approve (Over 21)' }).first().click();
  expect(await profileOf(shop, customer)).toMatchObject({ isVerifiedOver21: true });
  const undo = (of: PlainPage) => of.getByRole('button', { name: /^Undo/ });
  const other = openVisitor();
  await enter(shop, other, 'staff');
  await other.goto(path);
  await expect(undo(other)).toHaveCount(0);
  await undo(page).click();
  await expect(page.getByText('is pending again.')).toBeVisible();
  expect(await profileOf(shop, customer)).toMatchObject({ isVerifiedOver21: null });
  await expect(undo(page)).toHaveCount(0);
});

test('an empty range of the analytics says so', async ({ openVisitor, shop }) => {
  const page = openVisitor();
  await shop.signIn(page, await shop.person({ role: 'admin' }));
  await page.goto('/admin/analytics?range=custom&from=2017-03-01&to=2017-03-31');
  await expect(page.getByRole('main').getByRole('link', { name: /^Total Revenue/ })).toContainText('$0.00');
  const empty = page.getByRole('paragraph').filter({ hasText: 'Nothing in this range.' });
  await expect(empty.first()).toBeVisible();
  await expect(page.getByText('No orders in this range.')).toBeVisible();
});

test('an invited colleague chooses a password and is signed in, and the link works once', async ({
  openVisitor,
  shop,
}) => {
  const page = openVisitor();
  await enter(shop, page, 'admin');
  const email = `${aMark().toLowerCase()}@example.com`;
  await page.goto('/admin/users');
  await page.getByRole('link', { name: 'Invite staff' }).click();
  await expect(heading(page, 'Invite staff')).toBeVisible();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`The invitation goes to ${email} by email now.`)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: email })).toBeVisible();

  const link = linkIn(await shop.mailbox.receive(email, /You are invited/), '/join');
  const joining = openVisitor();
  await joining.goto(link);
  await joining.getByLabel('Full Name').fill('Sam New');
  await joining.getByLabel('Password').fill('quilt lantern pollen brook');
  await joining.getByLabel('Enter it again').fill('quilt lantern pollen brook');
  await joining.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(heading(joining, 'Dashboard')).toBeVisible();
  await expect(joining.getByRole('link', { name: 'Users' })).toHaveCount(0);
  await joining.goto(link);
  await expect(joining.getByText(/This invitation is no longer valid/)).toBeVisible();
});
