/**
 * Invalid requests by every kind of visitor to every route: none causes a server error, and none leaves a stack in
 * the log.
 */
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { faultsIn, sendOddRequests } from '#tests/support/odd-requests.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';
import { openShop } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let app: Application;
let product: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  product = await aProduct(fresh.db);
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
});
afterAll(async () => {
  await app?.stop();
  await fresh.stop();
});

const faults = () => faultsIn(app.output());

test('odd ids, queries, headers and bodies get through no route', async () => {
  const customer = await aPerson(fresh.db);
  const admin = await aPerson(fresh.db, { role: 'admin' });
  const sent = await sendOddRequests(app, { db: fresh.db, people: [customer, admin], rounds: 1 });
  // Some requests got past the first check.
  expect(sent.get(200)).toBeGreaterThan(15);
  expect(sent.get(400)).toBeGreaterThan(15);
  expect(faults()).toEqual([]);
});

test.each<[string, number, string]>([
  ['no Host', 400, 'GET / HTTP/1.1\r\n\r\n'],
  ['a Host with a user', 400, 'GET / HTTP/1.1\r\nHost: a@b\r\n\r\n'],
  ['a Host with a user, for an uncached page', 400, 'GET /cart HTTP/1.1\r\nHost: a@b\r\n\r\n'],
  ['no Host in HTTP/1.0', 400, 'GET /cart HTTP/1.0\r\n\r\n'],
  ['another site for a target', 400, 'GET http://a@b/ HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a Host with a space', 400, 'GET /products HTTP/1.1\r\nHost: a b[\r\n\r\n'],
  ['TRACE', 405, 'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a target without an end', 414, `GET /${'a'.repeat(5000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  // Little more than one read: unread data at the time of the response can destroy the response.
  ['headers without an end', 431, `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'a'.repeat(17_000)}\r\n\r\n`],
  ['a NUL in a header', 400, 'GET / HTTP/1.1\r\nHost: a\r\nCookie: a=\0\r\n\r\n'],
  ['two lengths', 400, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  [
    'a length beside chunks',
    400,
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'a body that ends early',
    400,
    'POST /login HTTP/1.1\r\nHost: a\r\nOrigin: http://a\r\nContent-Length: 50\r\n\r\nemail=',
  ],
  [
    'chunks that are none',
    400,
    'POST /login HTTP/1.1\r\nHost: a\r\nOrigin: http://a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n',
  ],
  ['an expectation that nobody fulfils', 417, 'GET / HTTP/1.1\r\nHost: a\r\nExpect: 200-maybe\r\n\r\n'],
])('%s is answered with %i', async (_, status, sent) => {
  const received = await new Promise<string>((resolve, reject) => {
    const bytes = sent.replace('Origin: http://a', `Origin: ${app.origin}`);
    const socket = connect(Number(new URL(app.origin).port), 'localhost', () => socket.end(bytes, 'latin1'));
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
  expect(received.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
  expect(faults()).toEqual([]);
});

test('a form with too much or wrong content is refused with the page and a message', async () => {
  const post = (body: BodyInit, type: string, accept = 'text/html') =>
    fetch(`${app.origin}/login`, {
      method: 'POST',
      headers: { Origin: app.origin, 'Content-Type': type, Accept: accept },
      body,
    });
  const form = 'application/x-www-form-urlencoded';
  for (const [body, type, status, words] of [
    [`email=${'a'.repeat(70_000)}`, form, 413, 'too large'],
    ['a&'.repeat(601), form, 413, 'too large'],
    ['{}', 'application/json', 415, 'could not read that form'],
    ['email=%E0%A4%A', form, 400, 'could not read that request'],
  ] as const) {
    const response = await post(body, type);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(words);
  }
  const asJson = await post(`email=${'a'.repeat(70_000)}`, form, 'application/json');
  expect(await asJson.json()).toEqual({ message: expect.stringContaining('too large') });
});

test('an order form with an invalid product and key is refused and makes nothing', async () => {
  const cookie = await signedIn(fresh.db, await aPerson(fresh.db));
  for (const key of ['', 'no-key', "' or 1=1", 'ffffffff-ffff-ffff-ffff-fffffffffffg']) {
    for (const lines of [`${product}:1`, '99999999999:1', `${product}:99999`, 'x']) {
      const response = await postForm(app, '/checkout', { key, lines, slot: 'x' }, { cookie });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    }
  }
});
