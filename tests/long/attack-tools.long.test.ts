/**
 * sqlmap, wapiti and ffuf against the demo store and its API, and first against a page that can be attacked:
 * tools that find nothing there would find nothing anywhere. Figures are in docs/evidence/reliability.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownScopes, storeScopes } from '#core/accounts/api-tokens/api-token.ts';
import { everyPage } from '#tests/journeys/every-page.ts';
import { apiClient, aToken, type Described } from '#tests/support/api.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { formRequests, pathRequests, queryRequests } from '#tests/support/attack-forms.ts';
import {
  ANY_TOKEN,
  type AttackProxy,
  isForwarded,
  NEW_KEY,
  openAttackProxy,
  type Visitor,
} from '#tests/support/attack-proxy.ts';
import { ffuf, requireTools, type SqlTarget, sqlmap, wapiti } from '#tests/support/attack-tools.ts';
import * as words from '#tests/support/attack-words.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { demoPerson, demoStore } from '#tests/support/demo-store.ts';
import { freePort } from '#tests/support/free-port.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { signedIn } from '#tests/support/people.ts';
import { seen, whole } from '#tests/support/seen.ts';
import { shownPrices } from '#tests/support/shown-prices.ts';
import { aShownWebhook } from '#tests/support/webhooks.ts';

type Who = 'guest' | 'customer' | 'admin';

let fresh: FreshDatabase;
let app: Application;
let shop: { origin: string; port: number };
let shown: Awaited<ReturnType<typeof demoStore>>;
const folder = mkdtempSync(join(tmpdir(), 'farmgate-attack-'));

beforeAll(async () => {
  requireTools();
  fresh = await freshDatabase();
  const port = await freePort();
  shop = { origin: `http://localhost:${port}`, port };
  app = await startApplication({
    ...{ NODE_ENV: 'production', DEMO_STORE: 'yes', DATABASE_URL: fresh.url },
    ...{ PORT: String(port), PUBLIC_ORIGIN: shop.origin, TRUSTED_PROXIES: '127.0.0.0/8,::1' },
  });
  shown = await demoStore(fresh.db);
});
afterAll(async () => {
  await app?.stop();
  await fresh?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function visitor(who: Who): Promise<Visitor> {
  const cookie = `age_verified=1; cart=${shown.product}:2`;
  if (who === 'guest') return { cookie };
  return { cookie: `${cookie}; ${await signedIn(fresh.db, await demoPerson(fresh.db, who))}` };
}

type Wing = 'guest' | 'customer' | 'counter' | 'office';

function belongsTo(wing: Wing, who: string, path: string): boolean {
  if (wing === 'counter') return path.startsWith('/counter');
  if (wing === 'office') return path.startsWith('/admin');
  return who === wing;
}

/** Paths of the pages in a wing, without those that lead elsewhere without a link from a mail or a recent sign-in. */
function pathsOf(wing: Wing): string[] {
  const leadElsewhere = /^\/(?:reset-password|confirm-email|join|unsubscribe|security\/text-messages|no\/)/;
  const paths = everyPage(shown)
    .filter(({ gated, standsAlone }) => !gated && !standsAlone)
    .filter(({ who, path }) => belongsTo(wing, who, path))
    .map(({ path }) => path)
    .filter((path) => !leadElsewhere.test(path) && isForwarded('GET', path));
  return [...new Set(paths)];
}

/** Each page answers 200 to this visitor: a target that is not there would look safe. */
async function expectOpen(proxy: AttackProxy, paths: readonly string[]): Promise<Page[]> {
  const pages: Page[] = [];
  const closed: string[] = [];
  for (const path of paths) {
    const answer = await fetch(proxy.origin + path, { redirect: 'manual' });
    if (answer.status !== 200) closed.push(`${answer.status} ${path} ${answer.headers.get('location')}`);
    pages.push({ url: proxy.origin + path, html: await answer.text() });
  }
  expect(closed).toEqual([]);
  return pages;
}
type Page = { url: string; html: string };

type Outcome = { findings: unknown[]; figures: Record<string, number> };

