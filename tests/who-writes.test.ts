/**
 * Who writes what: a table belongs to one room of core, and a status has one writer. Every wing and floor is read, but for
 * `app/seed`: it fills a demo store and the bench's shops without commands.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readModules } from '#tests/support/imports.ts';

type File = { source: string; code: string };

const ORDER_WRITER = 'app/core/sales/orders/write-order-status.server.ts';
const RESERVATION_WRITER = 'app/core/sales/orders/reservations/write-reservation-status.server.ts';

const everyFile: File[] = readModules(['app', 'server'], /\.test\.tsx?$|\/testing\//).map(({ source }) => ({
  source,
  code: readFileSync(source, 'utf8'),
}));
const files = everyFile.filter(({ source }) => !source.startsWith('app/seed/'));

/** The room of core that a file belongs to. */
const roomOf = (path: string) => /^app\/core\/[^/]+\/([^/]+)\//.exec(path)?.[1] ?? null;

/** Every table with the room its schema is named after: what `app/db/schema/orders.ts` defines belongs to orders. */
const tables = readdirSync('app/db/schema').flatMap((file) =>
  [
    ...readFileSync(join('app/db/schema', file), 'utf8').matchAll(
      /export const (\w+) = pgTable\(\s*'(\w+)'/g,
    ),
  ].map(([, variable = '', name = '']) => ({ variable, name, room: file.replace('.ts', '') })),
);

/** What this file may not write, in words. */
function breachesOf({ source, code }: File): string[] {
  return [
    ...tablesWritten(code)
      .filter(({ room }) => room !== roomOf(source))
      .map(({ name }) => `writes ${name}`),
    ...writesByOtherNames(code).map((found) => `writes under another name: ${found}`),
    ...(source === ORDER_WRITER ? [] : statusChanges(code).map(() => 'changes the status of orders')),
    ...(source === RESERVATION_WRITER
      ? []
      : reservationStatusChanges(code).map(() => 'changes the status of reservations')),
    ...(/^app\/(core|db)\//.test(source) || !beginsTransaction(code) ? [] : ['begins a transaction']),
  ];
}

/** These write outside their room, and why. */
const known: Record<string, string> = {
  'app/db/shop-id.ts writes file_stores': 'pairs the database with its files, before any room runs',
  'app/platform/live/announce.ts begins a transaction': 'notifies, and writes no row',
};

describe('a file', () => {
  test('writes only the tables of its own room, and no status that has a writer', () => {
    expect(tables.length).toBeGreaterThan(25);
    expect(files.flatMap(({ code }) => tablesWritten(code)).length).toBeGreaterThan(50);
    const found = files.flatMap((file) => breachesOf(file).map((breach) => `${file.source} ${breach}`));
    expect([...new Set(found)].sort()).toEqual(Object.keys(known).sort());
  });

  const places =
    'shop/orders office/orders counter/board api/orders core/goods/favorites platform/mail ui db kernel'
      .split(' ')
      .map((folder) => `app/${folder}/planted.server.ts`);

  test.each([...places, 'server/planted.ts'])('planted at %s cannot do it unnoticed', (source) => {
    const code = `await inTransaction(async (tx) => {
      await tx.update(orders).set({ status: 'ready' }).where(one);
      await tx.delete(pickupReservations);
      await tx.update(pickupReservations).set({ status: 'cancelled' });
      await tx.insert(schema.orders);
    });`;
    const mayBegin = /^app\/(core|db)\//.test(source);
    expect(breachesOf({ source, code })).toEqual([
      ...['writes orders', 'writes pickup_reservations', 'writes pickup_reservations'],
      'writes under another name: tx.insert(schema.orders',
      ...['changes the status of orders', 'changes the status of reservations'],
      ...(mayBegin ? [] : ['begins a transaction']),
    ]);
  });
});

describe('a table', () => {
  test.each([
    'for (const table of all) await tx.delete(table)',
    "await database().update(renamed).set({ status: 'ready' })",
    'tx.insert(schema.orders)',
  ])('written under an alias by %s is noticed', (code) => expect(writesByOtherNames(code)).toHaveLength(1));

  test.each([
    ["await tx.insert(orders).values({ id: '1' })", 'orders'],
    ['await tx\n  .update(customerProfiles)\n  .set({})', 'customer_profiles'],
    ['await tx.delete(sessions).where(gone)', 'sessions'],
    ['tx.execute(sql`insert into product_stock (id) values (1)`)', 'product_stock'],
    [`sql\`update \${lots} set held = 0\``, 'lots'],
    ['sql`DELETE FROM "rate_limits"`', 'rate_limits'],
  ])('written by %s is noticed', (code, table) => {
    expect(tablesWritten(code).map(({ name }) => name)).toEqual([table]);
  });
});

describe('a companion row', () => {
  const writers = (pattern: RegExp) =>
    everyFile
      .filter(({ code }) => pattern.test(code))
      .map(({ source }) => source)
      .sort();

  test('of a product is inserted with it', () => {
    expect(writers(/\.insert\(products\)|insertRows\(tx, products,|\binsert into products\b/)).toEqual([
      'app/core/goods/catalogue/imports/write-imported.server.ts',
      'app/core/goods/catalogue/moved/move-products.server.ts',
      'app/core/goods/catalogue/products/save-product.server.ts',
      'app/core/goods/catalogue/products/undo-batch.server.ts',
      'app/seed/bulk/fill-products.ts',
      'app/seed/demo-store.ts',
    ]);
    expect(writers(/createStockRows\(|insert into product_stock\b/)).toEqual([
      'app/core/goods/catalogue/imports/write-imported.server.ts',
      'app/core/goods/catalogue/moved/move-products.server.ts',
      'app/core/goods/catalogue/products/save-product.server.ts',
      'app/core/goods/catalogue/products/undo-batch.server.ts',
      'app/core/goods/stock/create-stock-rows.server.ts',
      'app/seed/bulk/fill-products.ts',
      'app/seed/demo-store.ts',
    ]);
  });
});

describe('a reservation’s status', () => {
  test.each([
    "tx.update(pickupReservations).set({ status: 'cancelled' }).where(one)",
    'tx\n.update(pickupReservations)\n.set({ ...also, status, updatedAt })',
    "sql`update pickup_reservations set status = 'cancelled'`",
  ])('changed by %s is noticed', (code) => expect(reservationStatusChanges(code)).toHaveLength(1));
});

describe('the status of an order or a payment', () => {
  test('is changed by one writer, which asks the state machine', () => {
    const code = readFileSync(ORDER_WRITER, 'utf8');
    expect(statusChanges(code)).not.toEqual([]);
    expect(code).toContain('orderMachine.mayGo(');
    expect(code).toContain('paymentMachine.mayGo(');
    expect(reservationStatusChanges(readFileSync(RESERVATION_WRITER, 'utf8'))).not.toEqual([]);
  });

  test.each([
    "tx.update(orders).set({ status: 'ready' }).where(one)",
    'tx\n.update(orders)\n.set({ version: 2, paymentStatus: to })',
    "sql`update orders set status = 'ready'`",
  ])('changed by %s is noticed', (code) => {
    expect(statusChanges(code)).toHaveLength(1);
  });

  test('is not confused with other columns', () => {
    expect(statusChanges("tx.update(orders).set({ note: 'x' }).where(eq(orders.status, 'ready'))")).toEqual(
      [],
    );
  });
});

const beginsTransaction = (code: string) =>
  /\b(?:in(?:Long)?|(?:s|recentS)taff)Transaction(?:Or)?[<(]|database\(\)\.transaction\(/.test(code);

/** The tables that code inserts into, updates or deletes from, by Drizzle or by SQL. */
function tablesWritten(code: string): typeof tables {
  const plain = code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const named = [
    ...plain.matchAll(/\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g),
    ...plain.matchAll(/\b(?:insert into|update|delete from)\s+"?(?:\$\{)?(\w+)/gi),
  ];
  return named.flatMap(([, name]) =>
    tables.filter((table) => table.variable === name || table.name === name),
  );
}

/** Drizzle writes to a variable not named like a table, which would hide the table from this test. */
function writesByOtherNames(code: string): string[] {
  const plain = code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const writes = plain.matchAll(/\b(?:tx|db|database\(\))\s*\.(?:insert|update|delete)\(\s*([\w.]+)/g);
  return [...writes]
    .filter(([, name]) => !tables.some(({ variable }) => variable === name))
    .map(([found]) => found);
}

/** Statements that set the status of reservations. */
const reservationStatusChanges = (code: string) =>
  statusChanges(code, { variable: 'pickupReservations', name: 'pickup_reservations' });

/** Statements that set the status of a table's rows, or the payment status of orders. */
function statusChanges(code: string, { variable, name } = { variable: 'orders', name: 'orders' }): string[] {
  const plain = code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const byDrizzle = new RegExp(
    `\\.update\\(${variable}\\)\\s*\\.set\\(([\\s\\S]*?)\\)\\s*(?:\\.where|;|$)`,
    'g',
  );
  const bySql = new RegExp(`update\\s+(?:\\$\\{)?(?:${variable}|${name})\\}?\\s+set([^\`]*)`, 'gi');
  const drizzle = [...plain.matchAll(byDrizzle)].map(([, set = '']) => set);
  const raw = [...plain.matchAll(bySql)].map(([, set = '']) => set);
  return [
    ...drizzle.filter((set) => /\b(?:status|paymentStatus)\b\s*[:,}]/.test(set)),
    ...raw.filter((set) => /\b(?:payment_)?status\b\s*=/.test(set)),
  ];
}
