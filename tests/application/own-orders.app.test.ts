/** An order, its pass, receipt and calendar belong to their owner; to anyone else they look nonexistent. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { orders } from '#db/schema/orders.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { anOrder, eventsOf, openForOrders, storedOrder } from '#tests/support/orders.ts';
import { pdfWords } from '#tests/support/pdf-text.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';

const NAME = 'Quietly Owned Kestrel';
/** As long as the owner's number, so that responses can be compared. */
const NO_ORDER = 'ORD998';

let fresh: FreshDatabase;
let app: Application;
let owner: SignedIn;
let number: string;
let passCode: string;
let rowId: string;
const cookies = { owner: '', other: '', staff: '', banned: '' };

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  owner = await aPerson(fresh.db, { name: 'Olive Owner' });
  cookies.owner = await signedIn(fresh.db, owner);
  cookies.other = await signedIn(fresh.db, await aPerson(fresh.db));
  cookies.staff = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'staff' }));
  cookies.banned = await signedIn(fresh.db, await aPerson(fresh.db, { isBanned: true }));
  const product = await aProduct(fresh.db, { name: NAME });
  number = await anOrder(owner, [[product, 2]]);
  const handedOver = new Date('2026-06-06T18:05:00Z');
  await fresh.db
    .update(orders)
    .set({ status: 'completed', paymentStatus: 'paid', completedAt: handedOver, paidAt: handedOver })
    .where(eq(orders.orderId, number));
  ({ passCode, id: rowId } = await storedOrder(fresh.db, number));
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
});
afterAll(async () => {
  await app?.stop();
  await fresh.stop();
});

const ask = (path: string, cookie: string, method = 'GET') =>
  fetch(app.origin + path, { method, redirect: 'manual', headers: { cookie: `age_verified=1; ${cookie}` } });

/** The comparable part of a response, without what differs in each. */
async function told(response: Response, about: string) {
  const text = (await response.text())
    .replaceAll(/nonce="[^"]+"/g, '')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replaceAll(about, 'ORD');
  const headers = Object.fromEntries(
    [...response.headers]
      .filter(([name]) => !['date', 'content-security-policy', 'x-request-id', 'set-cookie'].includes(name))
      .map(([name, value]) => [name, value.replaceAll(about, 'ORD')]),
  );
  return { status: response.status, headers: { ...headers, 'content-length': undefined }, text };
}

const papers = (order: string) => [
  `/orders/${order}`,
  `/orders/${order}/move`,
  `/orders/${order}/change`,
  `/orders/${order}/receipt`,
  `/orders/${order}/receipt.pdf`,
  `/orders/${order}/calendar.ics`,
];
const spellings = (order: string) =>
  papers(order).flatMap((path) => [
    path,
    `${path}.data`,
    `${path}/`,
    path.replace('/orders', '/ORDERS'),
    path.replace('/orders', '/%6frders'),
    path.replace('/orders/', '/orders/%2e/'),
    path.replace('/orders/', '/orders/x/../'),
    path.replace('/orders/', '//orders/'),
    path.replace('ORD', '%4fRD'),
    path.replace('ORD', 'ord'),
    `${path}?_data=shop/orders/order.page`,
  ]);

test('its owner can open all of it', async () => {
  for (const path of papers(number).filter((each) => !/\/(?:move|change)$/.test(each))) {
    const response = await ask(path, cookies.owner);
    expect([path, response.status]).toEqual([path, 200]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    await response.arrayBuffer();
  }
  const page = await (await ask(`/orders/${number}`, cookies.owner)).text();
  expect(page).toContain(NAME);
});

test('a receipt opened in the office stays in the office, for staff who manage orders', async () => {
  const order = await (await ask(`/admin/orders/${number}`, cookies.staff)).text();
  const [, link] = /href="([^"]+)"[^>]*>Print receipt</.exec(order) ?? [];
  expect(link).toBe(`/admin/orders/${number}/receipt`);
  const page = await (await ask(link ?? '', cookies.staff)).text();
  for (const words of [`Receipt ${number}`, 'aria-label="Back office"', `href="/admin/orders/${number}"`])
    expect(page).toContain(words);
  for (const cookie of [cookies.owner, cookies.other, cookies.banned]) {
    const refused = await ask(link ?? '', cookie);
    expect(refused.status).toBe(302);
    expect(await refused.text()).not.toContain(NAME);
  }
  expect((await ask(`/admin/orders/${NO_ORDER}/receipt`, cookies.staff)).status).toBe(404);
});

