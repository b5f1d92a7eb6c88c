/** Reservations and stored receipts over real HTTP: one order however often it is pressed, receipts by session and by token. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/access/actor.ts';
import { orderReceipts, orders, pickupReservations } from '#db/schema/orders.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';
import { aSlot, openShop } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let apps: Application[];
let staff: string;
let customer: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  const environment = { NODE_ENV: 'production', DATABASE_URL: fresh.url };
  const first = await startApplication(environment);
  // Whichever instance stores a receipt, each of them shows it.
  apps = [first, await startApplication(environment, { dataFolder: first.dataFolder })];
  staff = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'staff' }));
  customer = await aPerson(fresh.db);
});
afterAll(async () => {
  await Promise.all((apps ?? []).map((app) => app.stop()));
  await fresh?.stop();
});

const app = (index = 0): Application => {
  const found = apps[index % apps.length];
  if (!found) throw new Error('no application');
  return found;
};

async function aReservation(): Promise<string> {
  const productId = await aProduct(fresh.db);
  const made = await postForm(
    app(),
    '/api/reserve',
    { productId: String(productId), quantity: '1', key: randomUUID() },
    { cookie: await signedIn(fresh.db, customer), Accept: 'application/json' },
  );
  expect(made.status).toBe(200);
  const [row] = await fresh.db
    .select({ id: pickupReservations.id })
    .from(pickupReservations)
    .where(eq(pickupReservations.productId, productId));
  return row?.id ?? '';
}

const submit = (id: string, cookie: string, index = 0) =>
  postForm(app(index), `/admin/pickup-reservations/${id}/order`, { slot: aSlot() }, { cookie });
const ordersOfReservation = (id: string) =>
  fresh.db.select().from(orders).where(eq(orders.reservationId, id));

async function anOrder(): Promise<string> {
  const id = await aReservation();
  await submit(id, staff);
  const [order] = await ordersOfReservation(id);
  return order?.orderId ?? '';
}

const generate = (headers: Record<string, string>, body: unknown, index = 0) =>
  fetch(`${app(index).origin}/api/generate-receipt`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const bySession = (cookie: string) => ({ cookie, origin: app().origin });
const said = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { message: string }).message,
];

test('Create Order pressed twenty times at once, through two processes, makes one order', async () => {
  const id = await aReservation();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, press) => submit(id, staff, press)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(302));
  expect(await ordersOfReservation(id)).toHaveLength(1);
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('nobody but staff changes a reservation or makes an order of it', async () => {
  const id = await aReservation();
  const banned = await aPerson(fresh.db, { isBanned: true });
  for (const cookie of ['', await signedIn(fresh.db, customer), await signedIn(fresh.db, banned)]) {
    await submit(id, cookie);
    await postForm(
      app(),
      '/admin/pickup-reservations',
      { intent: 'status', id, seen: 'pending', status: 'fulfilled' },
      { cookie },
    );
  }
  expect(await ordersOfReservation(id)).toEqual([]);
  const [row] = await fresh.db.select().from(pickupReservations).where(eq(pickupReservations.id, id));
  expect(row?.status).toBe('pending');
});

test('a receipt is generated and stored by session and by bearer token, and is then there as a PDF', async () => {
  const orderId = await anOrder();
  // 202 says that it is not stored yet: on a busy machine the PDF takes longer than the answer waits.
  await expect.poll(async () => (await generate(bySession(staff), { orderId })).status).toBe(200);
  const answer = await generate(bySession(staff), { orderId });
  const body = (await answer.json()) as { message: string; receiptId: string };
  expect(body.message).toBe('Order slip generated & stored');
  const [stored] = await fresh.db.select().from(orderReceipts).where(eq(orderReceipts.id, body.receiptId));
  expect(stored?.storedAt).not.toBeNull();

  const token = await fetch(`${app().origin}/api/token`, { method: 'POST', headers: bySession(staff) });
  const { access_token } = (await token.json()) as { access_token: string };
  const again = await generate({ authorization: `Bearer ${access_token}` }, { orderId });
  expect(await again.json()).toEqual(body);

  const path = `${app().origin}/admin/orders/${orderId}/receipts/${body.receiptId}`;
  const pdf = await fetch(path, { headers: { cookie: staff } });
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(
    pdfText(Buffer.from(await pdf.arrayBuffer()))
      .flat()
      .join(' '),
  ).toContain(`Order slip ${orderId}`);
  const theirs = await fetch(path, {
    headers: { cookie: await signedIn(fresh.db, customer) },
    redirect: 'manual',
  });
  expect(theirs.headers.get('location')).toBe('/');
});

test('without session, token or order it says that the receipt failed to generate, and stores none', async () => {
  const FAILED = 'Receipt failed to generate';
  const orderId = await anOrder();
  const before = (await fresh.db.select().from(orderReceipts)).length;
  expect(await said(await generate({ origin: app().origin }, { orderId }))).toEqual([401, FAILED]);
  for (const body of [
    {},
    { orderId: '' },
    { orderId: 7 },
    { orderId: null },
    [],
    { orderId: 'x'.repeat(41) },
  ])
    expect(await said(await generate(bySession(staff), body))).toEqual([400, FAILED]);
  expect(await said(await generate(bySession(staff), { orderId: 'ORD999999' }))).toEqual([
    404,
    `${FAILED}. Order not found.`,
  ]);
  // A customer learns of no order, not even of their own.
  const theirs = bySession(await signedIn(fresh.db, customer));
  for (const wanted of [orderId, 'ORD999999'])
    expect(await said(await generate(theirs, { orderId: wanted }))).toEqual([
      403,
      `${FAILED}. Admin access only`,
    ]);
  expect((await generate({ authorization: 'Bearer x' }, { orderId })).status).toBe(401);
  expect(await fresh.db.select().from(orderReceipts)).toHaveLength(before);
});

test('the counts on the dashboard are those of the lists they lead to', async () => {
  await aReservation();
  await aProduct(fresh.db, { onHand: 1, lowStockLevel: 3, name: 'Almost gone' });
  const read = async (path: string) =>
    (await (await fetch(app().origin + path, { headers: { cookie: staff } })).text()).replaceAll(
      '<!-- -->',
      '',
    );
  const dashboard = await read('/admin/dashboard');
  for (const list of ['/admin/pickup-reservations?status=pending', '/admin/inventory?sale=yes&stock=low']) {
    const link = `href="${list.replaceAll('&', '&amp;')}"`;
    const [, counted] =
      new RegExp(`${link.replaceAll('?', '\\?')}[^>]*><span>([\\d,]+)`).exec(dashboard) ?? [];
    expect(Number(counted), list).toBeGreaterThan(0);
    expect(await read(list), list).toMatch(new RegExp(`\\b${counted} (reservation|product)`));
  }
});
