/** Guests' pages over real HTTP: the same bytes for everyone, and never outdated. */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { products } from '#db/schema/catalogue.ts';
import { productStock } from '#db/schema/stock.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { routePaths } from '#tests/support/route-paths.ts';
import { openShop } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let apps: Application[];
let app: Application;
let id: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  id = await aProduct(fresh.db, { name: 'Kestrel Moon', onHand: 20 });
  const environment = { NODE_ENV: 'production', DATABASE_URL: fresh.url };
  apps = [await startApplication(environment), await startApplication(environment)];
  [app] = apps as [Application];
});
afterAll(async () => {
  for (const each of apps ?? []) await each.stop();
  await fresh?.stop();
});

const get = (path: string, headers: Record<string, string> = {}, of = app) =>
  fetch(of.origin + path, { redirect: 'manual', headers: { cookie: 'age_verified=1', ...headers } });
const read = async (path: string, of = app) => (await get(path, {}, of)).text();
const tagOf = async (path: string, headers: Record<string, string> = {}) =>
  (await get(path, headers)).headers.get('etag') ?? '';

test.each(['/', '/products', '/faq', '/products.data', '/_.data'])(
  '%s is the same for everyone, and is not sent again to browsers that have it',
  async (path) => {
    const first = await get(path);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{20,}"$/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('vary')).toBe('Accept-Encoding, Cookie');
    expect(first.headers.getSetCookie()).toEqual([]);
    const cookie = 'age_verified=2; view=3; cart=1:1; theirs=secret-4711';
    const other = await get(path, { cookie, 'user-agent': 'theirs-4712', 'accept-language': 'theirs-4713' });
    expect(other.headers.get('etag')).toBe(tag);
    expect(await other.text()).toBe(await first.text());
    const again = await get(path, { 'if-none-match': tag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    expect((await get(path, { 'if-none-match': 'W/"another"' })).status).toBe(200);
    expect((await get(path, { 'if-none-match': '*' })).status).toBe(304);
  },
);

test('a HEAD response has the page’s headers without its body', async () => {
  const headers = { cookie: 'age_verified=1', 'accept-encoding': 'gzip' };
  const asked = (method: string) => fetch(`${app.origin}/products`, { method, headers });
  const [page, head] = [await asked('GET'), await asked('HEAD')];
  expect([head.status, await head.text()]).toEqual([200, '']);
  for (const name of ['etag', 'content-type', 'content-length', 'content-encoding', 'cache-control', 'vary'])
    expect(head.headers.get(name), name).toBe(page.headers.get(name));
  expect(head.headers.get('etag')).toMatch(/^W\//);
});

test('a HEAD response of a page that is not cached says what the page is, under its policy', async () => {
  for (const path of ['/checkout', '/login', '/no-such-page']) {
    const [page, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) =>
        fetch(app.origin + path, { method, redirect: 'manual', headers: { cookie: 'age_verified=1' } }),
      ),
    );
    const directives = (of?: Response) =>
      of?.headers.get('content-security-policy')?.replaceAll(/ +'(?:nonce|sha256)-[^']+'| +(?=;)/g, '');
    expect([head?.status, head?.headers.get('content-type'), directives(head)], path).toEqual([
      ...[page?.status, page?.headers.get('content-type'), directives(page)],
    ]);
  }
});

test('search engines and link previews learn what a page is', async () => {
  const home = await read('/');
  const store = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(home)?.[1] ?? '{}');
  expect(store).toMatchObject({
    '@type': 'Store',
    telephone: expect.stringMatching(/^\+1\d{10}$/),
    paymentAccepted: 'Cash',
  });
  expect(store.openingHoursSpecification.length).toBeGreaterThan(4);
  for (const path of ['/about', '/faq', '/terms']) {
    const page = await read(path);
    for (const tag of ['name="description"', 'property="og:description"', 'name="twitter:card"'])
      expect(page, `${path} ${tag}`).toContain(tag);
  }
  const product = `/products/${/href="\/products\/(\d+)"/.exec(await read('/products'))?.[1]}`;
  for (const [path, height] of [
    ...['/', '/products', '/about'].map((each) => [each, '630']),
    [product, '1500'],
  ]) {
    const page = await read(path ?? '');
    expect(page, path).toContain('<meta property="og:image:width" content="1200"/>');
    expect(page, path).toContain(`<meta property="og:image:height" content="${height}"/>`);
    expect(page, path).toMatch(/<meta property="og:image:alt" content="\w[^"]+"/);
    expect(page, path).not.toMatch(/<meta name="description" content="(?:[^"]* )?"/);
  }
});

