/** How Metrc is asked, and what becomes of answers that are none: one sentence, and no key in it. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type TrackingProblem, TrackingTrouble, trackingMessage } from '../tracking.ts';
import { metrcSystem } from './metrc.server.ts';
import { usualLimits } from './metrc-connection.server.ts';
import { paced } from './pace.ts';

const SOFTWARE = 'software-hunter2';
const LICENSE = 'license-hunter3';
type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

let server: Server | undefined;
const asked: URL[] = [];
const headers: (string | undefined)[] = [];
let most = 0;

/** The system at a server that answers like this. */
async function systemAt(answer: Answer, limits: object = {}) {
  let now = 0;
  server = createServer((request, response) => {
    now++;
    most = Math.max(most, now);
    response.on('close', () => now--);
    const url = new URL(request.url ?? '', 'http://x');
    asked.push(url);
    headers.push(request.headers.authorization);
    answer(request, response, url);
  });
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const options = {
    origin: `http://127.0.0.1:${port}`,
    license: 'OCM-1',
    zone: 'America/New_York',
    isOwnNetwork: true,
  };
  return metrcSystem(
    { ...options, softwareKey: SOFTWARE, licenseKey: LICENSE },
    {
      ...{ pace: paced({ atOnce: 2, apartMs: 0 }), writePace: paced({ atOnce: 1, apartMs: 0 }) },
      ...{ answerMs: 400, wholeMs: 5000, againMs: 1 },
      ...{ longestPauseSeconds: 1, ...limits },
    },
  );
}
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  asked.length = 0;
  headers.length = 0;
  most = 0;
});

const tagOf = (number: number) => `1A4120000000001${String(number).padStart(9, '0')}`;
const row = (number: number, more: object = {}) => ({
  ...{ Label: tagOf(number), Quantity: 12, UnitOfMeasureName: 'Each', LabTestingState: 'TestPassed' },
  ...{ IsOnHold: false, IsOnRecall: null, Item: { Name: 'Sour Diesel, 3.5 g' }, ...more },
});
const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
const page = (rows: unknown[], total = rows.length, pages = Math.ceil(total / 20)) => ({
  ...{ Data: rows, Total: total, TotalRecords: total, PageSize: 20, TotalPages: pages },
});
/** Active packages in pages of twenty; nothing is on hold. */
const listing =
  (rows: object[]): Answer =>
  (_, response, url) => {
    if (url.pathname.endsWith('/onhold')) return json(response, page([]));
    const start = (Number(url.searchParams.get('pageNumber')) - 1) * 20;
    return json(response, page(rows.slice(start, start + 20), rows.length));
  };

const problemOf = async (work: Promise<unknown>): Promise<TrackingProblem> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TrackingTrouble);
  const { problem } = error as TrackingTrouble;
  const words = trackingMessage(problem) + String((error as Error).stack) + JSON.stringify(error);
  expect(words).not.toMatch(/hunter/);
  expect(words).not.toContain(Buffer.from(`${SOFTWARE}:${LICENSE}`).toString('base64'));
  return problem;
};

describe('a list', () => {
  test('is read whole: pages of twenty, two at once, both bounds and both keys with every call', async () => {
    const rows = Array.from({ length: 95 }, (_, index) => row(index));
    const system = await systemAt(listing(rows));
    const packages = await system.packages();
    expect(packages.map(({ tag }) => tag)).toEqual(rows.map(({ Label }) => Label));
    expect(asked.filter(({ pathname }) => pathname === '/packages/v2/active')).toHaveLength(5);
    for (const { searchParams } of asked) {
      expect(Date.parse(searchParams.get('lastModifiedStart') ?? '')).toBeLessThan(Date.parse('2015-01-01'));
      expect(Date.parse(searchParams.get('lastModifiedEnd') ?? '')).toBeGreaterThan(Date.now());
      expect(searchParams.get('licenseNumber')).toBe('OCM-1');
      expect(searchParams.get('pageSize')).toBe('20');
    }
    expect(new Set(headers)).toEqual(
      new Set([`Basic ${Buffer.from(`${SOFTWARE}:${LICENSE}`).toString('base64')}`]),
    );
    expect(most).toBeLessThanOrEqual(2);
  });

  test('has the packages on hold, which Metrc lists apart, and says what may be sold', async () => {
    const system = await systemAt((_, response, url) => {
      if (url.pathname.endsWith('/onhold')) return json(response, page([row(2)]));
      return json(
        response,
        page([
          row(1, { Quantity: 40.5, UnitOfMeasureName: 'Grams' }),
          row(3, { LabTestingState: 'NotSubmitted', IsOnRecallCombined: true }),
          row(4, { LabTestingState: 'RetestPassed', IsOnInvestigation: true }),
        ]),
      );
    });
    const [bulk, untested, investigated, held] = await system.packages();
    expect(bulk).toMatchObject({ quantity: null, unit: 'Grams', hasPassed: true, isOnHold: false });
    expect(untested).toMatchObject({ hasPassed: false, testState: 'NotSubmitted', isOnRecall: true });
    expect(investigated).toMatchObject({ hasPassed: true, isInvestigated: true });
    expect(held).toMatchObject({ tag: tagOf(2), isOnHold: true, quantity: 12 });
  });

  test('that changes while it is read is read again, and then refused', async () => {
    let reads = 0;
    const system = await systemAt((_, response, url) => {
      const number = Number(url.searchParams.get('pageNumber'));
      if (number === 2) reads++;
      json(response, page(number === 1 ? Array.from({ length: 20 }, (__, nth) => row(nth)) : [row(3)], 21));
    });
    expect(await problemOf(system.packages())).toEqual({ kind: 'unsteady' });
    expect(reads).toBe(2);
  });

  test('longer than a shop’s is not read', async () => {
    const system = await systemAt((_, response) => json(response, page([row(1)], 1_000_000)));
    expect(await problemOf(system.packages())).toEqual({ kind: 'too-many' });
    expect(asked).toHaveLength(1);
  });
});

