/** A whole day at the cash desk over HTTP: opened, sold, moved, handed over between people, counted, and reported. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#kernel/time.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aMug, anOrder, openForOrders, storedOrder } from '#tests/support/orders.ts';
import { pdfWords } from '#tests/support/pdf-text.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';
import { setStatus } from '#tests/support/set-status.ts';

let fresh: FreshDatabase;
let app: Application;
let mug: number;
let leeId = '';
let kimId = '';
let kimEmail = '';
const cookies = { kim: '', lee: '', ada: '', robin: '' };
const today = systemClock().toZonedDateTimeISO('America/New_York').toPlainDate().toString();

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  for (const [who, name, role] of [
    ['kim', 'Kim Reyes', 'staff'],
    ['lee', 'Lee Ford', 'staff'],
    ['ada', 'Ada Owner', 'admin'],
    ['robin', 'Robin Hale', 'user'],
  ] as const) {
    const person = await aPerson(fresh.db, { role, name });
    if (who === 'lee') leeId = person.userId;
    if (who === 'kim') [kimId, kimEmail] = [person.userId, person.email];
    cookies[who] = `age_verified=1; ${await signedIn(fresh.db, person)}`;
  }
  mug = await aMug(fresh.db, { onHand: 100 });
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
});
afterAll(async () => {
  expect(await checkInvariants(fresh.db)).toEqual([]);
  await app?.stop();
  await fresh.stop();
});

type Who = keyof typeof cookies;
const get = (path: string, who: Who = 'kim') =>
  fetch(app.origin + path, { headers: { cookie: cookies[who] }, redirect: 'manual' });
const read = async (path: string, who: Who = 'kim') =>
  (await (await get(path, who)).text()).replaceAll('<!-- -->', '');
const post = (path: string, fields: Record<string, string>, who: Who = 'kim') =>
  postForm(app, path, fields, { cookie: cookies[who] });
const hidden = (page: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';

/** Sends the form of the drawer's page as it is now. */
async function press(fields: Record<string, string>, who: Who = 'kim') {
  const page = await read('/counter/cash', who);
  return post('/counter/cash', { key: randomUUID(), sessionId: hidden(page, 'sessionId'), ...fields }, who);
}

async function readyOrder(): Promise<string> {
  const number = await anOrder(await aPerson(fresh.db), [[mug, 1]]);
  await setStatus(fresh.db, number, 'ready');
  return number;
}

/** A mug at $20.16, paid in cash. */
async function sell(who: Who = 'kim'): Promise<string> {
  const number = await readyOrder();
  const { version } = await storedOrder(fresh.db, number);
  const form = { intent: 'hand-over', version: String(version), key: randomUUID(), cashReceived: '40' };
  expect((await post(`/counter/orders/${number}`, form, who)).status).toBe(302);
  return number;
}