/** By name of the attack, in words. */
const outcomes = new Map<string, string>();
/** What these attacks found, and whether all of them ran. */
const outcomeOf = (...names: string[]): [what: string, isFull: boolean] => [
  names.map((name) => (names.length > 1 ? `${name}: ` : '') + (outcomes.get(name) ?? 'not run')).join('; '),
  names.every((name) => outcomes.has(name)),
];
afterAll(() => {
  seen('sqlmap-api', ...outcomeOf('sqlmap-api-customer', 'sqlmap-api-admin'));
  seen('sqlmap-guest', ...outcomeOf('sqlmap-guest'));
  seen('wapiti-guest', ...outcomeOf('wapiti-guest'));
  seen('sqlmap-signed-in', ...outcomeOf('sqlmap-customer', 'sqlmap-counter'));
  seen('wapiti-signed-in', ...outcomeOf('wapiti-customer', 'wapiti-counter'));
  seen('sqlmap-office', ...outcomeOf('sqlmap-office'));
  seen('wapiti-office', ...outcomeOf('wapiti-office'));
  seen('ffuf', ...outcomeOf('ffuf-guest', 'ffuf-customer'));
});

/** Runs a tool as this visitor: nothing is found, and nothing breaks. */
async function attack(
  name: string,
  who: Visitor,
  work: (proxy: AttackProxy, place: { folder: string; name: string }) => Promise<Outcome>,
): Promise<void> {
  const proxy = await openAttackProxy(shop, who);
  const began = performance.now();
  try {
    const { findings, figures } = await work(proxy, { folder: join(folder, name), name });
    const { requests, statuses, faults } = proxy.tally;
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(name, JSON.stringify({ seconds, requests, ...figures, statuses, findings: findings.length }));
    const targets = Object.entries(figures).map(([what, many]) => `${many} ${what}`);
    expect(findings).toEqual([]);
    if (faults.length === 0)
      outcomes.set(name, `0 and 0 of ${whole(requests)} requests (${targets.join(', ')})`);
  } finally {
    // Even if the tool failed: what broke tells why.
    expect.soft(proxy.tally.faults).toEqual([]);
    await proxy.stop();
  }
}

