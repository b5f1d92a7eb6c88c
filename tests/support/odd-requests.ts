/** Odd requests: ids, queries, headers and bodies, generated from a seed. */
import { request } from 'node:http';
import { expect } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import type { Database } from '#db/client.ts';
import { type Random, randomFrom } from '#seed/random.ts';
import type { Application } from './application.ts';
import { signedIn } from './people.ts';
import { inParallel } from './requests.ts';
import { routePaths } from './route-paths.ts';

type OddRequest = {
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body: Buffer | null;
};

const oddTexts = [
  '%00',
  'a%00b',
  '%E0%A4%A',
  '%ff%fe',
  '%ED%A0%80',
  '%',
  '%%%',
  '..%2f..%2fetc%2fpasswd',
  '-1',
  '0',
  '2147483648',
  '99999999999999999999',
  '9007199254740993',
  '1e309',
  'NaN',
  '1.5',
  '00000000-0000-0000-0000-00000000000g',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'ORD001',
  'ORD999999999999999999999999',
  '__proto__',
  'constructor',
  '%27%20or%201%3D1--',
  '%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  '%E2%80%AE%F0%9F%8C%BF',
  '2024-02-30',
  '9999-99-99',
  '+275760-09-13T00:00:00Z',
  '2026-11-21T15:00:00Z',
  '0000-01-01T00:00:00Z',
  '[object%20Object]',
  'x'.repeat(1500),
  '',
] as const;

const names = [
  ...[
    'id',
    'key',
    'lines',
    'slot',
    'birthDate',
    'reservation',
    'expectedTotal',
    'intent',
    'productId',
    'quantity',
  ],
  ...[
    'email',
    'password',
    'fullName',
    'token',
    'again',
    'mode',
    'door',
    'returnTo',
    'order',
    'page',
    'recipient',
  ],
  ...[
    'q',
    'min',
    'max',
    'category',
    'type',
    'strain',
    'thcMin',
    'thcMax',
    'stock',
    'sort',
    'part',
    'reservation',
  ],
  ...['_routes', 'index', '__proto__', 'items', 'pickupTime', 'total', 'orderId', 'state', 'licenseId'],
] as const;

const intents = [
  'cancel-order',
  'cancel-reservation',
  'rest',
  'add',
  'set',
  'remove',
  'read-all',
  'signup',
  'admin',
];

const methods = [
  ...['GET', 'GET', 'GET', 'POST', 'POST', 'POST', 'POST', 'HEAD', 'OPTIONS'],
  ...['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'SEARCH'],
] as const;

const hosts = ['a@b', 'a b', '[::1', 'a:99999', '', 'x'.repeat(300), 'evil.example', '127.0.0.1:1'] as const;

const types = [
  ...['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded', 'application/json'],
  ...[
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/json; charset=utf-16',
  ],
  ...['application/x-www-form-urlencoded; charset=shift_jis', 'text/html', ';;;', 'application/octet-stream'],
] as const;

function oddQuery(random: Random, length = random.between(1, 4)): string {
  return Array.from({ length }, () => {
    const value = random.chance(0.15) ? random.pick(intents) : random.pick(oddTexts);
    return `${random.pick(names)}=${value}`;
  }).join('&');
}

function oddBody(random: Random): Buffer {
  switch (random.between(0, 8)) {
    case 0:
      return Buffer.alloc(0);
    case 1:
      return Buffer.from(Array.from({ length: 200 }, () => random.between(0, 255)));
    case 2:
      return Buffer.from(
        '{"email":"\\ud800","items":[{"productId":1e99}],"total":'.slice(0, random.between(1, 60)),
      );
    case 3:
      return Buffer.from(
        JSON.stringify({
          email: random.pick(oddTexts),
          name: '\0',
          items: [{ productId: 2 ** 53, quantity: -1 }],
          pickupTime: random.pick(oddTexts),
          total: random.pick(oddTexts),
          orderId: random.pick(oddTexts),
        }),
      );
    case 4:
      return Buffer.from(
        `--x\r\nContent-Disposition: form-data; name="id"\r\n\r\n\0${random.pick(oddTexts)}\r\n--x--`,
      );
    case 5:
      return Buffer.from('a&'.repeat(300));
    case 6:
      return Buffer.from(`${'['.repeat(5000)}`);
    default:
      return Buffer.from(oddQuery(random, random.between(1, 8)));
  }
}

function oddHeaders(random: Random): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  const odd: [string, () => string | string[]][] = [
    ['Range', () => random.pick(['bytes=0-0', 'bytes=-1', 'bytes=9-1', 'bytes=x', 'bytes=0-99999999999999'])],
    ['Accept', () => random.pick(['application/json', '*/*', ';;', 'text/html;q=nonsense'])],
    ['Accept-Encoding', () => random.pick(['gzip', 'br;q=0', 'identity;q=0', '*', ',,,'])],
    ['If-Modified-Since', () => 'not a date'],
    ['If-None-Match', () => '"'],
    ['Content-Encoding', () => random.pick(['gzip', 'br', 'nonsense'])],
    ['X-Forwarded-For', () => [random.pick(oddTexts), '::', '999.1.1.1']],
    ['X-Forwarded-Host', () => 'a@b'],
    ['User-Agent', () => random.pick(['Googlebot', 'x'.repeat(4000), ''])],
    ['Accept-Language', () => 'x'.repeat(2000)],
    ['Authorization', () => 'Bearer %00'],
    ['Referer', () => `http://a@b/?${'a&'.repeat(1000)}`],
    ['X-Farmgate-Client-Address', () => 'nonsense'],
  ];
  for (const [name, value] of odd) if (random.chance(0.12)) headers[name] = value();
  if (random.chance(0.06)) headers.Host = random.pick(hosts);
  return headers;
}

