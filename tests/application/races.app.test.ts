/** Races over real HTTP, through one process and through two on one database. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/access/actor.ts';
import { createRecall } from '#core/recalls/save-recall.server.ts';
import { newestVersion } from '#core/settings/settings-versions-queries.server.ts';
import { orders, pickupReservations, refunds } from '#db/schema/orders.ts';
import { lots, productStock } from '#db/schema/stock.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { aRecallOf } from '#tests/support/recalls.ts';
import { inParallel, postForm } from '#tests/support/requests.ts';
import { aSlot, openShop } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let apps: Application[];
const slot = aSlot();

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  const environment = { NODE_ENV: 'production', DATABASE_URL: fresh.url, DATABASE_POOL: '20' };
  apps = [await startApplication(environment), await startApplication(environment)];
});
afterAll(async () => {
  await Promise.all((apps ?? []).map((app) => app.stop()));
  await fresh.stop();
});

type Customer = { person: SignedIn; cookie: string };

async function customers(count: number): Promise<Customer[]> {
  const people = Array.from({ length: count }, () => null);
  return inParallel(people, 20, async () => {
    const person = await aPerson(fresh.db);
    return { person, cookie: await signedIn(fresh.db, person) };
  });
}

function appFor(index: number): Application {
  const app = apps[index % apps.length];
  if (!app) throw new Error('no application');
  return app;
}

function checkout(
  app: Application,
  cookie: string,
  lines: string,
  key: string = randomUUID(),
): Promise<Response> {
  // Some of these customers order the same products repeatedly.
  return postForm(app, '/checkout', { key, lines, slot, birthDate: '', again: 'yes' }, { cookie });
}

const ordered = (response: Response) =>
  response.status === 302 ? (response.headers.get('location')?.match(/order=(ORD\d+)/)?.[1] ?? null) : null;

describe.each([
  ['one process', 1],
  ['two processes', 2],
])('over %s', (_, processes) => {
  test('two hundred customers and fifty units make fifty orders, and the others see that it is sold out', async () => {
    const product = await aProduct(fresh.db, { onHand: 50, name: `Last of the harvest ${randomUUID()}` });
    const buyers = await customers(200);
    const answers = await inParallel(buyers, 200, async ({ cookie }) => {
      const index = buyers.findIndex((buyer) => buyer.cookie === cookie);
      const response = await checkout(appFor(processes === 1 ? 0 : index), cookie, `${product}:1`);
      return { status: response.status, order: ordered(response), text: await response.text() };
    });
    expect(answers.filter((answer) => answer.order !== null)).toHaveLength(50);
    const others = answers.filter((answer) => answer.order === null);
    expect(
      others.filter((answer) => answer.status === 409 && answer.text.includes('is sold out.')),
    ).toHaveLength(150);
    const [stock] = await fresh.db.select().from(productStock).where(eq(productStock.productId, product));
    expect(stock).toMatchObject({ onHand: 50, held: 50 });
  });

  test('one idempotency key sent fifty times makes one order, and another cart with it is refused', async () => {
    const product = await aProduct(fresh.db, { onHand: 100 });
    const [buyer] = await customers(1);
    if (!buyer) throw new Error('no buyer');
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        checkout(appFor(processes === 1 ? 0 : index), buyer.cookie, `${product}:1`, key),
      ),
    );
    expect(new Set(answers.map(ordered)).size).toBe(1);
    expect(answers.map(ordered)).not.toContain(null);
    expect((await checkout(appFor(0), buyer.cookie, `${product}:2`, key)).status).toBe(409);
    const made = await fresh.db.select().from(orders).where(eq(orders.userId, buyer.person.userId));
    expect(made).toHaveLength(1);
  });

  test('carts of four lines in random order all succeed, and no deadlock reaches a customer', async () => {
    const ids = await inParallel([1, 2, 3, 4], 4, () => aProduct(fresh.db, { onHand: 1000, limitMg: 1 }));
    const buyers = await customers(100);
    const answers = await inParallel(buyers, 50, ({ cookie }) => {
      const shuffled = ids.toSorted(() => Math.random() - 0.5);
      const index = Math.floor(Math.random() * processes);
      return checkout(appFor(index), cookie, shuffled.map((id) => `${id}:1`).join('.'));
    });
    expect(answers.filter((response) => ordered(response) === null)).toEqual([]);
  });
});

test('three hundred orders have three hundred different numbers', async () => {
  const product = await aProduct(fresh.db, { onHand: 600, limitMg: 1 });
  const buyers = await customers(50);
  const attempts = Array.from({ length: 300 }, (_, index) => index);
  const refusals: string[] = [];
  const numbers = await inParallel(attempts, 50, async (index) => {
    const buyer = buyers[index % buyers.length];
    const response = await checkout(appFor(index), buyer?.cookie ?? '', `${product}:1`);
    const number = ordered(response);
    if (number === null)
      refusals.push(`${response.status} ${/role="alert".*/s.exec(await response.text())?.[0].slice(0, 400)}`);
    return number;
  });
  expect(refusals).toEqual([]);
  expect(new Set(numbers).size).toBe(300);
});

test('the same cart from two tabs makes one order and one question, whose button answers it', async () => {
  const product = await aProduct(fresh.db);
  const [buyer] = await customers(1);
  if (!buyer) throw new Error('no buyer');
  const tab = (wanted: Record<string, string> = {}) =>
    postForm(
      appFor(wanted.process === '2' ? 1 : 0),
      '/checkout',
      { key: randomUUID(), lines: `${product}:1`, slot, birthDate: '', ...wanted },
      { cookie: buyer.cookie },
    );
  const answers = await Promise.all([tab(), tab({ process: '2' })]);
  expect(answers.filter((answer) => ordered(answer) !== null)).toHaveLength(1);
  const asked = answers.find((answer) => ordered(answer) === null);
  const page = (await asked?.text()) ?? '';
  expect(asked?.status).toBe(409);
  expect(page).toContain('You reserved these items a minute ago. Again?');
  expect(page).toMatch(/<button(?=[^>]* name="again")(?=[^>]* value="yes")/);
  expect(ordered(await tab({ again: 'yes' }))).not.toBeNull();
  const made = await fresh.db.select().from(orders).where(eq(orders.userId, buyer.person.userId));
  expect(made).toHaveLength(2);
});

test('twenty presses of Reserve for Pickup with one key make one reservation', async () => {
  const product = await aProduct(fresh.db);
  const [buyer] = await customers(1);
  if (!buyer) throw new Error('no buyer');
  const key = randomUUID();
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      postForm(
        appFor(index),
        '/api/reserve',
        { productId: String(product), quantity: '1', key },
        { cookie: buyer.cookie, Accept: 'application/json' },
      ),
    ),
  );
  const held = await fresh.db
    .select()
    .from(pickupReservations)
    .where(eq(pickupReservations.userId, buyer.person.userId));
  expect(held).toHaveLength(1);
});

test('afterwards every invariant holds, and no transaction stays open', async () => {
  expect(await checkInvariants(fresh.db)).toEqual([]);
  // Emails about all of it may still be on their way.
  await expect
    .poll(
      async () => {
        const { rows } = await fresh.db.execute<{ open: number }>(
          sql`select count(*)::int as open from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
        );
        return rows[0]?.open;
      },
      { timeout: 30_000 },
    )
    .toBe(0);
  expect(apps.map((app) => app.output()).join('')).not.toContain('"level":50');
});

