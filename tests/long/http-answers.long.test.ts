/** Answers as caches, proxies and browsers read them (RFC 9110, RFC 9111), on every page and of the API. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyPage } from '#tests/journeys/every-page.ts';
import { type JudgedShop, openJudgedShop, type Who } from '#tests/support/judged-shop.ts';

let shop: JudgedShop;
beforeAll(async () => {
  shop = await openJudgedShop();
});
afterAll(() => shop?.stop());

/** Headers of one answer that another of the same page need not have. */
const OWN =
  /^(?:date|x-request-id|content-length|set-cookie|ratelimit|keep-alive|connection|server-timing|transfer-encoding|content-encoding)$/;
const headersOf = ({ headers }: Response) =>
  Object.fromEntries(
    [...headers]
      .filter(([name]) => !OWN.test(name))
      // The policy names what the page contains, which HEAD does not write (RFC 9110, 9.3.2).
      .map(([name, value]) => [name, name === 'content-security-policy' ? 'a policy' : value]),
  );
const encodings = ['identity', 'gzip', 'br'] as const;

const extra: [Who, string][] = [
  ...['/robots.txt', '/sitemap.xml', '/site.webmanifest', '/pricing.pdf', '/favicon.svg', '/art/og.jpg'].map(
    (path): [Who, string] => ['guest', path],
  ),
  ...['security.txt', 'change-password', 'passkey-endpoints', 'jwks.json'].map((name): [Who, string] => [
    'guest',
    `/.well-known/${name}`,
  ]),
  ['guest', '/api/v1/openapi.json'],
];
const addresses = (): [Who, string][] => [
  ...everyPage(shop.shown)
    .filter(({ gated, standsAlone }) => !gated && !standsAlone)
    .map(({ who, path }): [Who, string] => [who, path]),
  ...extra,
];

test('HEAD has the status and the headers of GET, and no address says when it was modified without comparing it', async () => {
  const faults: string[] = [];
  for (const [who, path] of addresses()) {
    const got = await shop.ask(who, path);
    await got.arrayBuffer();
    const head = await shop.ask(who, path, { method: 'HEAD' });
    const [one, other] = [
      { status: got.status, ...headersOf(got) },
      { status: head.status, ...headersOf(head) },
    ];
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)]))
      if (one[name as never] !== other[name as never])
        faults.push(`HEAD ${path}: ${name} is ${other[name as never]}, of GET ${one[name as never]}`);
    const modified = got.headers.get('last-modified');
    if (modified === null) continue;
    const same = await shop.ask(who, path, { headers: { 'If-Modified-Since': modified } });
    await same.arrayBuffer();
    if (same.status !== 304) faults.push(`${path} says ${modified} and answers ${same.status} for it`);
  }
  expect(faults).toEqual([]);
});

test('a tag that is one for several compressions is weak, and 304 varies as 200 does', async () => {
  const faults: string[] = [];
  let tags = 0;
  for (const [who, path] of addresses()) {
    const found = new Set<string>();
    for (const encoding of encodings) {
      const answer = await shop.ask(who, path, { headers: { 'Accept-Encoding': encoding } });
      await answer.arrayBuffer();
      const tag = answer.headers.get('etag');
      if (tag === null) continue;
      tags += 1;
      if (found.has(tag) && !tag.startsWith('W/') && answer.headers.has('vary'))
        faults.push(`${path}: ${tag} for ${encoding}, too`);
      found.add(tag);
      const same = await shop.ask(who, path, {
        headers: { 'Accept-Encoding': encoding, 'If-None-Match': tag },
      });
      const vary = [same, answer].map(({ headers }) => headers.get('vary'));
      if (same.status !== 304 || vary[0] !== vary[1])
        faults.push(`${path} ${encoding}: ${same.status} for its tag, Vary ${vary.join(' and of 200 ')}`);
    }
  }
  expect(faults).toEqual([]);
  expect(tags).toBeGreaterThan(20);
});

test('the API refuses a method with those that it takes, in its own format', async () => {
  const { paths } = await (await shop.ask('guest', '/api/v1/openapi.json')).json();
  const open = Object.entries(paths as Record<string, Record<string, { security?: unknown[] }>>).filter(
    ([, of]) => Object.values(of).every(({ security }) => security?.length === 0),
  );
  for (const [path, of] of open)
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST', 'GET'].filter(
      (each) => !of[each.toLowerCase()],
    )) {
      const answer = await shop.ask('guest', `/api/v1${path.replaceAll(/\{\w+\}/g, '1')}`, { method });
      expect([method, path, answer.status]).toEqual([method, path, 405]);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
    }
  expect(open.length).toBeGreaterThan(0);
});

test('a customer’s sign-out clears what the browser stores; no answer has the dead interest-cohort', async () => {
  const origin = { Origin: shop.origin, 'Sec-Fetch-Site': 'same-origin' };
  const left = await shop.ask('customer', '/sign-out', { method: 'POST', headers: origin });
  expect(left.headers.get('clear-site-data')).toBe('"storage"');
  expect(left.headers.get('permissions-policy')).not.toContain('interest-cohort');
});
