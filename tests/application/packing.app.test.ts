/** Packing over HTTP without scripts: how staff get there, what each press and typed code does, and what is refused. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiveLot } from '#core/goods/stock/lots/receive-lot.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { lots } from '#db/schema/stock.ts';
import { newId } from '#kernel/ids.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aMug, anOrder, auditOf, openForOrders, storedOrder } from '#tests/support/orders.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';

let fresh: FreshDatabase;
let app: Application;
let customer: SignedIn;
const cookies = { kim: '', lee: '', wren: '' };

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  customer = await aPerson(fresh.db, { name: 'Wren Hale' });
  for (const [who, person] of [
    ['kim', await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' })],
    ['lee', await aPerson(fresh.db, { role: 'staff', name: 'Lee Ford' })],
    ['wren', customer],
  ] as const)
    cookies[who] = `age_verified=1; ${await signedIn(fresh.db, person)}`;
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
});
afterAll(async () => {
  expect(await checkInvariants(fresh.db)).toEqual([]);
  await app?.stop();
  await fresh.stop();
});

const post = (path: string, fields: Record<string, string>, who: keyof typeof cookies = 'kim') =>
  postForm(app, path, fields, { cookie: cookies[who] });
const read = async (path: string, who: keyof typeof cookies = 'kim') =>
  (await fetch(app.origin + path, { headers: { cookie: cookies[who] } })).text();
/** A page as it reads, without its tags. */
const words = (html: string) =>
  html
    .replaceAll(/<!-- -->/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

/** Mugs of one lot, B-1, on shelf A3. */
async function anOrderOf(quantity: number) {
  const mug = await aMug(fresh.db, { name: 'Enamel Mug', onHand: quantity + 5 });
  await fresh.db.update(lots).set({ shelfPlace: 'Shelf A3' }).where(eq(lots.productId, mug));
  const number = await anOrder(customer, [[mug, quantity]]);
  const { version, passCode, items } = await storedOrder(fresh.db, number);
  const path = `/counter/orders/${number}/packing`;
  const scan = (code: string, more: Record<string, string> = {}, who: keyof typeof cookies = 'kim') =>
    post(path, { intent: 'scan', key: newId(), code, ...more }, who);
  return { number, path, version, passCode, line: items[0]?.reservationId ?? '', scan };
}

test('from the board by press to Ready: codes, presses, taking out', async () => {
  const { number, path, version, line, scan } = await anOrderOf(3);
  const started = await post('/counter', { intent: 'pack', order: number, version: String(version) });
  expect(started.headers.get('location')).toBe(path);
  const page = words(await read(path));
  for (const text of [
    `Pack ${number} for Wren Hale`,
    'Take and scan',
    'batch B-1',
    'Shelf A3',
    'packed 0 of 3',
  ])
    expect(page).toContain(text);
  expect((await read(`/counter?find=${number}`)).includes(`href="${path}"`)).toBe(true);

  expect(words(await (await scan('b-1')).text())).toContain('Enamel Mug: 1 of 3 packed.');
  const wrong = await scan('https://1a4.com.evil.example/10NOIEYKAJDG6CF0EXGJL');
  expect(wrong.status).toBe(409);
  expect(words(await wrong.text())).toContain('This code belongs to 1a4.com.evil.example');

  const key = newId();
  const all = () => post(path, { intent: 'pack-all', key, line });
  await all();
  expect(words(await (await all()).text())).toContain('3 of 3 packed. ');
  const full = await read(path);
  expect(words(full)).toContain('All 3 units are in the bag');
  const [unit = ''] = [...full.matchAll(/name="unit" value="([^"]+)"/g)].map((found) => found[1] ?? '');
  expect(words(await (await post(path, { intent: 'take-out', unit })).text())).toContain('2 of 3 packed.');
  await post(path, { intent: 'pack-one', key: newId(), line });

  const current = await storedOrder(fresh.db, number);
  const done = await post(path, { intent: 'ready', version: String(current.version) });
  expect(done.headers.get('location')).toBe('/counter');
  expect(await storedOrder(fresh.db, number)).toMatchObject({ status: 'ready', packerName: 'Kim Reyes' });
  expect(words(await read(path))).toContain(`${number} is ready`);
});

test('another person sees who packs and may take over; a customer sees nothing', async () => {
  const { number, path, version, scan } = await anOrderOf(2);
  await post('/counter', { intent: 'pack', order: number, version: String(version) });
  const other = await scan('B-1', {}, 'lee');
  expect(other.status).toBe(409);
  expect(words(await other.text())).toContain('Kim Reyes packs this order');
  await post(path, { intent: 'take-over', version: String(version) }, 'lee');
  expect((await scan('B-1', {}, 'lee')).status).toBe(200);
  expect((await scan('B-1', {}, 'wren')).status).toBe(302);
  expect((await post(path, { intent: 'scan', key: 'x', code: 'B-1' }, 'lee')).status).toBe(400);
});

test('another batch is packed for a reason; one that is not said is asked for again', async () => {
  const { number, path, version, scan } = await anOrderOf(2);
  await post(path, { intent: 'start', version: String(version) });
  const { items } = await storedOrder(fresh.db, number);
  const admin = await aPerson(fresh.db, { role: 'admin' });
  const delivery = {
    productId: items[0]?.productId ?? 0,
    batchNumber: 'LATER-2',
    quantity: 3,
    testStatus: null,
  };
  await receiveLot(admin, { ...delivery, expiresOn: null });
  const offered = await (await scan('LATER-2')).text();
  expect(words(offered)).toContain('Wrong batch');
  expect(words(offered)).toContain('Pack batch LATER-2 instead');
  const unsaid = await (await scan('LATER-2', { because: 'other', batch: 'LATER-2' })).text();
  expect(words(unsaid)).toContain('Reason missing');
  expect(words(unsaid)).toContain('Pack batch LATER-2 instead');
  const taken = await scan('LATER-2', { because: 'damaged', note: 'Lid open' });
  expect(words(await taken.text())).toContain('1 of batch LATER-2');
  expect((await auditOf(fresh.db, number)).at(-1)).toMatchObject({
    action: 'order.lot-changed',
    reason: 'The other package is damaged: Lid open',
  });
});

test('a pass leads to the packing page while its order is to be packed, and packs nothing on it', async () => {
  const { number, path, passCode, version, scan } = await anOrderOf(1);
  const other = await anOrderOf(1);
  const found = await post('/counter', { intent: 'find', find: passCode });
  // The customer has other open orders, too.
  expect(found.headers.get('location')).toBe(`/counter?find=${passCode}`);
  await post(path, { intent: 'start', version: String(version) });
  const answer = words(await (await scan(other.passCode)).text());
  expect(answer).toContain(`This is the code of ${other.number}. Nothing was packed.`);
  expect(answer).toContain('packed 0 of 1');
  await post('/counter', { intent: 'ready', order: number, version: String(version + 2) });
  const alone = await aPerson(fresh.db, { name: 'Juniper Vale' });
  const only = await anOrder(alone, [[await aMug(fresh.db), 1]]);
  const { passCode: pass } = await storedOrder(fresh.db, only);
  expect((await post('/counter', { intent: 'find', find: pass })).headers.get('location')).toBe(
    `/counter/orders/${only}/packing`,
  );
});

test('the labels of an order are a PDF for staff: one for the bag, one for each unit', async () => {
  const { number } = await anOrderOf(2);
  const labels = (who: keyof typeof cookies) =>
    fetch(`${app.origin}/counter/orders/${number}/labels.pdf`, {
      headers: { cookie: cookies[who] },
      redirect: 'manual',
    });
  const pdf = await labels('kim');
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  const pages = pdfText(Buffer.from(await pdf.arrayBuffer())).map((page) => page.join(' '));
  expect(pages).toHaveLength(3);
  expect(pages[0]).toContain('Wren H.');
  expect(pages[1]).toContain('Batch B-1');
  expect((await labels('wren')).status).toBe(302);
});
