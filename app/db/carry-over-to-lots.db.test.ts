/** The migration that binds what is held to lots, on a store that was filled before it. */
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { checkInvariants } from '#tests/support/invariants.ts';
import { migrateDatabase } from './migrate.ts';

const root = join(import.meta.dirname, '../..');
const name = `test_${randomBytes(6).toString('hex')}`;
let folder: string;
let client: pg.Client;
let ledgerBefore: unknown[];

const PEOPLE = 3;
const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

beforeAll(async () => {
  await asAdmin(`create database ${name}`);
  const url = new URL(inject('clusterUrl'));
  url.pathname = `/${name}`;
  folder = await mkdtemp(join(tmpdir(), 'farmgate-old-schema-'));
  client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await migrate(drizzle({ client }), { migrationsFolder: await schemaBefore('0004_lots') });
  await fillOldStore();
  ledgerBefore = (await client.query('select id, product_id, reason from stock_ledger order by id')).rows;
  await migrateDatabase(url.href, root);
});
afterAll(async () => {
  await client?.end();
  await asAdmin(`drop database if exists ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

async function asAdmin(statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('clusterUrl') });
  await admin.connect();
  await admin.query(statement).finally(() => admin.end());
}

/** The migrations there were before one. */
async function schemaBefore(tag: string): Promise<string> {
  const migrations = join(folder, 'migrations');
  await cp(join(root, 'app/db/migrations'), migrations, { recursive: true });
  const path = join(migrations, 'meta/_journal.json');
  const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(path, 'utf8'));
  const at = journal.entries.findIndex((entry) => entry.tag === tag);
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  return migrations;
}

/** Held units, a hand-over, a cancellation, a batch that was retired, more promised than is there. */
async function fillOldStore(): Promise<void> {
  await client.query(`
    insert into categories (id, name, slug) values (1, 'Flower', 'flower');
    insert into products (id, name, product_type, category_id, tax_class, retail_price)
      select n, 'Product ' || n, 'apparel', 1, 'clothing', 1000 from generate_series(1, 4) as n;
    insert into users (id, name, email, email_verified)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'P', n || '@example.com', true from generate_series(1, ${PEOPLE}) as n;
    insert into lots (id, product_id, batch_number, status, expires_on, on_hand) values
      (1, 1, 'SOON', 'sellable', current_date + 2, 3),
      (2, 1, 'LATE', 'sellable', current_date + 90, 10),
      (3, 2, 'OLD', 'expired', current_date - 5, 4),
      (4, 2, 'NEW', 'sellable', null, 2);
    select setval(pg_get_serial_sequence('lots', 'id'), 4);
    insert into stock_ledger (product_id, lot_id, on_hand_change, reason, note) values
      (1, 1, 5, 'received', null), (1, 2, 10, 'received', null),
      (2, 3, 4, 'received', null), (2, 4, 2, 'received', null),
      (2, null, -4, 'quarantine', 'Batch OLD expired'),
      (3, null, 7, 'received', 'In no lot')`);
  const reservations: [number, number, number, string, string | null, string | null][] = [
    [11, 1, 2, 'reserved', '1 day', null],
    [12, 1, 4, 'reserved', '5 days', null],
    [13, 1, 2, 'pending', null, '20 hours'],
    [14, 1, 2, 'fulfilled', '-3 days', null],
    [15, 1, 1, 'cancelled', '-2 days', null],
    [16, 2, 3, 'reserved', '1 day', null],
    [17, 3, 2, 'pending', null, '3 hours'],
  ];
  for (const [number, product, quantity, status, pickup, hold] of reservations) {
    await client.query(
      `insert into pickup_reservations (id, user_id, product_id, quantity, status, pickup_time, hold_expires_at)
       values ($1, $2, $3, $4, $5, now() + $6::interval, now() + $7::interval)`,
      [id(number), id(1 + (number % PEOPLE)), product, quantity, status, pickup, hold],
    );
    await client.query(
      `insert into stock_ledger (product_id, held_change, reason, reservation_id) values ($1, $2, 'hold', $3)`,
      [product, quantity, id(number)],
    );
  }
  await client.query(
    `insert into stock_ledger (product_id, lot_id, on_hand_change, held_change, reason, reservation_id) values
      (1, 1, -2, -2, 'sale', $1), (1, null, 0, -1, 'release', $2)`,
    [id(14), id(15)],
  );
  await client.query(`
    update product_stock set on_hand = total.on_hand, held = total.held
    from (select product_id, sum(on_hand_change) as on_hand, sum(held_change) as held from stock_ledger group by 1) as total
    where total.product_id = product_stock.product_id`);
}

test('keeps every invariant, and rewrites nothing of the ledger', async () => {
  expect(await checkInvariants(drizzle({ client }) as never)).toEqual([]);
  const { rows } = await client.query(
    'select id, product_id, reason from stock_ledger order by id limit $1',
    [ledgerBefore.length],
  );
  expect(rows).toEqual(ledgerBefore);
});

test('binds what is held, first expiring first out, to lots that are good on the day of the pickup', async () => {
  const { rows } = await client.query<{ id: string; batch: string | null; quantity: number; sold: boolean }>(`
    select right(reservation_id::text, 2) as id, batch_number as batch, quantity, sold
    from reservation_lots left join lots on lots.id = lot_id order by 1, lot_id nulls last`);
  expect(rows.map(({ id: of, batch, quantity, sold }) => [of, batch, quantity, sold])).toEqual([
    ['11', 'SOON', 1, false],
    ['11', 'LATE', 1, false],
    // Picked up after the first batch's last day.
    ['12', 'LATE', 4, false],
    ['13', 'SOON', 2, false],
    // Handed over before: its batch is still named.
    ['14', 'SOON', 2, true],
    // Promised beyond what is on sale since the other batch was retired.
    ['16', 'NEW', 2, false],
    ['16', null, 1, false],
    ['17', 'CARRIED-OVER', 2, false],
  ]);
});

test('a batch that was retired before is set aside in the ledger of its own', async () => {
  const { rows } = await client.query(`
    select sum(on_hand_change)::int as for_sale, sum(set_aside_change)::int as set_aside from stock_ledger where lot_id = 3`);
  expect(rows).toEqual([{ for_sale: 0, set_aside: 4 }]);
});