describe('an answer that is none', () => {
  const html: Answer = (_, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<h1>Welcome ${SOFTWARE}</h1>`);
  const large: Answer = (_, response) => {
    response.writeHead(200);
    response.write(JSON.stringify(page([row(1)])));
    const send = () => {
      if (response.destroyed) return;
      if (response.write(' '.repeat(100_000))) setImmediate(send);
      else response.once('drain', send);
    };
    send();
  };
  const slow: Answer = (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(timer));
  };
  const redirect: Answer = (_, response, url) => {
    if (url.pathname === '/elsewhere') return json(response, page([row(1)]));
    return response.writeHead(302, { Location: '/elsewhere' }).end(JSON.stringify(page([row(1)])));
  };
  const typed =
    (body: unknown): Answer =>
    (_, response) =>
      json(response, body);
  test.each<[string, Answer, string]>([
    ['HTML', html, 'not as Metrc does'],
    ['ten megabytes', large, 'not as Metrc does'],
    ['a redirect', redirect, 'not as Metrc does'],
    ['bytes that never end', slow, 'did not answer in time'],
    ['null', typed(null), 'not as Metrc does'],
    ['another list', typed({ Data: 'x', TotalRecords: '1', TotalPages: 1 }), 'not as Metrc does'],
    ['a package whose tag is none', typed(page([row(1, { Label: '<script>' })])), 'not as Metrc does'],
    ['a quantity in letters', typed(page([row(1, { Quantity: '12' })])), 'not as Metrc does'],
    ['a number that is none', typed(page([row(1)], -1, 1)), 'not as Metrc does'],
    ['a refusal', (_, response) => json(response, { Message: SOFTWARE }, 401), 'allow ‘View Packages’'],
    ['an error', (_, response) => json(response, { Message: SOFTWARE }, 503), 'a problem of its own (503)'],
    ['a long pause', (_, response) => response.writeHead(429, { 'Retry-After': '600' }).end(), '10 minutes'],
    ['a closed connection', (request) => request.socket.destroy(), 'could not be reached'],
  ])('%s is one sentence', async (_, answer, words) => {
    const system = await systemAt(answer);
    expect(trackingMessage(await problemOf(system.packages()))).toContain(words);
    expect(asked.some(({ pathname }) => pathname === '/elsewhere')).toBe(false);
  });

  test('names with marks that cannot be stored are refused', async () => {
    const system = await systemAt(listing([row(1, { Item: { Name: 'a\u0000b' } })]));
    const outcome = await system.packages().catch((error: unknown) => error);
    expect(JSON.stringify(outcome)).not.toContain('\\u0000');
  });
});

test('a short pause that Metrc asks for is waited for', async () => {
  let calls = 0;
  const system = await systemAt((request, response, url) => {
    if (++calls === 1) return response.writeHead(429, { 'Retry-After': '1' }).end();
    return listing([row(1)])(request, response, url);
  });
  const startedAt = performance.now();
  expect(await system.packages()).toHaveLength(1);
  expect(performance.now() - startedAt).toBeGreaterThan(950);
});

test('the keys tell their licenses and what they may read', async () => {
  const system = await systemAt((_, response, url) => {
    if (url.pathname === '/facilities/v2')
      return json(response, [
        {
          Name: 'Two Branches Farm',
          License: { Number: 'OCM-1', LicenseType: 'Microbusiness' },
          FacilityType: { CanSellToConsumers: true, CanGrowPlants: true },
        },
      ]);
    return url.pathname.startsWith('/transfers')
      ? response.writeHead(401).end()
      : json(response, page([{ Id: 1 }]));
  });
  expect(await system.facilities()).toEqual([
    { name: 'Two Branches Farm', license: 'OCM-1', type: 'Microbusiness', acts: ['sell', 'grow'] },
  ]);
  expect(await system.rights()).toEqual({ packages: true, sales: true, deliveries: false });
});

test('an address in an own network is not asked unless the operator allows it', async () => {
  for (const origin of [
    'http://127.0.0.1:1',
    'https://localhost',
    'https://192.168.1.2',
    'https://metrc.internal',
  ]) {
    const options = {
      origin,
      license: 'OCM-1',
      zone: 'America/New_York',
      softwareKey: SOFTWARE,
      licenseKey: LICENSE,
    };
    const system = metrcSystem({ ...options, isOwnNetwork: false });
    expect(await problemOf(system.packages())).toEqual({ kind: 'own-network' });
  }
});

test('what is reported goes one after the other', async () => {
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await new Promise((done) => setTimeout(done, 5));
    running--;
  };
  await Promise.all(Array.from({ length: 4 }, () => usualLimits.writePace(work)));
  expect(most).toBe(1);
});

test('five start in a second, and two run at once', async () => {
  const pace = paced({ atOnce: 2, apartMs: 50 });
  const starts: number[] = [];
  let running = 0;
  let highest = 0;
  const work = async () => {
    starts.push(performance.now());
    highest = Math.max(highest, ++running);
    await new Promise((done) => setTimeout(done, 120));
    running--;
  };
  await Promise.all([pace(work), pace(work), pace(work), pace(work)]);
  expect(highest).toBe(2);
  // Timers may ring a little early.
  expect((starts[3] ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(140);
});
