/** What the office returns when it refuses: the status of the problem, and what was typed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { productImages } from '#db/schema/catalogue.ts';
import { PlainPage } from '#tests/journeys/plain-page.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FarmShop, farmShop } from '#tests/support/farm-shop.ts';
import { aPerson } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';

let shop: FarmShop;
let app: Application;
let owner: PlainPage;

beforeAll(async () => {
  shop = await farmShop();
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: shop.url });
  owner = new PlainPage(app.origin, {}, new Map(shop.owner.split('; ').map((one) => cookieOf(one))));
});
afterAll(async () => {
  await app?.stop();
  await shop?.stop();
});

const cookieOf = (text: string): [name: string, value: string] => {
  const [name = '', value = ''] = text.split(/=(.*)/s);
  return [name, value];
};
const press = (path: string, fields: Record<string, string>) =>
  postForm(app, path, fields, { cookie: shop.owner });

test('a view whose name is taken comes back with its name and its box, and the list as it was', async () => {
  const save = async (query: string) => {
    await owner.goto(`/admin/inventory?${query}`);
    await owner.locator('summary').filter({ hasText: 'Save this view' }).click();
    await owner.getByLabel('Name', { exact: true }).first().fill('Low on Friday');
    await owner.getByLabel('Share with all staff').check();
    await owner.getByRole('button', { name: 'Save view' }).click();
  };
  await save('stock=low');
  await save('stock=none');
  expect(new URL(owner.url()).searchParams.get('stock')).toBe('none');
  await expect(owner.getByLabel('Name', { exact: true }).first().inputValue()).resolves.toBe('Low on Friday');
  await expect(
    owner.getByRole('checkbox', { name: 'Share with all staff', checked: true }).count(),
  ).resolves.toBe(1);
  await expect(owner.locator('details[open]').count()).resolves.toBe(1);
});

test('pictures that someone else has changed come back with the descriptions as typed', async () => {
  const [productId = 0] = shop.cannabis;
  const [image] = await shop.db
    .insert(productImages)
    .values({ productId, key: 'products/x', alt: 'Stored', position: 0 })
    .returning({ id: productImages.id });
  const form = new URLSearchParams({ intent: 'pictures', [`alt-${image?.id}`]: 'A jar on a fence post' });
  for (const id of [image?.id, 999_999]) form.append('picture', String(id));
  const answer = await fetch(`${app.origin}/admin/products/${productId}`, {
    method: 'POST',
    headers: { Origin: app.origin, 'Sec-Fetch-Site': 'same-origin', cookie: shop.owner },
    body: form,
  });
  const page = await answer.text();
  expect(answer.status).toBe(409);
  expect(page).toContain('value="A jar on a fence post"');
  expect(page).toContain('omeone else saved changes');
  // The fields of the product are as stored.
  expect(page).toContain('value="Hollow Haze"');
});

test('uploads, the customer page and month end answer with the status of the problem', async () => {
  const upload = (path: string, field: string, text: string) => {
    const body = new FormData();
    body.append(field, new Blob([text], { type: 'image/png' }), 'x.png');
    return fetch(app.origin + path, {
      method: 'POST',
      headers: {
        ...{ Origin: app.origin, 'Sec-Fetch-Site': 'same-origin', Accept: 'application/json' },
        cookie: shop.owner,
      },
      body,
    });
  };
  const statuses = async (sent: readonly Promise<Response>[]) =>
    (await Promise.all(sent)).map(({ status }) => status);
  expect(
    await statuses([
      upload(`/admin/product-pictures?product=${shop.cannabis[0]}`, 'picture', 'no picture'),
      upload('/admin/lot-certificates?product=1', 'certificate', 'no paper'),
      upload('/admin/price-list', 'file', 'no paper'),
      upload('/admin/product-imports', 'file', 'a\u0000b'),
    ]),
  ).toEqual([422, 422, 422, 422]);
  const customer = `/admin/customers/${(await aPerson(shop.db)).userId}`;
  const reason = 'Called twice';
  expect(
    await statuses([
      press(customer, { intent: 'unban', reason }),
      press(customer, { intent: 'unban', reason: '' }),
      press('/admin/customers/01a227f6-4f5c-7e5e-a3fc-e81e551da857', { intent: 'note', note: 'Hello' }),
      press('/admin/month-end/close?month=2020-01', { intent: 'reopen', month: '2020-01', reason }),
      press('/admin/month-end/close?month=2020-01', { intent: 'reopen', month: '2020-01', reason: '' }),
    ]),
  ).toEqual([409, 400, 404, 409, 400]);
});