test('what no search engine should list says so itself, and robots.txt lets it be read', async () => {
  const closed = [...(await read('/robots.txt')).matchAll(/^Disallow: (.+)$/gm)].map(
    ([, path]) => path ?? '',
  );
  expect(closed).toEqual(['/api/']);
  for (const path of ['/cart', '/login', '/forgot-password', '/restricted'])
    expect(await read(path), path).toMatch(/<meta name="robots" content="noindex/);
});

test('security.txt, and the addresses that password managers ask for, lead where they should', async () => {
  const text = await read('/.well-known/security.txt');
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  const until = Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '') - Date.now();
  expect(until).toBeGreaterThan(100 * 86_400_000);
  expect(until).toBeLessThan(365 * 86_400_000);
  const change = await get('/.well-known/change-password');
  expect([change.status, change.headers.get('location')]).toEqual([302, '/security/password']);
  const passkeys = await (await get('/.well-known/passkey-endpoints')).json();
  expect(passkeys).toEqual({
    enroll: `${app.origin}/security/passkeys`,
    manage: `${app.origin}/security/passkeys`,
  });
});

test('visitors before the age gate get another page than those after it', async () => {
  const [gated, open] = [await tagOf('/products', { cookie: 'a=b' }), await tagOf('/products')];
  expect(gated).not.toBe(open);
  expect((await get('/products', { cookie: 'a=b', 'if-none-match': open })).status).toBe(200);
  expect(await tagOf('/products', { cookie: 'age_verified=' })).toBe(gated);
});

test('every encoding has the same content and its own length', async () => {
  const sent = (encoding: string) =>
    new Promise<{ encoding: string | undefined; bytes: number; length: number }>((resolve, reject) => {
      const headers = { cookie: 'age_verified=1', 'accept-encoding': encoding };
      request(`${app.origin}/products`, { headers }, (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => (bytes += chunk.length));
        response.on('end', () =>
          resolve({
            encoding: response.headers['content-encoding'],
            bytes,
            length: Number(response.headers['content-length']),
          }),
        );
      })
        .on('error', reject)
        .end();
    });
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ] as const) {
    const answer = await sent(accepted);
    expect(answer.encoding).toBe(encoding);
    expect(answer.bytes).toBe(answer.length);
  }
  const texts = await Promise.all(
    ['br', 'gzip', 'identity'].map(async (each) =>
      (await get('/products', { 'accept-encoding': each })).text(),
    ),
  );
  expect(new Set(texts).size).toBe(1);
});

test('equivalent URLs share one page', async () => {
  const list = await tagOf('/products?category=flower&stock=1');
  for (const search of [
    'stock=1&category=flower',
    'utm_source=mail&category=flower&stock=1&fbclid=x',
    'category=flower&stock=1&page=99',
    'category=flower&stock=true&q=+',
  ])
    expect(await tagOf(`/products?${search}`)).toBe(list);
  expect(await tagOf(`/products/${id}?utm_campaign=x`)).toBe(await tagOf(`/products/${id}`));
  expect((await get('/products/999999999')).status).toBe(302);
});

test('a new search from within a category covers the whole menu and shares its URL’s cached page', async () => {
  const form = '/products?q=kestrel&category=flower&type=&searched=&min=0&max=1000&sort=';
  const found = await tagOf('/products?q=kestrel&from=flower');
  expect(await tagOf(form)).toBe(found);
  // Narrowed by a press, or sent again by that page's form: it stays within the category.
  const narrowed = await tagOf('/products?q=kestrel&category=flower');
  expect(await tagOf(form.replace('searched=', 'searched=kestrel'))).toBe(narrowed);
  expect(narrowed).not.toBe(found);
  // A cleared search returns to its category.
  expect(await tagOf('/products?q=&from=flower&searched=kestrel')).toBe(
    await tagOf('/products?category=flower'),
  );
});