test('a day: outside a drawer, opened, sold, moved, handed over, counted, closed, and the report equals the receipts', async () => {
  for (const page of ['/counter', `/counter/orders/${await readyOrder()}`])
    expect(await read(page), page).toContain('No drawer is open.');
  await sell();

  const form = { intent: 'open', key: randomUUID(), amount: '', 'pieces-2000': '8', 'pieces-1000': '4' };
  for (const nth of [1, 2]) expect([nth, (await post('/counter/cash', form)).status]).toEqual([nth, 302]);
  expect(await read('/counter/cash')).toContain('Drawer 1: Kim Reyes');
  expect(await read('/counter')).toMatch(/Drawer 1: Kim Reyes, since/);
  expect(await read(`/counter/orders/${await readyOrder()}`)).not.toContain('No drawer is open.');
  const late = await post('/counter/cash', { intent: 'open', key: randomUUID(), amount: '100' }, 'lee');
  expect(late.status).toBe(409);

  await sell();
  await sell('lee');
  const refused = await press({ intent: 'entry', kind: 'drop', amount: '5,00', reason: 'Noon' });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toMatch(/value="5,00"[\s\S]*value="Noon"|value="Noon"[\s\S]*value="5,00"/);
  for (const amount of ['1e9', '１０', '-0', '0', '20.005'])
    expect([amount, (await press({ intent: 'entry', kind: 'drop', amount })).status >= 400]).toEqual([
      amount,
      true,
    ]);
  expect((await press({ intent: 'entry', kind: 'drop', amount: '50000.01' })).status).toBe(409);
  expect((await press({ intent: 'entry', kind: 'drop', amount: '100' })).status).toBe(302);
  expect((await press({ intent: 'entry', kind: 'pay-out', amount: '12.50', reason: 'Milk' })).status).toBe(
    302,
  );

  const key = randomUUID();
  const payIn = { intent: 'entry', kind: 'pay-in', reason: 'Change', key };
  for (const [amount, status] of [
    ['1', 302],
    ['1', 302],
    ['2', 409],
  ] as const) {
    const answer = await press({ ...payIn, amount });
    expect([amount, answer.status]).toEqual([amount, status]);
    if (status !== 409) continue;
    const page = await answer.text();
    expect(page).toContain('already sent with another amount');
    expect(page).not.toContain(key);
  }
  expect((await press({ intent: 'entry', kind: 'drop', amount: '1' })).status).toBe(302);

  // $200 + $40.32 - $100 - $12.50 = $127.82, which no page says before someone counted.
  const counting = await read('/counter/cash/count');
  expect(counting).not.toContain('127.82');
  const stale = hidden(counting, 'sessionId');
  expect((await press({ intent: 'count', amount: '127.00', next: leeId })).headers.get('location')).toBe(
    '/counter/cash',
  );
  expect(await read('/counter/cash', 'lee')).toContain('Drawer 2: Lee Ford');
  const gone = await post('/counter/cash', {
    ...{ intent: 'entry', sessionId: stale, key: randomUUID() },
    ...{ kind: 'drop', amount: '5', reason: '' },
  });
  expect(gone.status).toBe(409);
  expect(await gone.text()).toContain('Kim Reyes closed this drawer');

  await sell('lee');
  // $127.00 + $20.16; ten dollars short.
  expect((await press({ intent: 'count', amount: '137.16', next: '' }, 'lee')).headers.get('location')).toBe(
    '/counter/cash/count',
  );
  const result = await read('/counter/cash/count', 'lee');
  expect(result).toContain('Short $10.00');
  const close = { intent: 'close', countId: hidden(result, 'countId'), next: '' };
  const unexplained = await press({ ...close, note: '' }, 'lee');
  expect(unexplained.status).toBe(409);
  expect(await unexplained.text()).toContain('more than $5.00 over or short');
  // Kim closed a drawer today, but Lee's is still open; the report would say what it should hold.
  expect((await get('/counter/cash/report.pdf', 'kim')).status).toBe(403);
  expect((await press({ ...close, note: 'A ten is missing' }, 'lee')).headers.get('location')).toBe(
    '/counter/cash',
  );

  const page = await read(`/admin/cash/${today}`, 'ada');
  for (const words of [
    ...['Some cash was outside a drawer.', '$20.16 taken and $0.00 returned'],
    ...['Drawer 1: Kim Reyes', 'handed over to Lee Ford', 'Short $0.82', 'Short $10.00', 'A ten is missing'],
    ...['Short $10.82', 'Milk', 'Cash of the day: $80.64'],
  ])
    expect(page).toContain(words);
  const books = await read(`/admin/month-end?range=custom&from=${today}&to=${today}`, 'ada');
  expect(books).toContain('$80.64');
  expect(books, 'leads to this report').toContain(`href="/admin/cash/${today}"`);
  const csv = await read(`/admin/cash/${today}/report`, 'ada');
  expect(csv).toContain(`${today},Day,Total,,Cash,80.64,`);
  expect(csv).toContain(',Over or short,-10.82,');
  const list = await read('/admin/cash?only=differs&person=lee', 'ada');
  expect(list).toContain('Drawer 2');
  expect(list).not.toContain('Drawer 1<');

  const paper = await get('/counter/cash/report.pdf', 'lee');
  expect(paper.headers.get('content-type')).toBe('application/pdf');
  const words = pdfWords(Buffer.from(await paper.arrayBuffer()));
  for (const each of ['Short $10.82', '$80.64', 'A ten is missing']) expect(words).toContain(each);
  expect((await get('/counter/cash/report.pdf', 'kim')).status).toBe(403);
  expect((await get(`/admin/cash/${today}/report.pdf`, 'ada')).status).toBe(200);
});

/** The page that a redirect leads to, with the message that it brings. */
async function led(answer: Response, who: Who): Promise<string> {
  const flash = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  const headers = { cookie: [cookies[who], ...flash].join('; ') };
  return (await (await fetch(app.origin + answer.headers.get('location'), { headers })).text()).replaceAll(
    '<!-- -->',
    '',
  );
}

