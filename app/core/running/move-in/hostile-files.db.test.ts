/** A folder of CSV files by someone who means harm: nothing of it gets through, and the rest comes over. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { folderStore, openFiles } from '#platform/files/files.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { openFolder } from './former/folder-tables.server.ts';
import { formerSource } from './former/former-source.server.ts';
import { isSafePath } from './former/tables.ts';
import { moveIn } from './move-in.server.ts';
import type { Note } from './records.ts';
import type { Report } from './report.ts';
import { folderFiles } from './source-files.server.ts';

/** A server in the shop’s own network, which a file must not make it ask. */
const inside = createServer();
const asked: string[] = [];

let fresh: FreshDatabase;
let folder: string;
let report: Report;
const notes: Note[] = [];

const OWNER = '7b0c3b0e-6f6f-4f0e-9a57-0d5b8f3f4a01';
const USER = (number: number) => `7b0c3b0e-6f6f-4f0e-9a57-0d5b8f3f4a${10 + number}`;
const CHEAP = '$2a$06$abcdefghijklmnopqrstuulhbjcLEBK7k/Pwp8HbDwt4w1FzfHr8u';
const FOREVER = `$2b$31$${'a'.repeat(53)}`;
const confirmed = '2026-01-01 00:00:00+00';

const files: Readonly<Record<string, string>> = {
  'auth.users.csv': [
    'id,email,encrypted_password,email_confirmed_at,created_at',
    // The id and the address of the owner who is here.
    `${OWNER},OWNER@Shop.example,${CHEAP},${confirmed},${confirmed}`,
    `${USER(1)},one@former.example,${FOREVER},${confirmed},${confirmed}`,
    `${USER(2)},"a@former.example, b@former.example",${CHEAP},${confirmed},${confirmed}`,
    `${USER(3)},"x@former.example\nBcc: all@former.example",${CHEAP},${confirmed},${confirmed}`,
    `${USER(4)},four@former.example,${CHEAP},${confirmed},${confirmed}`,
    `${USER(5)},staff@walk-in.invalid,${CHEAP},${confirmed},${confirmed}`,
    `${USER(6)},six@former.example,${CHEAP},${confirmed},${confirmed}`,
    `__proto__,proto@former.example,${CHEAP},${confirmed},${confirmed}`,
  ].join('\n'),
  'profiles.csv': [
    'id,full_name,phone,license_id,birth_date,role,is_verified_over_21,license_photo_url,photo_url',
    `${USER(1)},<script>alert(1)</script> Visit www.evil.example,=1+1,'=cmd|x,2024-05-17,admin,true,,../../../../etc/passwd`,
    `${USER(6)},Six,,,,,,http://127.0.0.1:PORT/license.jpg,http://169.254.169.254/latest/meta-data`,
    `${USER(4)},"Zoe \u202egpj.exe",(607) 555-0101,NY1234567,1990-05-17,admin,,https://elsewhere.example/a.jpg,link.png`,
    `__proto__,Proto,,,,,,,page.png`,
  ].join('\n'),
  'user_roles.csv': [
    'user_id,role',
    ...Array.from({ length: 5000 }, () => `${USER(1)},admin`),
    `${OWNER},admin`,
  ].join('\n'),
  'categories.csv': 'id,name\n1,<b>Flower</b>\n2,Flower',
  'products.csv': [
    'id,name,retail_price,product_type,category_id,for_sale,inventory_count,image_url,image_urls,batch_number,description',
    '7,"<img src=x onerror=alert(1)>",20,cannabis,1,true,99999999999,../../secret.png,"[""javascript:alert(1)""]",B,x',
    `8,"=HYPERLINK(""https://evil.example"")",-5,"x'; drop table users",99,true,12,page.png,,B-2,y`,
    '9,By address,10,merchandise,2,true,3,http://127.0.0.1:PORT/a.png,"[""//127.0.0.1:PORT/b.png"",""http://127.0.0.1:PORT/storage/v1/object/public/product-images/c.png""]",,,',
    '2147483647,The largest number,10,merchandise,2,true,3,,,,',
    '2147483648,Too large a number,10,merchandise,2,true,3,,,,',
  ].join('\n'),
  'orders.csv': [
    'id,order_id,user_id,total,status,payment_status,created_at',
    `a,ORD999999999,${USER(4)},-100,completed,paid,${confirmed}`,
    `b,ORD99999999999999,${USER(4)},1e9,completed,paid,${confirmed}`,
    `c,"ORD1; drop table orders",nobody,999999999.99,completed,paid,${confirmed}`,
  ].join('\n'),
  'order_items.csv': 'order_id,product_id,quantity,unit_price\na,8,-5,10\nb,8,100000000,10\nc,gone,1,5',
  'notifications.csv': `id,user_id,type,title,message\n1,${USER(4)},order,<b>Win</b>,https://evil.example`,
};

beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.db.execute(sql`update store_settings set value = '{"isOpen":false}' where name = 'opening'`);
  invalidateSettings();
  await fresh.db.execute(sql`
    insert into users (id, name, email, email_verified) values (${OWNER}::uuid, 'The Owner', 'owner@shop.example', true)`);
  await fresh.db.execute(sql`insert into user_roles (user_id, role) values (${OWNER}::uuid, 'admin')`);
  folder = await mkdtemp(join(tmpdir(), 'farmgate-hostile-'));
  openFiles(folderStore(join(folder, 'store')));
  await mkdir(join(folder, 'tables'));
  inside.on('request', (request, response) => {
    asked.push(String(request.url));
    response.end();
  });
  await new Promise<void>((ready) => inside.listen(0, '127.0.0.1', ready));
  const { port } = inside.address() as AddressInfo;
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, 'tables', name), text.replaceAll('PORT', String(port)));
  await mkdir(join(folder, 'files/profile-photos'), { recursive: true });
  await mkdir(join(folder, 'files/product-images'), { recursive: true });
  await writeFile(join(folder, 'files/profile-photos/page.png'), '<svg><script>alert(1)</script></svg>');
  await writeFile(join(folder, 'files/product-images/page.png'), Buffer.from('89504e470d0a1a0a00', 'hex'));
  // A real picture, but of this machine.
  const outside = join(folder, 'outside.png');
  await sharp({ create: { width: 400, height: 400, channels: 3, background: '#336699' } })
    .png()
    .toFile(outside);
  await symlink(outside, join(folder, 'files/profile-photos/link.png'));
  const reader = formerSource(
    await openFolder(join(folder, 'tables')),
    folderFiles(join(folder, 'files')),
    new Date(),
    { bucket: 'product-images', path: 'page.png' },
  );
  report = await moveIn({
    ...{ source: 'former', reader, isReal: true, now: new Date() },
    onNote: (note) => notes.push(note),
  });
});
afterAll(async () => {
  inside.close();
  await fresh.stop();
  await rm(folder, { recursive: true });
});

async function rowsOf(query: ReturnType<typeof sql>) {
  return (await fresh.db.execute<Record<string, unknown>>(query)).rows;
}

test('nobody becomes an admin, and the owner’s account stays as it is', async () => {
  expect(await rowsOf(sql`select user_id, role from user_roles`)).toEqual([
    { user_id: OWNER, role: 'admin' },
  ]);
  expect(await rowsOf(sql`select name, email from users where id = ${OWNER}::uuid`)).toEqual([
    { name: 'The Owner', email: 'owner@shop.example' },
  ]);
  // No password of the file opens it.
  expect(await rowsOf(sql`select 1 from accounts where user_id = ${OWNER}::uuid`)).toEqual([]);
});

test('an address is one address, a password has a cost that ends, and a name is no link', async () => {
  expect((await rowsOf(sql`select email from users order by email`)).map(({ email }) => email)).toEqual([
    'former-customer-former@deleted.invalid',
    'four@former.example',
    'one@former.example',
    'owner@shop.example',
    'proto@former.example',
    'six@former.example',
  ]);
  expect(
    await rowsOf(
      sql`select 1 from accounts join users on users.id = user_id where email = 'one@former.example'`,
    ),
  ).toEqual([]);
  const names = (await rowsOf(sql`select full_name from customer_profiles`)).map((row) =>
    String(row.full_name),
  );
  for (const name of names) expect(name).not.toMatch(/[<>/\\@:\u202e]|www|\w\.\w/);
  expect(
    await rowsOf(sql`select 1 from customer_profiles where phone is not null and phone !~ '^[0-9() -]+$'`),
  ).toEqual([]);
  // Two years old, and approved.
  expect(
    await rowsOf(sql`
      select is_verified_over21 as age from customer_profiles join users on users.id = user_id where email = 'one@former.example'`),
  ).toEqual([{ age: null }]);
});

test('no file outside of its folder is read, and what is no picture is left out', async () => {
  expect(report.kinds.photo.written).toBe(0);
  expect(report.kinds.picture.written).toBe(0);
  expect(await rowsOf(sql`select 1 from product_images union all select 1 from customer_photos`)).toEqual([]);
  for (const path of ['../a', 'a/../b', '/etc/passwd', 'a//b', 'a\\..\\b', 'a\0b', '', '.'])
    expect(isSafePath(path), path).toBe(false);
});

test('no picture is fetched by its address, from this network or any other', () => {
  expect(asked).toEqual([]);
  const reasons = (id: string) =>
    notes.filter(({ sourceId }) => sourceId.startsWith(id)).map(({ reason }) => reason);
  expect(reasons(USER(6))).toEqual(
    expect.arrayContaining([
      'Its address is not a file of the shop',
      'Its address is not a file of the shop',
    ]),
  );
  // One in the former shop’s bucket is looked for among the files that were given, and nowhere else.
  expect(notes).toContainEqual(expect.objectContaining({ kind: 'picture', reason: 'The file is missing' }));
});

test('a price list that is no PDF is not shown', async () => {
  expect(notes).toContainEqual(expect.objectContaining({ kind: 'price-list', isLeftOut: true }));
  expect(await rowsOf(sql`select 1 from store_settings where value ->> 'priceListKey' is not null`)).toEqual(
    [],
  );
});

test('a number near the largest does not use up those of the next products', async () => {
  const rows = await rowsOf(sql`select id from products order by id`);
  expect(rows.map((row) => row.id)).toEqual([7, 8, 9, 10, 11, 12]);
  expect((await rowsOf(sql`select nextval(pg_get_serial_sequence('products', 'id'))::int as id`))[0]).toEqual(
    { id: 13 },
  );
});

test('amounts, units and numbers are within bounds, and the shop is sound', async () => {
  expect(await checkInvariants(fresh.db)).toEqual([]);
  expect(await rowsOf(sql`select 1 from orders where total < 0 or total > 100000000`)).toEqual([]);
  expect((await rowsOf(sql`select max(number) as highest from orders`))[0]).toEqual({
    highest: 3,
  });
  expect(
    await rowsOf(sql`select 1 from products where retail_price < 0 or for_sale and retail_price = 0`),
  ).toEqual([]);
  expect(await rowsOf(sql`select 1 from mail_messages union all select 1 from events`)).toEqual([]);
  expect(notes.length).toBeGreaterThan(10);
  for (const { reason } of notes) expect(reason).not.toMatch(/evil|NY1234567|@former/);
});