test('a change shows on every page of every instance, and a withdrawn product on none', async () => {
  const pages = ['/', '/products', `/products/${id}`, '/products.data', '/products?q=kestrel'];
  const everywhere = (holds: (text: string) => boolean) =>
    expect
      .poll(
        async () => {
          const texts = await Promise.all(apps.flatMap((each) => pages.map((path) => read(path, each))));
          return texts.map(holds);
        },
        { timeout: 20_000 },
      )
      .toEqual(Array(apps.length * pages.length).fill(true));
  const change = (values: Partial<typeof products.$inferInsert>) =>
    fresh.db.update(products).set(values).where(eq(products.id, id));
  const stock = (held: number) =>
    fresh.db.update(productStock).set({ held }).where(eq(productStock.productId, id));

  await everywhere((text) => text.includes('Kestrel Moon'));
  await change({ name: 'Kestrel Sun' });
  await everywhere((text) => text.includes('Kestrel Sun') && !text.includes('Kestrel Moon'));
  await stock(18);
  await everywhere((text) => !text.includes('<') || text.includes('Only 2 left'));
  await stock(20);
  await everywhere((text) => !text.includes('<') || text.includes('Sold out'));
  await stock(0);
  await everywhere((text) => !text.includes('Sold out'));
  await change({ forSale: false });
  await everywhere((text) => !text.includes('Kestrel Sun'));
  await change({ forSale: true });
  await everywhere((text) => text.includes('Kestrel Sun'));
});