function oddCookies(random: Random): string {
  const cookies = ['age_verified', 'view', 'flash', 'cart', 'farmgate.session_token', '__Host-x', ''];
  return Array.from({ length: random.between(0, 3) }, () => {
    const value = random.chance(0.1) ? 'a=b;'.repeat(500) : random.pick(oddTexts);
    return `${random.pick(cookies)}=${value}`;
  }).join('; ');
}

/** One request to a route such as '/products/:id', with the visitor's `cookie`. */
function oddRequest(random: Random, route: string, origin: string, cookie: string): OddRequest {
  const path = route.replace(/:\w+/g, () => random.pick(oddTexts)).replace('*', () => random.pick(oddTexts));
  const method = random.pick(methods);
  const data = random.chance(0.2) ? (path.endsWith('/') ? '_.data' : '.data') : '';
  const query = random.chance(0.6) ? `?${oddQuery(random)}` : '';
  const body = ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method) ? null : oddBody(random);
  return {
    method,
    path: path + data + query,
    headers: {
      ...(body ? { 'Content-Type': random.pick(types), 'Content-Length': String(body.length) } : {}),
      ...(random.chance(0.9) ? { Origin: origin, 'Sec-Fetch-Site': 'same-origin' } : {}),
      ...oddHeaders(random),
      Cookie: [cookie, oddCookies(random)].filter(Boolean).join('; '),
    },
    body,
  };
}

/** Sends it unchanged; returns the status, or 0 if the connection was cut. */
function sendOdd(origin: string, odd: OddRequest): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(origin);
    const sent = request(
      { hostname, port, method: odd.method, path: odd.path, headers: odd.headers, agent: false },
      (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', () => resolve({ status: 0, text }));
      },
    );
    sent.on('error', () => resolve({ status: 0, text: '' }));
    sent.end(odd.body ?? undefined);
  });
}

/** Log lines that report a fault, and all stacks. */
export const faultsIn = (output: string) =>
  output.split('\n').filter((line) => /"level":(?:50|60)|"stack":|^\s+at .*:\d+:\d+/.test(line));

/**
 * Each round sends one odd request to each route as a guest and as each of these people; none causes a server error.
 * Returns the number of answers by status.
 */
export async function sendOddRequests(
  app: Application,
  { db, people, rounds }: { db: Database; people: readonly SignedIn[]; rounds: number },
): Promise<Map<number, number>> {
  const routes = [...(await routePaths()), '/api/auth/sign-in/email', '/media/*', '/assets/*', '/healthz'];
  expect(routes.length).toBeGreaterThan(35);
  const random = randomFrom(20_261_121);
  const failed: string[] = [];
  const sent = new Map<number, number>();
  for (let round = 0; round < rounds; round++) {
    // Some requests sign out, so every round starts with valid sessions.
    const cookies = ['', ...(await Promise.all(people.map((person) => signedIn(db, person))))];
    const odd = routes.flatMap((route) =>
      cookies.map((cookie) => ({ route, ...oddRequest(random, route, app.origin, cookie) })),
    );
    await inParallel(odd, 8, async (each) => {
      const { status, text } = await sendOdd(app.origin, each);
      sent.set(status, (sent.get(status) ?? 0) + 1);
      if (status >= 500 || status === 0 || text.includes('node_modules')) {
        failed.push(`${status} ${each.method} ${each.path} ${JSON.stringify(each.headers)}`);
      }
    });
  }
  const requests = [...sent.values()].reduce((sum, count) => sum + count, 0);
  console.info({ requests, routes: routes.length, statuses: Object.fromEntries(sent) });
  expect(failed).toEqual([]);
  return sent;
}
