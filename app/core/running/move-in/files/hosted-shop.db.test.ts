/** A hosted shop with refunds and unfinished products: the try says what the move does, and the proof agrees to the cent. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { foldSales } from '#core/records/analytics/fold-sales.server.ts';
import { startJobs, stopJobs } from '#platform/jobs.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aPerson } from '#tests/support/people.ts';
import { compareCounts, compareMonths } from '../proof.ts';
import { readLastReport, readMoved } from '../proof-queries.server.ts';
import type { Report } from '../report.ts';
import { startMovingFiles, startTryingFiles } from './change-file-move.server.ts';
import { fileMoveJob } from './file-move-job.ts';
import { readFileMove } from './file-move-queries.server.ts';
import { addMoveFile } from './receive-files.server.ts';
import { workOnFileMove } from './work-on-file-move.server.ts';

const ORDERS = `Name,Email,Financial Status,Paid at,Subtotal,Shipping,Taxes,Total,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Cancelled at,Refunded Amount
#1001,jo@former.example,partially_refunded,,50.01,0,4.00,54.01,0,2026-10-24 14:00:00 -0500,1,Hat,30.01,HAT,Jo,,10.81
#1001,jo@former.example,,,,,,,,2026-10-24 14:00:00 -0500,2,Cap,10.00,CAP,Jo,,
#1002,jo@former.example,refunded,,30.01,0,2.40,32.41,0,2026-10-23 14:00:00 -0500,1,Hat,30.01,HAT,Jo,,32.41
#1003,jo@former.example,paid,,10.00,0,0.80,10.80,0,2026-09-22 14:00:00 -0500,1,Cap,10.00,CAP,Jo,,0.00
`;
const PRODUCTS = `Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Status
hat,Hat,,Hudson,Merchandise,true,Default Title,HAT,5,30.01,active
cap,Cap,,Hudson,Merchandise,true,Default Title,CAP,5,,active
gelato,Gelato,,Hudson,Flower,true,3.5g,G-35,12,45.00,active
brick,Brick,,Hudson,Flower,true,Large,B-1,0,45.00,active
old,Old,,Hudson,Merchandise,true,Default Title,OLD,1,9.00,draft
`;

let fresh: FreshDatabase;
let folder: string;
let admin: SignedIn;
const reports: Report[] = [];

beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.db.execute(sql`update store_settings set value = '{"isOpen":false}' where name = 'opening'`);
  invalidateSettings();
  await stopJobs();
  await startJobs({ url: fresh.url, kinds: [fileMoveJob] });
  folder = await mkdtemp(join(tmpdir(), 'farmgate-hosted-'));
  admin = await aPerson(fresh.db, { role: 'admin' });
  const files = {
    'orders.csv': ORDERS,
    'products.csv': PRODUCTS,
    'people.csv': 'Name,Email\nJo,jo@former.example\n',
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text);
    await addMoveFile(admin, join(folder, name), name);
  }
  for (const start of [startTryingFiles, startMovingFiles]) {
    await start(admin);
    const move = await readFileMove(admin);
    await workOnFileMove(admin, move?.id ?? '');
    const report = (await readFileMove(admin))?.report;
    if (report) reports.push(report);
  }
});
afterAll(async () => {
  await stopJobs();
  await fresh.stop();
  await rm(folder, { recursive: true });
});

const rowsOf = async (query: ReturnType<typeof sql>) =>
  (await fresh.db.execute<Record<string, unknown>>(query)).rows;

test('the sums of the try, of the move and of the proof are the same to the cent', async () => {
  const [tried, moved] = reports;
  expect(tried?.months).toEqual([
    { month: '2026-09', orders: 1, total: 1080 },
    { month: '2026-10', orders: 2, total: 5401 - 1081 + 3241 },
  ]);
  expect(moved?.months).toEqual(tried?.months);
  const last = await readLastReport(['run']);
  const shop = await readMoved(admin, 'America/New_York');
  expect(
    last &&
      shop &&
      [...compareMonths(last, shop), ...compareCounts(last, shop)].filter(({ isSame }) => !isSame),
  ).toEqual([]);
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('what was refunded is in no figure, and the history of its customer says so', async () => {
  await foldSales();
  expect(
    await rowsOf(sql`
      select sum(revenue)::int + sum(tax)::int as sales from sales_by_hour where status <> all(array['cancelled', 'no_show'])`),
  ).toEqual([{ sales: 5401 - 1081 + 1080 }]);
  expect(
    await rowsOf(sql`
      select number, orders.status, payment_status as payment, total, is_history as past from orders
      join users on users.id = user_id where email = 'jo@former.example' order by number`),
  ).toEqual([
    { number: 1001, status: 'completed', payment: 'paid', total: 4320, past: true },
    { number: 1002, status: 'cancelled', payment: 'refunded', total: 3241, past: true },
    { number: 1003, status: 'completed', payment: 'paid', total: 1080, past: true },
  ]);
  expect(await rowsOf(sql`select 1 from refunds union all select 1 from events`)).toEqual([]);
});

test('the try names the products that will be off sale with the reasons that the move gives', async () => {
  const [tried, moved] = reports;
  expect(tried?.offSale).toEqual({
    products: 4,
    named: [
      { name: 'Cap', why: 'Set a price before it goes on sale.' },
      {
        name: 'Brick',
        why: 'Before cannabis goes on sale, enter the amount that counts under the legal limits.',
      },
      { name: 'Old', why: 'It is off sale in the other system.' },
      { name: 'Gelato', why: 'Its lot waits for its certificate.' },
    ],
  });
  expect(moved?.offSale).toEqual(tried?.offSale);
  const said = (report: Report | undefined) =>
    report?.reasons.map(({ kind, reason, rows }) => `${kind} ${reason} ${rows}`).toSorted();
  expect(said(tried)).toEqual(said(moved));
  expect(
    await rowsOf(sql`select name from products where archived_at is null and not for_sale order by name`),
  ).toEqual([{ name: 'Brick' }, { name: 'Cap' }, { name: 'Old' }]);
  expect(
    await rowsOf(
      sql`select name from products join lots on lots.product_id = products.id where lots.status = 'untested'`,
    ),
  ).toEqual([{ name: 'Gelato' }]);
});