test('without notifications no page is older than its request', async () => {
  await read(`/products/${id}`);
  // The listeners are cut off, so a notification sent now is missed.
  await fresh.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'farmgate listens: catalogue' and datname = current_database()`);
  await fresh.db.update(products).set({ name: 'Kestrel Star' }).where(eq(products.id, id));
  await expect.poll(() => read(`/products/${id}`), { timeout: 20_000 }).toContain('Kestrel Star');
  await expect.poll(async () => (await get('/healthz')).status, { timeout: 20_000 }).toBe(200);
  await fresh.db.update(products).set({ name: 'Kestrel Cloud' }).where(eq(products.id, id));
  await expect.poll(() => read(`/products/${id}`), { timeout: 20_000 }).toContain('Kestrel Cloud');
});

test('a signed-in person never gets a guest’s page, nor a guest theirs', async () => {
  const cookie = await signedIn(fresh.db, await aPerson(fresh.db, {}));
  const guests = await tagOf('/products');
  const own = await get('/products', { cookie: `age_verified=1; ${cookie}`, 'if-none-match': guests });
  expect([own.status, own.headers.get('cache-control'), own.headers.get('etag')]).toEqual([
    200,
    'no-store',
    null,
  ]);
  expect(await tagOf('/products')).toBe(guests);
});

test('a cached page’s policy names its scripts by their hash', async () => {
  const page = await get(`/products/${id}`);
  const policy = page.headers.get('content-security-policy') ?? '';
  const html = await page.text();
  expect(policy).not.toMatch(/nonce|unsafe/);
  expect(html).not.toContain('nonce=');
  const scripts = [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)].filter(
    ([, attributes = '']) => !attributes.includes('ld+json'),
  );
  for (const [, , text = ''] of scripts)
    expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
});

test.each(['/cart', '/login', '/forgot-password'])(
  '%s renders for each request, inlines its style sheet for visitors from outside, and starts its scripts once visible',
  async (path) => {
    const from = async (site?: string) => {
      const answer = await get(path, site === undefined ? {} : { 'sec-fetch-site': site });
      return { page: await answer.text(), policy: answer.headers.get('content-security-policy') ?? '' };
    };
    for (const site of ['none', 'cross-site', undefined]) {
      const { page, policy } = await from(site);
      const styles = [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css);
      expect(styles.join('').length).toBeGreaterThan(10_000);
      const hashes = styles.map((css) => createHash('sha256').update(css).digest('base64'));
      expect(policy).toContain(`style-src 'self' ${hashes.map((hash) => `'sha256-${hash}'`).join(' ')}`);
      expect(policy).not.toContain('nonce-');
      expect(page.match(/<link [^>]*rel="stylesheet"[^>]* disabled=""/g)).toHaveLength(styles.length);
      expect(page).not.toContain('<link rel="modulepreload"');
    }
    const { page, policy } = await from('same-origin');
    expect(page).not.toContain('<style');
    expect(page).toContain('<link rel="modulepreload"');
    expect(policy).toContain("'nonce-");
  },
);

/** Bytes of the styles inside a guest's first page: plain, and as the page would be without them. */
const MOST_STYLES = { plain: 58_000, packed: 11_000 };

test.each(['/', '/products', '/products/:id', '/cart', '/login', '/faq'])(
  '%s has inside the styles that it uses, and no others',
  async (path) => {
    const page = await (await get(path.replace(':id', String(id)))).text();
    const css = [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text]) => text).join('');
    const packed = (text: string) => gzipSync(text).length;
    expect(css.length).toBeLessThanOrEqual(MOST_STYLES.plain);
    expect(packed(page) - packed(page.replaceAll(/<style>.*?<\/style>/gs, ''))).toBeLessThanOrEqual(
      MOST_STYLES.packed,
    );
    expect(css).toContain('@font-face');
    expect(css).toContain('.skip-link');
    // A product's picture, and the button of a form: on some of these pages only.
    expect(css.includes('.slide{')).toBe(page.includes('class="slide'));
    expect(css.includes('.button-large{')).toBe(/class="[^"]*button-large/.test(page));
    expect(css).not.toContain('.slot-times{');
  },
);

test.each([
  ['/login', 'shop'],
  ['/no/such/page', 'shop'],
  ['/LOGIN', 'shop'],
  ['/counter/offline', 'whole'],
  ['/Counter/offline', 'whole'],
  ['/%63ounter/offline', 'whole'],
])('the document of %s has the style sheet and the routes of the %s', async (path, name) => {
  const page = await (await get(path, { 'sec-fetch-site': 'same-origin' })).text();
  const links = [...page.matchAll(/rel="stylesheet" href="\/assets\/(\w+)-/g)].map(([, sheet]) => sheet);
  expect(links.slice(0, 2)).toEqual(['faces', name]);
  expect(page.includes('/assets/shop-manifest-')).toBe(name === 'shop');
});

test('no address tells a guest how many units there are, only whether there are enough', async () => {
  const plenty = await aProduct(fresh.db, { name: 'Plenty Moon', onHand: 703_197 });
  const some = await aProduct(fresh.db, { name: 'Some Moon', onHand: 37 });
  await expect.poll(() => read('/products')).toContain('Plenty Moon');
  const told: string[] = [];
  const paths = (await routePaths())
    .filter((path) => !/^\/(?:admin|counter)\b/.test(path))
    .map((path) => path.replace(/:[a-z]*id\??/gi, String(plenty)).replace(/:\w+\??|\*/g, '1'));
  expect(paths.length).toBeGreaterThan(60);
  const cookie = `age_verified=1; cart=${plenty}:3.${some}:3`;
  for (const path of [...paths, ...paths.map((each) => `${each}.data`), `/api/cart?lines=${plenty}:999`]) {
    const answer = await get(path, { cookie, accept: '*/*' });
    if ((await answer.text()).includes('703197')) told.push(path);
  }
  expect(told).toEqual([]);
  const available = async (lines: string) => {
    const answer = await get(`/api/cart?lines=${lines}`);
    return ((await answer.json()) as { products: { available: number }[] }).products[0]?.available;
  };
  expect(await available(`${some}:6`)).toBe(await available(`${some}:37`));
  expect(await available(`${some}:38`)).toBe(20);
});