test('of ten refunds of a whole order one is recorded, and the others lead to the order with a message', async () => {
  const admin = await aPerson(fresh.db, { role: 'admin' });
  const cookie = await signedIn(fresh.db, admin);
  const [buyer] = await customers(1);
  const product = await aProduct(fresh.db);
  const placed = ordered(await checkout(appFor(0), buyer?.cookie ?? '', `${product}:2`));
  await fresh.db
    .update(orders)
    .set({ status: 'cancelled', paymentStatus: 'paid', paidAt: new Date() })
    .where(eq(orders.orderId, placed ?? ''));
  const [order] = await fresh.db
    .select()
    .from(orders)
    .where(eq(orders.orderId, placed ?? ''));
  const fields = {
    ...{ whole: '1', goods: 'kept', reason: 'Called', version: String(order?.version) },
    confirmed: String(order?.total),
  };
  const path = `/admin/orders/${placed}`;
  const answers = await inParallel([...Array(10).keys()], 10, async (index) => {
    const answer = await postForm(appFor(index), `${path}/refund`, fields, { cookie });
    const flash = decodeURIComponent(answer.headers.get('set-cookie') ?? '');
    return {
      to: answer.headers.get('location'),
      recorded: flash.includes(`Refund of ${placed} recorded.`),
      flash,
    };
  });
  expect(answers.map(({ to }) => to)).toEqual(answers.map(() => path));
  expect(answers.filter(({ recorded }) => recorded)).toHaveLength(1);
  for (const { flash } of answers.filter(({ recorded }) => !recorded))
    expect(flash).toContain('Someone else just recorded a refund of this order.');
  expect(
    await fresh.db
      .select()
      .from(refunds)
      .where(eq(refunds.orderId, order?.id ?? '')),
  ).toHaveLength(1);
});