test('the receipt is a file with a neutral name, for its owner and for staff, once the order is completed', async () => {
  for (const cookie of [cookies.owner, cookies.staff]) {
    const response = await ask(`/orders/${number}/receipt.pdf`, cookie);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="receipt-${number}.pdf"`);
    const words = pdfWords(Buffer.from(await response.arrayBuffer()));
    expect(words).not.toMatch(/estimated/i);
    for (const part of [NAME, 'Batch B-1', 'Tax', '$100.80', `Receipt ${number}`, 'Poison Center'])
      expect(words).toContain(part);
  }
  const open = await anOrder(owner, [[await aProduct(fresh.db), 1]]);
  for (const paper of ['receipt', 'receipt.pdf']) {
    const early = await ask(`/orders/${open}/${paper}`, cookies.owner);
    expect([early.status, early.headers.get('location')]).toEqual([302, `/orders/${open}`]);
  }
});

test('the calendar file contains the pickup and does not say what is picked up', async () => {
  const response = await ask(`/orders/${number}/calendar.ics`, cookies.owner);
  expect(response.headers.get('content-type')).toContain('text/calendar');
  const text = await response.text();
  expect(text).toContain('DTSTART:20260606T180000Z');
  expect(text).not.toContain(NAME);
});

test('the success page and its times show only to the customer, until the order ends', async () => {
  const open = await anOrder(owner, [[await aProduct(fresh.db, { name: 'Success Kestrel' }), 1]]);
  const page = await (await ask(`/success?order=${open}`, cookies.owner)).text();
  for (const part of ['Success Kestrel', `/orders/${open}/calendar.ics`, 'Saturday', 'Directions'])
    expect(page).toContain(part);
  // The pass has the same sentence wherever it appears; on the order's page the pass comes first.
  const order = await (await ask(`/orders/${open}`, cookies.owner)).text();
  for (const shown of [page, order]) expect(shown).toContain('Show this pass at the counter.');
  expect(order.indexOf('pass-heading')).toBeLessThan(order.indexOf('pickup-heading'));
  for (const who of ['other', 'staff'] as const) {
    const [own, none] = await Promise.all(
      [open, NO_ORDER].map(async (order) => told(await ask(`/success?order=${order}`, cookies[who]), order)),
    );
    expect(own).toEqual(none);
    expect(own?.headers).toMatchObject({ location: '/orders' });
  }
  // Completed: the success page leads to the order.
  expect((await ask(`/success?order=${number}`, cookies.owner)).headers.get('location')).toBe(
    `/orders/${number}`,
  );
});

test('the calendar file follows a moved pickup, under the same name', async () => {
  const moved = await anOrder(owner, [[await aProduct(fresh.db), 1]]);
  const read = async () => (await ask(`/orders/${moved}/calendar.ics`, cookies.owner)).text();
  const uid = (file: string) => /^UID:.+$/m.exec(file)?.[0];
  const before = await read();
  await fresh.db
    .update(orders)
    .set({
      pickupStartsAt: new Date('2026-06-07T19:00:00Z'),
      pickupEndsAt: new Date('2026-06-07T19:30:00Z'),
      version: 2,
    })
    .where(eq(orders.orderId, moved));
  const after = await read();
  expect(uid(before)).toMatch(/^UID:pickup-/);
  expect(uid(after)).toBe(uid(before));
  expect(after).toContain('SEQUENCE:2\r\n');
  expect(after).toContain('DTSTART:20260607T190000Z\r\nDTEND:20260607T193000Z\r\n');
});

test.each(['other', 'staff'] as const)('to %s, in any spelling, it looks nonexistent', async (who) => {
  const own = spellings(number);
  const none = spellings(NO_ORDER);
  for (const [index, path] of own.entries()) {
    // Staff may see a receipt.
    if (who === 'staff' && path.includes('receipt')) continue;
    const answer = await told(await ask(path, cookies[who]), number);
    expect(answer, path).toEqual(await told(await ask(none[index] ?? '', cookies[who]), NO_ORDER));
    expect(answer.text, path).not.toContain(NAME);
    expect(answer.text, path).not.toContain(passCode);
    expect(answer.status, path).not.toBe(200);
  }
});

test('a guest must log in and comes back, and a banned person is sent home', async () => {
  for (const path of papers(number)) {
    const response = await ask(path, '');
    const to = new URL(response.headers.get('location') ?? '', app.origin);
    // A file's link leads to its page: a sign-in returns to pages only.
    const page = /\.(pdf|ics)$/.test(path) ? `/orders/${number}` : path;
    expect([to.pathname, to.searchParams.get('returnTo')]).toEqual(['/login', page]);
    expect(decodeURIComponent(response.headers.get('set-cookie') ?? '')).toContain(
      'Please log in to view your orders.',
    );
    expect((await ask(path, cookies.banned)).headers.get('location')).toBe('/');
  }
  for (const path of spellings(number)) {
    const text = await (await ask(path, '')).text();
    expect(text, path).not.toContain(NAME);
  }
});

describe('a pass’s code', () => {
  test('opens nothing, for no one, in any place', async () => {
    for (const cookie of [cookies.other, cookies.owner, ''])
      for (const path of [
        `/orders/${passCode}`,
        `/orders/${passCode}/receipt.pdf`,
        `/orders?find=${passCode}`,
        `/success?order=${passCode}`,
        `/admin/orders?find=${passCode}`,
        `/admin/orders.data?find=${passCode}`,
        `/orders/${rowId}`,
      ]) {
        const response = await ask(path, cookie);
        const text = await response.text();
        if (cookie === cookies.owner && path.startsWith('/orders?')) continue;
        expect(text, path).not.toContain(NAME);
        expect(text, path).not.toContain(number);
      }
  });
});

test('its owner adds a note and a pickup person without scripts, and sees why a change is refused', async () => {
  const open = await anOrder(owner, [[await aProduct(fresh.db), 1]]);
  const send = (fields: Record<string, string>) =>
    postForm(
      app,
      `/orders/${open}`,
      { intent: 'notes', customerNote: '', pickupName: '', seenNote: '', seenName: '', ...fields },
      { cookie: `age_verified=1; ${cookies.owner}` },
    );
  const first = { customerNote: 'Two bags\r\n<b>please</b>', pickupName: 'Juniper Vale' };
  expect((await send(first)).headers.get('location')).toBe(`/orders/${open}`);
  expect(await storedOrder(fresh.db, open)).toMatchObject({
    customerNote: 'Two bags\n<b>please</b>',
    pickupName: 'Juniper Vale',
  });
  const page = await (await ask(`/orders/${open}`, cookies.owner)).text();
  expect(page).toContain('Two bags\n&lt;b&gt;please&lt;/b&gt;</textarea>');
  expect(page.replaceAll('<!-- -->', '')).toContain(
    'Picked up by Juniper Vale, who must bring their own ID.',
  );

  const stale = await send({ customerNote: 'From another tab' });
  expect(stale.status).toBe(409);
  const text = await stale.text();
  expect(text).toContain('This has changed since you opened the page.');
  expect(text).toContain('>From another tab</textarea>');

  const long = await send({ customerNote: 'x'.repeat(301) });
  expect(long.status).toBe(400);
  const tooLong = await long.text();
  expect(tooLong).toContain('300 characters are the most');
  expect(tooLong).toContain('x'.repeat(301));

  const staffPage = await (await ask(`/admin/orders/${open}`, cookies.staff)).text();
  expect(staffPage).toContain('Pickup by Juniper Vale: check that person’s ID');
  expect(staffPage).toContain('&lt;b&gt;please&lt;/b&gt;');
});

test('another person’s actions find nothing and change nothing', async () => {
  const before = [await storedOrder(fresh.db, number), await eventsOf(fresh.db, number)];
  const writes: [string, Record<string, string>][] = [
    ['', { intent: 'cancel-order', id: number }],
    ['', { intent: 'late', minutes: '15' }],
    ['', { intent: 'reorder' }],
    ['', { intent: 'notes', customerNote: 'Mine now', pickupName: '', seenNote: '', seenName: '' }],
    ['/move', { slot: '2026-06-06T19:00:00Z', version: '1', seenStatus: 'pending' }],
  ];
  for (const [path, fields] of writes)
    for (const suffix of ['', '.data']) {
      const answers = await Promise.all(
        [number, NO_ORDER].map(async (order) => {
          const response = await postForm(app, `/orders/${order}${path}${suffix}`, fields, {
            cookie: cookies.other,
          });
          expect(response.headers.get('set-cookie') ?? '').not.toContain('cart=');
          return told(response, order);
        }),
      );
      expect(answers[0], `${path} ${fields.intent}`).toEqual(answers[1]);
    }
  expect([await storedOrder(fresh.db, number), await eventsOf(fresh.db, number)]).toEqual(before);
});