test('two tablets at one drawer: the later count and the later closing read who was first', async () => {
  expect((await press({ intent: 'open', amount: '100' })).status).toBe(302);
  const page = await read('/counter/cash/count');
  const sessionId = hidden(page, 'sessionId');
  const count = (amount: string, who: Who) =>
    post(
      '/counter/cash/count',
      { intent: 'count', key: randomUUID(), sessionId, after: hidden(page, 'after'), amount, next: '' },
      who,
    );
  expect((await count('90.00', 'kim')).headers.get('location')).toBe('/counter/cash/count');
  const second = await count('91.25', 'lee');
  expect(second.status).toBe(409);
  const answered = (await second.text()).replaceAll('<!-- -->', '');
  expect(answered).toContain('Kim Reyes counted this drawer at ');
  expect(answered).toContain('value="91.25"');
  expect(hidden(answered, 'after')).toBe('1');
  const countId = hidden(await read('/counter/cash/count'), 'countId');
  const close = (note: string, who: Who) =>
    post('/counter/cash/count', { intent: 'close', sessionId, countId, next: '', note }, who);
  expect(await led(await close('A ten is missing', 'kim'), 'kim')).toContain('is closed: short $10.00.');
  const later = await led(await close('Nothing is missing', 'lee'), 'lee');
  expect(later).toContain('Kim Reyes closed this drawer on ');
  expect(later).toContain('Nothing that you entered was saved.');
});

test('a hand-over that is refused when it arrives: on the drawer’s page and the end of the day until it is settled', async () => {
  const number = await readyOrder();
  const action = {
    ...{ id: randomUUID(), kind: 'hand-over', order: number, version: '1', after: '', by: kimId },
    ...{ doneAt: String(Date.now() - 60_000), cashReceived: '40', owed: '2016' },
  };
  const answer = await post('/counter/actions', action);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    outcome: 'refused',
    text: expect.stringContaining('End of day'),
  });
  expect(await read('/counter/cash')).toContain(`$20.16 of ${number}, taken by Kim Reyes`);
  expect(await read('/counter/end-of-day', 'lee')).toContain(
    'An admin or the person in charge settles this.',
  );
  expect(await read(`/admin/cash/${today}`, 'ada')).toContain('Hand-overs that were not accepted');
  const settle = (note: string, who: Who) =>
    post('/counter/end-of-day', { intent: 'settle', id: action.id, note }, who);
  const empty = await settle('', 'ada');
  expect(empty.status).toBe(409);
  expect(await empty.text()).toContain('Enter what was done about the goods and the cash.');
  expect((await settle('x'.repeat(401), 'ada')).status).toBe(400);
  const byLee = await settle('Paid in', 'lee');
  expect(byLee.status).toBe(403);
  expect(await byLee.text()).toContain('settles this.');
  expect(await led(await settle('Entered as a pay-in', 'ada'), 'ada')).toContain('Settled by Ada Owner');
  const late = await (await settle('Something else', 'ada')).text();
  expect(late).toContain('Your note was not saved.');
  expect(await read('/counter/cash')).not.toContain('Cash without a record');
  expect(await read(`/admin/cash/${today}`, 'ada')).toContain('Entered as a pay-in');
  const csv = await read(`/admin/cash/${today}/report`, 'ada');
  expect(csv).toContain(`${today},Hand-over not accepted,${number},Kim Reyes (${kimEmail}),Cash,20.16,`);
  const paper = await get(`/admin/cash/${today}/report.pdf`, 'ada');
  const words = pdfWords(Buffer.from(await paper.arrayBuffer()));
  expect(words).toContain('Entered as a pay-in');
});

test('nobody without the right gets in by the address', async () => {
  for (const path of ['/counter/cash', '/counter/cash/count', '/counter/cash/report.pdf'])
    expect([path, (await get(path, 'robin')).status]).toEqual([path, 302]);
  for (const path of [
    '/admin/cash',
    `/admin/cash/${today}`,
    `/admin/cash/${today}/report`,
    `/admin/cash/${today}/report.pdf`,
  ])
    expect([path, (await get(path, 'kim')).status]).toEqual([path, 302]);
  const opened = await post('/counter/cash', { intent: 'open', amount: '100' }, 'robin');
  expect(opened.headers.get('location')).toBe('/');
  expect(await read('/counter/cash')).toContain('No drawer is open');
});
