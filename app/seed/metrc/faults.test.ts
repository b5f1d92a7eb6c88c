/** The traps and faults of the stand-in, as a client meets them. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calm, goDown } from './faults.ts';
import { openRates } from './rates.ts';
import type { Metrc } from './start-metrc.ts';
import { labelOf, NOON, type OpenMetrc, openMetrc, saleOf, WIDE } from './testing/open-metrc.ts';

let metrc: Metrc;
let ask: OpenMetrc['ask'];
let get: OpenMetrc['get'];
let now = NOON;
beforeEach(async () => {
  now = NOON;
  const opened = await openMetrc(() => now);
  ({ metrc, ask, get } = opened);
  opened.add(1);
});
afterEach(() => metrc.stop());

const sell = (number = 1, externalNumber?: string, patience?: number) =>
  ask('POST', '/sales/v2/receipts', '', [saleOf(number, 1, externalNumber)], { patience });
const left = () => metrc.state.packages[labelOf(1)]?.quantity;

describe('401 answers', () => {
  const user = () => metrc.state.users[0] ?? { licenses: [], permissions: [] };
  const facility = () => metrc.state.facilities[0] ?? { flags: [] };

  test.each<[string, () => void]>([
    ['a key without the permission', () => (user().permissions = ['View Sales'])],
    ['a license that may not sell to consumers', () => (facility().flags = ['IsRetail'])],
  ])('%s, unless the trap is off', async (_, close) => {
    close();
    expect((await sell()).status).toBe(401);
    expect(left()).toBe(10);
    metrc.faults.traps.closedDoors = false;
    expect((await sell()).status).toBe(200);
  });

  test('a license that the key does not have, whatever the trap', async () => {
    metrc.faults.traps.closedDoors = false;
    user().licenses = ['OTHER'];
    expect((await get('/packages/v2/active')).status).toBe(401);
  });

  test('an unknown receipt, where Metrc does so', async () => {
    expect((await get('/sales/v2/receipts/external/X')).status).toBe(404);
    metrc.faults.unknownReceipt = 401;
    expect((await get('/sales/v2/receipts/external/X')).status).toBe(401);
  });
});

describe('the rate limit', () => {
  test('answers 429 with seconds to wait, for reading only, unless the trap is off', async () => {
    metrc.faults.limits.perFacility = 0;
    metrc.faults.retryAfter = 7;
    const { status, headers } = await get('/packages/v2/active');
    expect([status, headers.get('Retry-After')]).toEqual([429, '7']);
    expect((await sell()).status).toBe(200);
    metrc.faults.traps.rateLimit = false;
    expect((await get('/packages/v2/active')).status).toBe(200);
  });

  test('is 50 a second and 10 at once for a license, 150 a second for the software', () => {
    let time = 0;
    const rates = openRates(() => time);
    const enter = (license: string) => rates.enter(license, calm());
    const once = (license: string) => {
      const leave = enter(license);
      leave?.();
      return leave !== null;
    };
    const taken = (license: string) => Array.from({ length: 60 }, () => once(license)).filter(Boolean).length;
    expect(['A', 'B', 'C', 'D'].map(taken)).toEqual([50, 50, 50, 0]);
    time = 1000;
    const open = Array.from({ length: 12 }, () => enter('A'));
    expect(open.filter((leave) => leave !== null)).toHaveLength(10);
    open[0]?.();
    expect(once('A')).toBe(true);
  });
});

test('receipts are in local time without a zone, unless the trap is off', async () => {
  await sell(1, 'ORD042');
  const soldAt = async () => (await get('/sales/v2/receipts/external/ORD042')).body.SalesDateTime;
  expect(await soldAt()).toBe('2026-11-28T11:00:00.000');
  metrc.faults.traps.localTimes = false;
  expect(await soldAt()).toBe('2026-11-28T11:00:00.000-05:00');
});

test('lists of receipts leave their transactions out, unless the trap is off', async () => {
  await sell();
  const listed = async () => (await get('/sales/v2/receipts/active', WIDE)).body.Data[0];
  expect(await listed()).toMatchObject({ Transactions: [], TotalPackages: 1, TotalPrice: 20 });
  metrc.faults.traps.bareReceipts = false;
  expect((await listed()).Transactions).toHaveLength(1);
});

test('windows wider than allowed are refused where the state limits them', async () => {
  metrc.faults.limits.windowHours = 24;
  expect((await get('/packages/v2/active', WIDE)).status).toBe(400);
  const day = 'lastModifiedStart=2026-11-28T00:00:00Z&lastModifiedEnd=2026-11-29T00:00:00Z';
  expect((await get('/packages/v2/active', day)).body.Total).toBe(1);
});

describe('on demand', () => {
  test.each([
    ['silence-after-taking', 9],
    ['cut-after-taking', 9],
    ['silence', 10],
  ] as const)('%s: no answer, and %i units are left', async (kind, units) => {
    metrc.faults.next.push({ kind });
    await expect(sell(1, 'ORD042', 500)).rejects.toThrow();
    await expect.poll(() => metrc.calls.length).toBe(1);
    expect(left()).toBe(units);
    const known = await get('/sales/v2/receipts/external/ORD042');
    expect(known.status).toBe(units === 9 ? 200 : 404);
    expect(metrc.calls.map(({ status }) => status)).toEqual([null, known.status]);
  });

  test.each([
    ['error-500', 500],
    ['too-many', 429],
    ['refusal', 400],
  ] as const)('%s: the call is answered %i and not taken', async (kind, status) => {
    metrc.faults.next.push({ kind });
    expect((await sell()).status).toBe(status);
    expect(left()).toBe(10);
    expect((await sell()).status).toBe(200);
  });

  test('slow bytes come one after another', async () => {
    metrc.faults.slowByte = 50;
    metrc.faults.next.push({ kind: 'slow' });
    const asked = ask('GET', '/packages/v2/active', WIDE, undefined, { patience: 500 });
    await expect(asked).rejects.toThrow(/timeout/);
  });

  test('a page of HTML, a redirect, 10 MB and wrong types come in place of the answer', async () => {
    metrc.faults.next.push({ kind: 'html' }, { kind: 'redirect' }, { kind: 'huge' }, { kind: 'wrong-types' });
    const path = `/packages/v2/${labelOf(1)}`;
    expect((await get(path)).body).toContain('<h1>');
    expect((await get(path)).headers.get('Location')).toBe(metrc.faults.redirectTo);
    expect(JSON.stringify((await get(path)).body).length).toBeGreaterThan(10_000_000);
    expect((await get(path)).body).toMatchObject({ Quantity: '10', Label: 24 });
  });

  test('faults meet only the calls that they name, as often as they say', async () => {
    metrc.faults.next.push({ kind: 'error-500', method: 'POST', path: '/sales', times: 2 });
    expect((await get('/packages/v2/active')).status).toBe(200);
    expect([await sell(), await sell(), await sell()].map(({ status }) => status)).toEqual([500, 500, 200]);
  });

  test('a simulation’s dice decide about calls without a fault of their own', async () => {
    metrc.faults.choose = ({ method }) => (method === 'POST' ? 'refusal' : null);
    metrc.faults.next.push({ kind: 'html' });
    expect([(await sell()).status, (await sell()).status]).toEqual([200, 400]);
  });

  test('it is down for as many minutes as asked, and back then', async () => {
    goDown(metrc.faults, 10, now);
    await expect(get('/facilities/v2')).rejects.toThrow();
    now = new Date(NOON.getTime() + 9 * 60_000);
    await expect(sell()).rejects.toThrow();
    expect(left()).toBe(10);
    now = new Date(NOON.getTime() + 10 * 60_000);
    expect((await sell()).status).toBe(200);
  });
});

describe('what no one can read', () => {
  test.each([
    ['no list', { Id: 1 }],
    ['an empty list', []],
    ['a list of nothing', [null]],
    ['fields of other types', [{ ...saleOf(1), SalesDateTime: 5 }]],
    ['no transactions', [{ ...saleOf(1), Transactions: [] }]],
    ['a quantity below zero', [saleOf(1, -1)]],
  ])('%s is refused with 400', async (_, body) => {
    expect((await ask('POST', '/sales/v2/receipts', '', body)).status).toBe(400);
    expect(left()).toBe(10);
  });

  test('a path that does not exist, or is not encoded, is 404', async () => {
    expect((await get(`/packages/v2/${labelOf(1)}/history`)).status).toBe(404);
    expect((await get('/packages/v2/%E0%A4%A')).status).toBe(404);
  });

  test('a call without its license is refused', async () => {
    const headers = { Authorization: `Basic ${btoa('software:farm')}` };
    expect((await fetch(`${metrc.origin}/packages/v2/active`, { headers })).status).toBe(400);
    expect((await fetch(`${metrc.origin}/facilities/v2`, { headers })).status).toBe(200);
  });

  test('a call to another address of the machine: it listens on 127.0.0.1 only', async () => {
    await expect(fetch(metrc.origin.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow();
  });
});