/** A page as no one should write it: SQL from pieces of a request, and a request's words as markup. */
async function openVulnerable() {
  const pool = new pg.Pool({ connectionString: fresh.url, max: 2 });
  const server = createServer(async (request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    response.setHeader('content-type', 'text/html');
    if (request.url === '/.env') return void response.end('SECRET=1');
    const found = await pool.query(`select name from products where id = ${query.get('id') ?? 0}`).then(
      ({ rows }) => JSON.stringify(rows),
      ({ message }) => `PostgreSQL query failed: ERROR:  ${message}`,
    );
    response.end(
      `<html><body><form><input name="id" value="1"><input name="q" value="a"><button>Go</button></form>
      ${query.get('q') ?? ''} ${request.headers['x-forwarded-host'] ?? ''} ${found}</body></html>`,
    );
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    await pool.end();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

/** Without UNION, which needs a page that shows rows: what it would find, the others do too. */
const THOROUGH = ['--technique=BEST'];
/**
 * For pages behind a sign-in: without what waits for the database, without the page that a form leads to, and without
 * the two fields that every form has and forms for guests are attacked in.
 */
const QUICK = ['--technique=BE', '--ignore-redirects', '--skip=key,intent'];
/**
 * For the office, which has most forms: what fills a field with a breaking value and sees nothing change is left. A
 * database's error always changes an answer here: it is a 500.
 */
const HEURISTIC = [...QUICK, '--smart'];
const hiddenPaths = (origin: string) => ({
  url: `${origin}/PATH`,
  words: { PATH: words.PATHS },
  options: ['-mc', '200-299,300-399,401,403,405,500-599'],
});
const reflections = ['-mr', words.REFLECTED];
const parameters = (page: string) => ({
  url: `${page}${page.includes('?') ? '&' : '?'}NAME=VALUE`,
  words: { NAME: words.NAMES, VALUE: words.VALUES },
  options: reflections,
});
const headersOf = (page: string) => ({
  url: page,
  words: { HEADERNAME: words.HEADERS, HEADERVALUE: words.HEADER_VALUES },
  options: ['-H', 'HEADERNAME: HEADERVALUE', ...reflections],
});

test('all three tools find what is wrong with a page that was written to be attacked', async () => {
  const { origin, stop } = await openVulnerable();
  const place = (name: string) => ({ folder: join(folder, name), name });
  try {
    const page = await (await fetch(origin)).text();
    const requests = [
      ...formRequests([{ url: origin, html: page }]),
      { url: `${origin}/path?id=1&q=a`, method: 'GET' },
    ];
    expect(requests.length).toBe(2);
    // Once it has found something, it leaves the others alone.
    for (const [at, first] of [requests, requests.toReversed()].entries()) {
      const { findings } = await sqlmap(place(`planted-${at}`), first, THOROUGH);
      expect(findings.map(({ what }) => what)).toContainEqual(expect.stringContaining(',GET,id,'));
    }
    const kinds = (
      await wapiti(place('planted-wapiti'), [`${origin}/`], { attack: 15, scan: 60 })
    ).findings.map(({ what }) => what);
    expect(kinds).toContainEqual(expect.stringMatching(/^SQL Injection/));
    expect(kinds).toContainEqual(expect.stringMatching(/^Cross Site Scripting/));
    const leaks = await ffuf(place('planted-paths'), hiddenPaths(origin));
    expect(leaks.map(({ what }) => what)).toContainEqual(expect.stringContaining('"PATH":".env"'));
    expect(await ffuf(place('planted-names'), parameters(`${origin}/`))).not.toEqual([]);
    expect(await ffuf(place('planted-headers'), headersOf(`${origin}/`))).not.toEqual([]);
  } finally {
    await stop();
  }
});

test.each(['guest', 'customer'] as const)(
  'ffuf finds no hidden file, and nothing it sends comes back as it was, as %s',
  async (who) => {
    await attack(`ffuf-${who}`, await visitor(who), async (proxy, place) => {
      const open = await expectOpen(proxy, who === 'guest' ? ['/products?q=x', '/login'] : ['/profile']);
      const findings = await ffuf(place, hiddenPaths(proxy.origin));
      const assets = await assetsOf(proxy.origin);
      const beside = { url: `${proxy.origin}FILEENDING`, words: { FILE: assets, ENDING: words.ENDINGS } };
      findings.push(...(await ffuf(place, { ...beside, options: ['-mc', '200-399,500-599'] })));
      for (const { url } of open) {
        findings.push(...(await ffuf(place, parameters(url))));
        findings.push(...(await ffuf(place, headersOf(url))));
      }
      return { findings, figures: { paths: words.PATHS.length, assets: assets.length } };
    });
  },
);

/** Paths of scripts and styles of the front page, as built. */
async function assetsOf(origin: string): Promise<string[]> {
  const text = await (await fetch(`${origin}/`)).text();
  const found = [...new Set(text.match(/\/assets\/[\w.-]+\.(?:js|css)/g))].slice(0, 20);
  expect(found.length).toBeGreaterThan(3);
  return found;
}

/** Ids for the pages, with new ones of what attacks end: an order to be picked up, an offer, an endpoint of webhooks. */
const newTargets = async (): Promise<typeof shown> => ({
  ...shown,
  ...(await aShownWebhook(fresh.db)),
  ...(await shownPrices(fresh.db, shown.handedOver)),
  order: await orderToAttack(),
});

/** Gives the customer an order that is still to be picked up. */
async function orderToAttack(): Promise<string> {
  const { rows } = await fresh.db.execute<{ order: string }>(sql`
    with given as (
      update orders set user_id = ${shown.customer} where order_id = (
        select order_id from orders where status = 'confirmed' order by created_at desc limit 1
      ) returning id, order_id
    ), reserved as (
      update pickup_reservations set user_id = ${shown.customer} where id in (
        select reservation_id from order_items where order_id = (select id from given))
    )
    select order_id as order from given`);
  return rows[0]?.order ?? '';
}

/**
 * Of the API's description: parameters in the path are marked, the others sqlmap finds. The idempotency key is new in
 * each request, and not attacked.
 */
function targetsOf(operation: Described, server: string): SqlTarget[] {
  const known: Record<string, string | number> = {
    id: shown.product,
    number: shown.order,
    ids: shown.product,
  };
  const value = ({ name, schema }: Described['parameters'][number]) =>
    String(
      known[name] ?? (schema.enum as string[] | undefined)?.[0] ?? schema.default ?? schema.example ?? 1,
    );
  const inPlace = (place: string) => operation.parameters.filter((each) => each.in === place);
  const path = (mark: string) =>
    operation.path.replace(/\{(\w+)\}/g, (_, name) => {
      const parameter = inPlace('path').find((each) => each.name === name);
      return parameter ? value(parameter) + mark : name;
    });
  const search = new URLSearchParams(inPlace('query').map((each) => [each.name, value(each)])).toString();
  const body = operation.body
    ? JSON.stringify(operation.example).replaceAll('"product_id":1', `"product_id":${shown.product}`)
    : '';
  const request = (mark: string, query: string): SqlTarget => ({
    url: `${server}${path(mark)}${query && `?${query}`}`,
    method: operation.method,
    headers: {
      Authorization: `Bearer ${ANY_TOKEN}`,
      ...(body && { 'Content-Type': 'application/json' }),
      ...(operation.method !== 'GET' && { 'Idempotency-Key': NEW_KEY }),
    },
    ...(body && { body }),
  });
  return [
    ...(inPlace('path').length > 0 ? [{ ...request('*', ''), body: '' }] : []),
    ...(search || body ? [request('', search)] : []),
  ];
}

test.each(['customer', 'admin'] as const)(
  'sqlmap finds nothing in the API, with tokens of a %s',
  async (who) => {
    const [person, isOwn] = [await demoPerson(fresh.db, who), who === 'customer'];
    const scopes = isOwn ? ownScopes : storeScopes;
    shown = await newTargets();
    const tokens = await Promise.all(
      Array.from({ length: 40 }, () => aToken(fresh.db, person, { scopes, forStore: !isOwn })),
    );
    const { operations } = await apiClient(`http://127.0.0.1:${shop.port}`);
    const mine = operations.filter(({ scope }) => scope.startsWith('own-') === isOwn);
    await attack(`sqlmap-api-${who}`, { tokens }, async (proxy, place) => {
      const authorized = { headers: { authorization: `Bearer ${ANY_TOKEN}` } };
      const list = mine.find(({ method, path }) => method === 'GET' && /orders$/.test(path));
      expect((await fetch(`${proxy.origin}/api/v1${list?.path}`, authorized)).status).toBe(200);
      const requests = mine.flatMap((operation) => targetsOf(operation, `${proxy.origin}/api/v1`));
      const { findings, parameters } = await sqlmap(place, requests, THOROUGH);
      expect(parameters).toBeGreaterThan(requests.length / 2);
      return { findings, figures: { operations: mine.length, parameters } };
    });
  },
);

/** `opens` answers 200 only to a session of this person. */
const wings = [
  { wing: 'guest', who: 'guest', opens: '/cart', options: THOROUGH },
  { wing: 'customer', who: 'customer', opens: '/profile', options: QUICK },
  { wing: 'counter', who: 'admin', opens: '/counter', options: QUICK },
  { wing: 'office', who: 'admin', opens: '/admin/dashboard', options: HEURISTIC },
] as const;

test.each(wings)('sqlmap and wapiti find nothing in pages and forms: $wing', async (it) => {
  const { wing, who, opens, options } = it;
  const person = await visitor(who);
  shown = await newTargets();
  const paths = pathsOf(wing);
  expect(paths.length).toBeGreaterThan(8);
  await attack(`sqlmap-${wing}`, person, async (proxy, place) => {
    const open = await expectOpen(proxy, paths);
    const forms = formRequests(open);
    const addresses = who === 'guest' ? [] : [...pathRequests(open), ...queryRequests(open)];
    const { findings, parameters } = await sqlmap(place, [...forms, ...addresses], options);
    expect(parameters).toBeGreaterThan(forms.length + addresses.length);
    await expectOpen(proxy, [opens]);
    const pages = paths.length;
    const figures = {
      pages,
      forms: forms.length,
      ...(addresses.length > 0 && { addresses: addresses.length }),
    };
    return { findings, figures: { ...figures, parameters } };
  });
  shown = await newTargets();
  await attack(`wapiti-${wing}`, person, async (proxy, place) => {
    const open = await expectOpen(proxy, pathsOf(wing));
    // It reads a page once for each of its forms, which takes minutes where there are a hundred.
    const light = open.filter(({ html }) => html.split('<form').length < 12).map(({ url }) => url);
    const seconds = who === 'guest' ? { attack: 15, scan: 60 } : { attack: 4, scan: 20 };
    const { findings, targets } = await wapiti(place, light, seconds);
    expect(targets).toBeGreaterThan(light.length);
    await expectOpen(proxy, [opens]);
    return { findings, figures: { pages: light.length, targets } };
  });
});

test('the shop is sound after all that', async () => {
  const failed = /request failed|a request of the API failed|unhandled/i;
  const lines = app.output().split('\n');
  expect(lines.filter((line) => failed.test(line))).toEqual([]);
  expect(await checkInvariants(fresh.db)).toEqual([]);
});