describe('two admins and two staff at once', () => {
  const OTHERS = 'Someone else saved changes. Review them first.';
  let team: { cookie: string; isAdmin: boolean }[];
  beforeAll(async () => {
    team = await inParallel(['admin', 'staff', 'admin', 'staff'] as const, 4, async (role) => ({
      cookie: await signedIn(fresh.db, await aPerson(fresh.db, { role })),
      isAdmin: role === 'admin',
    }));
  });

  /** Each person posts the form through one of two processes; returns the responses in order. */
  const press = (path: string, fieldsOf: (index: number) => Record<string, string>) =>
    inParallel([...team.keys()], 4, async (index) => {
      const { cookie = '', isAdmin = false } = team[index] ?? {};
      const answer = await postForm(appFor(index), path, fieldsOf(index), { cookie });
      const to = answer.headers.get('location') ?? '';
      return { isAdmin, isDone: answer.status === 302, status: answer.status, to, text: await answer.text() };
    });
  /** One wins; each of the others gets the message. */
  function expectOneWinner(answers: Awaited<ReturnType<typeof press>>, message: string) {
    expect(answers.filter(({ isDone }) => isDone)).toHaveLength(1);
    for (const { text, status } of answers.filter(({ isDone }) => !isDone)) {
      expect(status).toBe(409);
      expect(text).toContain(message);
    }
  }
  const lotOf = async (product: number) => {
    const [lot] = await fresh.db.select().from(lots).where(eq(lots.productId, product));
    return lot?.id ?? 0;
  };

  test('on one order, one saves and the others see what was saved', async () => {
    const [buyer] = await customers(1);
    const product = await aProduct(fresh.db);
    const placed = ordered(await checkout(appFor(0), buyer?.cookie ?? '', `${product}:1`));
    const answers = await press(`/admin/orders/${placed}`, (index) => ({
      ...{ intent: 'status', version: '1', reason: `Call ${index}` },
      // Two different changes from the same page.
      status: index % 2 === 0 ? 'confirmed' : 'cancelled',
    }));
    const { status } = (
      await fresh.db
        .select()
        .from(orders)
        .where(eq(orders.orderId, placed ?? ''))
    )[0] ?? { status: '' };
    for (const [index, answer] of answers.entries()) {
      const isWish = status === (index % 2 === 0 ? 'confirmed' : 'cancelled');
      expect(answer.isDone).toBe(isWish);
      if (!isWish) expect(answer.text).toContain(OTHERS);
    }
  });

  test('on one lot, one count is saved and the others see that it changed', async () => {
    const lotId = await lotOf(await aProduct(fresh.db, { onHand: 10 }));
    const answers = await press(`/admin/lots/${lotId}/units`, (index) => ({
      ...{ reason: 'count', expected: '10', note: '' },
      units: String(9 - (index % 2)),
    }));
    expectOneWinner(answers, OTHERS);
  });

  test('on one recall, one admin starts it, the other sees that it has started, and staff may not', async () => {
    const [admin] = await inParallel([0], 1, () => aPerson(fresh.db, { role: 'admin' }));
    const lotId = await lotOf(await aProduct(fresh.db, { onHand: 10 }));
    const drafted = admin && (await createRecall(admin, aRecallOf([lotId])));
    const path = `/admin/recalls/${drafted?.ok ? drafted.value : ''}`;
    const answers = await press(path, () => ({ intent: 'start', version: '1' }));
    expectOneWinner(
      answers.filter(({ isAdmin }) => isAdmin),
      'This recall was already started. Reload the page to see it.',
    );
    for (const { status } of answers.filter(({ isAdmin }) => !isAdmin)) expect(status).toBe(403);
  });

  test('on one day, one admin closes it, the other sees that hours changed, and staff may not', async () => {
    const first = new Date(Date.now() + 9 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    const version = await newestVersion(fresh.db, 'pickup');
    const answers = await press('/admin/closures/new', (index) => ({
      ...{ first, last: first, kind: 'closed', notify: 'yes', version: String(version) },
      reason: `Storm ${index}`,
    }));
    expectOneWinner(
      answers.filter(({ isAdmin }) => isAdmin),
      OTHERS,
    );
    for (const { to } of answers.filter(({ isAdmin }) => !isAdmin)) expect(to).not.toMatch(/closures/);
  });
});
