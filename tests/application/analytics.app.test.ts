/** Order Analytics over real HTTP: permissions, figures, the file, and its audit record. */
import { eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLog } from '#db/schema/audit.ts';
import { orders } from '#db/schema/orders.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aMug, anOrder, openForOrders } from '#tests/support/orders.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';

let fresh: FreshDatabase;
let app: Application;
let admin: string;
let staff: string;
let customer: string;
const today = Temporal.Now.plainDateISO('America/New_York').toString();

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  admin = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'admin' }));
  staff = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'staff' }));
  const buyer = await aPerson(fresh.db);
  customer = await signedIn(fresh.db, buyer);
  const mug = await aMug(fresh.db, { onHand: 9, name: '=Formula mug' });
  const flower = await aProduct(fresh.db, { onHand: 9 });
  for (const lines of [
    [[mug, 2]],
    [
      [mug, 1],
      [flower, 1],
    ],
  ] as const) {
    const number = await anOrder(buyer, lines);
    // Long ago, on a day whose figures no other test changes.
    await fresh.db
      .update(orders)
      .set({ createdAt: new Date('2025-05-05T12:00:00-04:00') })
      .where(eq(orders.orderId, number));
  }
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
});
afterAll(async () => {
  await app?.stop();
  await fresh.stop();
});

const ask = (path: string, cookie = '') =>
  fetch(`${app.origin}${path}`, { headers: { cookie }, redirect: 'manual' });
const DAYS = 'range=custom&from=2025-05-05&to=2025-05-05';

test.each(['/admin/analytics', '/admin/analytics.data', '/admin/analytics/report'])(
  '%s is for admins, and staff, customers and guests see no figures',
  async (path) => {
    const query = `?${DAYS}`;
    const answer = await ask(path + query, admin);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(path.endsWith('report') ? '54.00' : '$99.00');
    for (const cookie of [staff, customer, '']) {
      const refused = await ask(path + query, cookie);
      expect(refused.status).not.toBe(200);
      expect(await refused.text()).not.toMatch(/99\.00|54\.00/);
    }
  },
);

test('the page has its days’ figures and links to the orders behind them', async () => {
  const page = await (await ask(`/admin/analytics?${DAYS}&breakdown=category`, admin)).text();
  for (const words of ['Total Revenue', 'Total Orders', 'Average Order Value', 'Products Sold', '$49.50'])
    expect(page).toContain(words);
  const behind = 'status=counted&amp;from=2025-05-05&amp;to=2025-05-05';
  expect(page).toContain(`/admin/orders?${behind}`);
  const lists = [
    ['status=counted&from=2025-05-05&to=2025-05-05', '2 orders'],
    ['from=2025-05-05&to=2025-05-05&type=cannabis', '1 order'],
    ['from=2025-05-05&to=2025-05-05&category=Flower&type=apparel', '2 orders'],
    ['from=2025-05-05&to=2025-05-05&category=Nothing', '0 orders'],
    ['from=2025-05-05&to=2025-05-05&product=999999', '0 orders'],
    ['from=2025-05-05&to=2025-05-05&product=many', '0 orders'],
    ['from=2025-05-05&to=2025-05-05&customer=new', '1 order'],
    ['from=2025-05-05&to=2025-05-05&customer=returning', '1 order'],
    ['to=2025-05-04', '0 orders'],
  ];
  for (const [query, words] of lists) {
    const list = await (await ask(`/admin/orders?${query}`, admin)).text();
    expect(list, query).toMatch(new RegExp(`role="status"[^>]*>${words}<`));
  }
});

test('impossible dates are refused beside the field, preserve the input, and show no other report', async () => {
  const query = 'range=custom&from=2025-05-06&to=2025-05-05';
  const page = await (await ask(`/admin/analytics?${query}`, admin)).text();
  expect(page).toContain('No report for these dates.');
  expect(page).not.toContain('Total Revenue');
  expect(page).not.toContain('Download Report');
  expect((await ask(`/admin/analytics/report?${query}`, admin)).status).toBe(400);
  expect(page).toContain('The last day must not come before the first.');
  expect(page).toContain('value="2025-05-06"');
});

test.each([
  [
    'product-type',
    'From,To,Product Type,Orders,Units,Discounts,Refunds,Revenue,Tax,Share of Revenue,Wholesale Cost,Margin,Cost Known For',
    '2025-05-05,2025-05-05,Apparel,,3,0.00,0.00,54.00,6.48,0.5455,,,0.0000',
  ],
  [
    'category',
    'From,To,Category,Orders,Units,Discounts,Refunds,Revenue,Tax,Share of Revenue,Wholesale Cost,Margin,Cost Known For',
    '2025-05-05,2025-05-05,Flower,,4,0.00,0.00,99.00,11.88,1.0000,,,0.0000',
  ],
  [
    'status',
    'From,To,Status,Orders,Units,Discounts,Refunds,Revenue,Tax,Share of Orders,Wholesale Cost,Margin,Cost Known For',
    '2025-05-05,2025-05-05,Reserved,2,4,0.00,0.00,99.00,11.88,1.0000,,,0.0000',
  ],
])('the report by %s is a named file, and its download is recorded', async (breakdown, head, line) => {
  const answer = await ask(`/admin/analytics/report?${DAYS}&breakdown=${breakdown}`, admin);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toContain(`filename="${breakdown}-report-${today}.csv"`);
  const lines = (await answer.text()).replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(lines.slice(0, 2)).toEqual([head, line]);
  expect(lines.at(-1)).toMatch(
    /^2025-05-05,2025-05-05,Total(?: of sales)?,2,4,0\.00,0\.00,99\.00,11\.88,,,,0\.0000$/,
  );
  const [entry] = await fresh.db
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(
      sql`${auditLog.action} = 'analytics.exported' and ${auditLog.after} ->> 'breakdown' = ${breakdown}`,
    );
  expect(entry?.after).toEqual({ breakdown, from: '2025-05-05', to: '2025-05-05' });
});
