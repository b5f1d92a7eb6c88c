/** Races over real HTTP, through two processes on one database. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newestVersion } from '#core/ground/settings/settings-versions-queries.server.ts';
import { createRecall } from '#core/sales/recalls/save-recall.server.ts';
import { orders, pickupReservations, refunds } from '#db/schema/orders.ts';
import { lots } from '#db/schema/stock.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { openRaceTrack, ordered, type RaceTrack, races } from '#tests/support/races.ts';
import { aRecallOf } from '#tests/support/recalls.ts';
import { inParallel, postForm } from '#tests/support/requests.ts';

let track: RaceTrack;
beforeAll(async () => {
  track = await openRaceTrack(2);
});
afterAll(() => track?.stop());

test.each(Object.entries(races))('%s', (_, race) => race(track));

test('three hundred orders have three hundred different numbers', async () => {
  const product = await aProduct(track.db, { onHand: 600, limitMg: 1 });
  const buyers = await track.customers(50);
  const attempts = Array.from({ length: 300 }, (_, index) => index);
  const refusals: string[] = [];
  const numbers = await inParallel(attempts, 50, async (index) => {
    const buyer = buyers[index % buyers.length];
    const response = await track.checkout(track.appFor(index), buyer?.cookie ?? '', `${product}:1`);
    const number = ordered(response);
    if (number === null)
      refusals.push(`${response.status} ${/role="alert".*/s.exec(await response.text())?.[0].slice(0, 400)}`);
    return number;
  });
  expect(refusals).toEqual([]);
  expect(new Set(numbers).size).toBe(300);
});

test('the same cart from two tabs makes one order and one question, whose button answers it', async () => {
  const product = await aProduct(track.db);
  const [buyer] = await track.customers(1);
  if (!buyer) throw new Error('no buyer');
  const tab = (wanted: Record<string, string> = {}) =>
    postForm(
      track.appFor(wanted.process === '2' ? 1 : 0),
      '/checkout',
      { key: randomUUID(), lines: `${product}:1`, slot: track.slot, birthDate: '', ...wanted },
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
  const made = await track.db.select().from(orders).where(eq(orders.userId, buyer.person.userId));
  expect(made).toHaveLength(2);
});

test('twenty presses of Reserve for Pickup with one key make one reservation', async () => {
  const product = await aProduct(track.db);
  const [buyer] = await track.customers(1);
  if (!buyer) throw new Error('no buyer');
  const key = randomUUID();
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      postForm(
        track.appFor(index),
        '/api/reserve',
        { productId: String(product), quantity: '1', key },
        { cookie: buyer.cookie, Accept: 'application/json' },
      ),
    ),
  );
  const held = await track.db
    .select()
    .from(pickupReservations)
    .where(eq(pickupReservations.userId, buyer.person.userId));
  expect(held).toHaveLength(1);
});

test('afterwards every invariant holds, and no transaction stays open', async () => {
  expect(await checkInvariants(track.db)).toEqual([]);
  // Emails about all of it may still be on their way.
  await expect
    .poll(
      async () => {
        const { rows } = await track.db.execute<{ open: number }>(
          sql`select count(*)::int as open from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
        );
        return rows[0]?.open;
      },
      { timeout: 30_000 },
    )
    .toBe(0);
  expect(track.apps.map((app) => app.output()).join('')).not.toContain('"level":50');
});

test('of ten refunds of a whole order one is recorded, and the others lead to the order with a message', async () => {
  const admin = await aPerson(track.db, { role: 'admin' });
  const cookie = await signedIn(track.db, admin);
  const [buyer] = await track.customers(1);
  const product = await aProduct(track.db);
  const placed = ordered(await track.checkout(track.appFor(0), buyer?.cookie ?? '', `${product}:2`));
  await track.db
    .update(orders)
    .set({ status: 'cancelled', paymentStatus: 'paid', paidAt: new Date() })
    .where(eq(orders.orderId, placed ?? ''));
  const [order] = await track.db
    .select()
    .from(orders)
    .where(eq(orders.orderId, placed ?? ''));
  const fields = {
    ...{ whole: '1', goods: 'kept', reason: 'Called', version: String(order?.version) },
    confirmed: String(order?.total),
  };
  const path = `/admin/orders/${placed}`;
  const answers = await inParallel([...Array(10).keys()], 10, async (index) => {
    const answer = await postForm(track.appFor(index), `${path}/refund`, fields, { cookie });
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
    await track.db
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
      cookie: await signedIn(track.db, await aPerson(track.db, { role })),
      isAdmin: role === 'admin',
    }));
  });

  /** Each person posts the form through one of two processes; returns the responses in order. */
  const press = (path: string, fieldsOf: (index: number) => Record<string, string>) =>
    inParallel([...team.keys()], 4, async (index) => {
      const { cookie = '', isAdmin = false } = team[index] ?? {};
      const answer = await postForm(track.appFor(index), path, fieldsOf(index), { cookie });
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
    const [lot] = await track.db.select().from(lots).where(eq(lots.productId, product));
    return lot?.id ?? 0;
  };

  test('on one order, one saves and the others see what was saved', async () => {
    const [buyer] = await track.customers(1);
    const product = await aProduct(track.db);
    const placed = ordered(await track.checkout(track.appFor(0), buyer?.cookie ?? '', `${product}:1`));
    const answers = await press(`/admin/orders/${placed}`, (index) => ({
      ...{ intent: 'status', version: '1', reason: `Call ${index}` },
      // Two different changes from the same page.
      status: index % 2 === 0 ? 'confirmed' : 'cancelled',
    }));
    const { status } = (
      await track.db
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
    const lotId = await lotOf(await aProduct(track.db, { onHand: 10 }));
    const answers = await press(`/admin/lots/${lotId}/units`, (index) => ({
      ...{ reason: 'count', expected: '10', note: '' },
      units: String(9 - (index % 2)),
    }));
    expectOneWinner(answers, OTHERS);
  });

  test('on one recall, one admin starts it, the other sees that it has started, and staff may not', async () => {
    const [admin] = await inParallel([0], 1, () => aPerson(track.db, { role: 'admin' }));
    const lotId = await lotOf(await aProduct(track.db, { onHand: 10 }));
    const drafted = admin && (await createRecall(admin, aRecallOf([lotId])));
    const path = `/admin/recalls/${drafted?.ok ? drafted.value : ''}`;
    const answers = await press(path, () => ({ intent: 'start', version: '1' }));
    expectOneWinner(
      answers.filter(({ isAdmin }) => isAdmin),
      'This recall has started, so it can no longer be edited.',
    );
    for (const { status } of answers.filter(({ isAdmin }) => !isAdmin)) expect(status).toBe(403);
  });

  test('on one day, one admin closes it, the other sees that hours changed, and staff may not', async () => {
    const first = new Date(Date.now() + 9 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    const version = await newestVersion(track.db, 'pickup');
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
