/** A move from the former shop, with everything that is wrong in its tables, into an empty shop. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { signInPerson } from '#core/accounts/identity/sessions/sign-in-person.server.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { folderStore, openFiles } from '#platform/files/files.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { dropDatabase } from '#tests/support/drop-database.ts';
import { FORMER_PASSWORD, makeFormerShop } from '#tests/support/former/former-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { formerSource } from './former/former-source.server.ts';
import { openPostgres } from './former/postgres-tables.server.ts';
import { moveIn } from './move-in.server.ts';
import { movedProductPath } from './moved-address-queries.server.ts';
import type { Note } from './records.ts';
import type { Report } from './report.ts';
import { noFiles } from './source-files.server.ts';
import { undoMove } from './undo-move.server.ts';

const SIZE = { customers: 240, orders: 600, products: 60, photos: 0 };
const now = new Date();

let fresh: FreshDatabase;
let folder: string;
let formerName: string;
let formerUrl: string;
let former: pg.Client;

beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.db.execute(sql`update store_settings set value = '{"isOpen":false}' where name = 'opening'`);
  invalidateSettings();
  folder = await mkdtemp(join(tmpdir(), 'farmgate-move-'));
  openFiles(folderStore(folder));
  formerName = `test_former_${process.pid}_${Date.now()}`;
  const admin = new pg.Client({ connectionString: inject('clusterUrl') });
  await admin.connect();
  await admin.query(`create database ${formerName}`);
  await admin.end();
  const url = new URL(inject('clusterUrl'));
  url.pathname = `/${formerName}`;
  formerUrl = url.href;
  await makeFormerShop(formerUrl, SIZE);
  former = new pg.Client({ connectionString: formerUrl });
  await former.connect();
});
afterAll(async () => {
  await former.end();
  await fresh.stop();
  await dropDatabase(inject('clusterUrl'), formerName);
  await rm(folder, { recursive: true });
});

async function run(isReal: boolean): Promise<{ report: Report; notes: Note[] }> {
  const reader = formerSource(await openPostgres(formerUrl), noFiles, now);
  const notes: Note[] = [];
  try {
    const report = await moveIn({
      source: 'former',
      reader,
      isReal,
      now,
      onNote: (note) => notes.push(note),
    });
    return { report, notes };
  } finally {
    await reader.close();
  }
}

async function one<T>(query: ReturnType<typeof sql>): Promise<T> {
  const { rows } = await fresh.db.execute<{ value: T }>(query);
  return rows[0]?.value as T;
}
const ofFormer = async (query: string) => (await former.query(query)).rows[0] as Record<string, string>;

describe('a move', () => {
  let dry: Report;
  let notes: Note[];

  test('that is tried dry writes nothing, and says what it would write', async () => {
    ({ report: dry } = await run(false));
    expect(dry.kinds.order.read).toBe(SIZE.orders);
    expect(await one(sql`select count(*)::int as value from users`)).toBe(0);
    expect(await one(sql`select count(*)::int as value from moved_rows`)).toBe(0);
  });

  test('writes what the dry run said', async () => {
    const real = await run(true);
    notes = real.notes;
    for (const [kind, { read, written }] of Object.entries(real.report.kinds))
      expect({ kind, read, written }).toEqual({
        kind,
        read: dry.kinds[kind as keyof Report['kinds']].read,
        written: dry.kinds[kind as keyof Report['kinds']].written,
      });
    expect(real.report.months).toEqual(dry.months);
  });

  test('keeps every invariant of the shop', async () => {
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('loses no person with an address, and merges those with one address', async () => {
    const { people } = await ofFormer(`
      select count(distinct lower(email)) as people from (
        select email from auth.users union all select email from customers where email is not null
      ) as every`);
    expect(await one(sql`select count(*)::int as value from users where email not like '%.invalid'`)).toBe(
      Number(people),
    );
    expect(await one(sql`select count(*)::int as value from users where email <> lower(email)`)).toBe(0);
  });

  test('has the former shop’s orders and money of each month, to the cent', async () => {
    const { rows } = await former.query<{ month: string; orders: string; total: string }>(`
      with placed as (
        select coalesce(created_at, pickup_time, '2000-01-01Z') as at, id, order_id,
          coalesce(total, total_amount) as told, coalesce(tax, cannabis_tax, 0) as tax
        from orders
      ), lines as (
        select placed.id, sum(coalesce(item.total, coalesce(item.unit_price, item.price_per_unit) * item.quantity)) as sum
        from placed join order_items as item on item.order_id = placed.id::text or item.order_id = placed.order_id group by 1
      )
      select to_char(at at time zone 'America/New_York', 'YYYY-MM') as month, count(*)::text as orders,
        sum(coalesce(told, lines.sum + tax, tax))::numeric(12,2)::text as total
      from placed left join lines using (id) group by 1 order by 1`);
    const ours = await fresh.db.execute<{ month: string; orders: string; total: string }>(sql`
      select to_char(created_at at time zone 'America/New_York', 'YYYY-MM') as month, count(*)::text as orders,
        (sum(total) / 100.0)::numeric(12,2)::text as total
      from orders group by 1 order by 1`);
    expect(ours.rows).toEqual(rows);
  });

  test('keeps numbers of orders, and the next one comes after the highest', async () => {
    expect(await one(sql`select count(*)::int as value from orders where number is null`)).toBe(0);
    const highest = await one<number>(sql`select max(number) as value from orders`);
    expect(await one(sql`select nextval('order_number_seq')::int as value`)).toBe(highest + 1);
    const { number } = await ofFormer(
      `select order_id as number from orders where order_id is not null order by created_at desc limit 1`,
    );
    expect(await one(sql`select count(*)::int as value from orders where order_id = ${number}`)).toBe(1);
  });

  test('makes open orders live, and moves no stock, no cash and no message for the others', async () => {
    expect(await one(sql`select count(*)::int as value from orders where not is_history`)).toBeGreaterThan(5);
    expect(
      await one(
        sql`select count(*)::int as value from orders where not is_history and status not in ('pending', 'confirmed')`,
      ),
    ).toBe(0);
    expect(
      await one(
        sql`select count(*)::int as value from stock_ledger where reason not in ('received', 'hold')`,
      ),
    ).toBe(0);
    for (const table of ['events', 'mail_messages', 'deliveries', 'refunds', 'hand_overs', 'id_checks'])
      expect(await one(sql`select count(*)::int as value from ${sql.identifier(table)}`), table).toBe(0);
    expect(await one(sql`select coalesce(sum(taken), 0)::int as value from sales_deltas`)).toBe(0);
    expect(await one(sql`select count(*)::int as value from sales_deltas where booked_at is not null`)).toBe(
      0,
    );
  });

  test('stores no license number as it is, and gives no role', async () => {
    expect(await one(sql`select count(*)::int as value from user_roles`)).toBe(0);
    expect(
      await one(sql`select count(*)::int as value from moved_rows where about ->> 'role' = 'admin'`),
    ).toBe(1);
    const numbers = await one<number>(
      sql`select count(*)::int as value from customer_profiles where license_id_encrypted is not null`,
    );
    expect(numbers).toBeGreaterThan(SIZE.customers / 2);
    const { rows } = await fresh.db.execute<{ found: boolean }>(sql`
      select exists (select from customer_profiles where customer_profiles::text like '%NY100000%') or
        exists (select from moved_rows where moved_rows::text like '%NY100000%') as found`);
    expect(rows[0]?.found).toBe(false);
    expect(notes.some(({ reason }) => reason.includes('NY1'))).toBe(false);
  });

  test('that is repeated writes nothing', async () => {
    const again = await run(true);
    expect(Object.values(again.report.kinds).reduce((sum, { written }) => sum + written, 0)).toBe(0);
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });
});

describe('an undo', () => {
  test('refuses what people did since, in words', async () => {
    await fresh.db.execute(sql`
      insert into sessions (user_id, token, expires_at) select id, 'a-token', now() + interval '1 day' from users limit 1`);
    expect(await undoMove()).toEqual({
      ok: false,
      problem: { kind: 'used', people: ['1 of the people who moved have signed in'] },
    });
    await fresh.db.execute(sql`delete from sessions`);
  });

  test('leaves every table as it was, and the next move is the first again', async () => {
    expect(await undoMove()).toMatchObject({ ok: true });
    for (const table of [
      ...[
        'users',
        'accounts',
        'customer_profiles',
        'user_preferences',
        'notifications',
        'user_activity',
        'products',
      ],
      ...['categories', 'product_stock', 'lots', 'stock_ledger', 'reservation_lots', 'orders', 'order_items'],
      ...['pickup_reservations', 'moved_rows', 'sales_deltas', 'sales_by_hour'],
    ])
      expect(await one(sql`select count(*)::int as value from ${sql.identifier(table)}`), table).toBe(0);
    expect(await one(sql`select coalesce(sum(taken), 0)::int as value from pickup_slots`)).toBe(0);
    expect(await checkInvariants(fresh.db)).toEqual([]);
    const { report } = await run(true);
    expect(report.kinds.order.written).toBe(SIZE.orders);
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });
});

describe('people who moved', () => {
  const request = () => new Request('https://shop.example/login', { method: 'POST' });
  const signIn = (email: string, password = FORMER_PASSWORD) =>
    signInPerson(request(), { email, password }, { admin: false });

  test('sign in with the password they had, which is stored as one of ours from then on', async () => {
    const [email] = ['person2@former.example'];
    expect((await signIn(email, `${FORMER_PASSWORD}x`)).ok).toBe(false);
    expect((await signIn(email)).ok).toBe(true);
    const stored = await one<string>(sql`
      select password as value from accounts join users on users.id = user_id where email = ${email}`);
    expect(stored).toMatch(/^\$scrypt\$/);
    expect((await signIn(email)).ok).toBe(true);
    // A repeated move does not bring the former hash back.
    await former.query(`
      update profiles set phone = '(607) 555-0111' from auth.users
      where auth.users.id = profiles.id and auth.users.email = '${email}'`);
    await run(true);
    expect(
      await one(
        sql`select password as value from accounts join users on users.id = user_id where email = ${email}`,
      ),
    ).toMatch(/^\$scrypt\$/);
    expect((await signIn(email)).ok).toBe(true);
  });

  test('get in only after their address is confirmed, and never by the password of an unconfirmed sign-up', async () => {
    expect((await signIn('person7@former.example')).ok).toBe(false);
    expect(
      await one(sql`select email_verified as value from users where email = 'person7@former.example'`),
    ).toBe(false);
    expect(
      await one(sql`
        select count(*)::int as value from accounts join users on users.id = user_id
        where not email_verified and password is not null`),
    ).toBe(0);
  });

  test('are banned if they were, and an admin of the former shop is a customer until an admin here says otherwise', async () => {
    expect(await signIn('person41@former.example')).toMatchObject({ ok: false, problem: { kind: 'banned' } });
    expect(
      await signInPerson(
        request(),
        { email: 'person1@former.example', password: FORMER_PASSWORD },
        { admin: true },
      ),
    ).toMatchObject({ ok: false, problem: { kind: 'not-allowed' } });
  });
});

describe('a move that is repeated', () => {
  test('brings what changed: an order that was placed, one that ended, a price, a number of units', async () => {
    const { rows } = await fresh.db.execute<{ id: string; number: string }>(sql`
      select source_id as id, orders.order_id as number from orders join moved_rows on our_id = orders.id::text and kind = 'order'
      where not orders.is_history and pickup_starts_at is not null order by orders.number limit 1`);
    const [open] = rows;
    await former.query(
      `update orders set status = 'completed', payment_status = 'paid' where id = '${open?.id}'`,
    );
    await former.query(`
      insert into orders (id, order_id, user_id, total, status, payment_status, pickup_time, created_at)
      values ('0b0e7d5c-2f5f-4f6e-9c0b-3f4f3a8b7c11', 'ORD900', ('0b0e7d5c-2f5f-4f6e-9c0b-3f4f3a8b7c12')::uuid, 25.99, 'pending', 'pay_on_pickup', now() + interval '1 day', now())`);
    await former.query(`
      insert into order_items (id, order_id, product_id, quantity, unit_price) values (gen_random_uuid(), '0b0e7d5c-2f5f-4f6e-9c0b-3f4f3a8b7c11', '2', 1, 22.99)`);
    await former.query(
      `update products set inventory_count = inventory_count + 7, retail_price = 31 where id = '4'`,
    );
    const before = await one<number>(sql`select on_hand as value from product_stock where product_id = 4`);
    const { report } = await run(true);
    expect(report.kinds.order.written).toBe(2);
    expect(report.kinds.product.written).toBe(1);
    expect(await one(sql`select on_hand as value from product_stock where product_id = 4`)).toBe(before + 7);
    expect(await one(sql`select retail_price as value from products where id = 4`)).toBe(3100);
    expect(
      await one(
        sql`select status || ' ' || is_history::text as value from orders where order_id = ${open?.number}`,
      ),
    ).toBe('completed true');
    expect(await one(sql`select total as value from orders where order_id = 'ORD900'`)).toBe(2599);
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });
});

test('the address of a product in the former shop leads to its page here', async () => {
  const { rows } = await former.query<{ id: string }>(
    `select id from products where id ~ '-' order by id limit 1`,
  );
  const path = await movedProductPath(rows[0]?.id ?? '');
  expect(path).toMatch(/^\/products\/\d+$/);
  expect(
    await one(sql`select name as value from products where id = ${Number(path?.split('/')[2])}`),
  ).toMatch(/^Product \d+$/);
  // One with a number keeps it.
  expect(await one(sql`select name as value from products where id = 4`)).toBe('Product 4');
  for (const id of ['4', "x' or true", '../admin', '%00', 'a'.repeat(99)])
    expect(await movedProductPath(id)).toBeNull();
});
