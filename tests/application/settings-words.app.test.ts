/** Page texts, search synonyms, the price list and tests of connections over real HTTP, in a separate shop. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { auditLog } from '#db/schema/audit.ts';
import { categories } from '#db/schema/catalogue.ts';
import { contentVersions, storeSettings } from '#db/schema/settings.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';
import { openSmsGateway, type SmsGatewayPeer } from '#tests/support/sms-gateway.ts';

let fresh: FreshDatabase;
let app: Application;
let gateway: SmsGatewayPeer;
let admin: SignedIn;
let cookie: string;
let staffCookie: string;

beforeAll(async () => {
  fresh = await freshDatabase();
  gateway = await openSmsGateway();
  app = await startApplication({
    NODE_ENV: 'production',
    DATABASE_URL: fresh.url,
    SMTP_URL: 'smtp://farm:hunter2-secret@127.0.0.1:1',
    SMS_URL: gateway.url,
  });
  admin = await aPerson(fresh.db, { role: 'admin' });
  cookie = await signedIn(fresh.db, admin);
  staffCookie = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'staff' }));
});
afterAll(async () => {
  await app?.stop();
  await gateway?.stop();
  await fresh?.stop();
});

const visitor = { cookie: 'age_verified=yes' };
const read = async (path: string, headers: Record<string, string> = visitor) =>
  (await fetch(app.origin + path, { headers })).text();

test('a published text replaces the cached page, without any author’s markup', async () => {
  expect(await read('/faq')).toContain('Do you deliver?');
  // Once more, so that it comes from the page cache.
  expect(await read('/faq')).toContain('Do you deliver?');
  const source = [
    '## Is it *open*?',
    '',
    'Call **{phone}**, or read [our terms](/terms) and [the law](https://oasas.ny.gov/hopeline).',
    '',
    '1. Come in',
    '2. Show your ID',
    '',
    '5 < 6 & "quotes" \\*kept\\*',
  ].join('\n');
  const sent = await postForm(
    app,
    '/admin/settings/page-texts/faq',
    { intent: 'publish', version: '0', title: 'Questions', intro: 'Ask.', source },
    { cookie },
  );
  expect(sent.headers.get('location')).toBe('/admin/settings/page-texts/faq');
  await expect.poll(() => read('/faq'), { timeout: 10_000 }).toContain('Questions');
  const page = await read('/faq');
  expect(page).not.toContain('Do you deliver?');
  expect(page).toMatch(/<strong[^>]*><a href="tel:\+16075550142"/);
  expect(page).toContain('<a href="/terms"');
  expect(page).toContain('href="https://oasas.ny.gov/hopeline"');
  expect(page).toMatch(/<ol[^>]*><li[^>]*>Come in/);
  expect(page).toContain('5 &lt; 6 &amp; &quot;quotes&quot; *kept*');
});

test.each([
  ['a script', '## A\n\n<script>alert(1)</script>', 400],
  ['a link with a script', '## A\n\n[x](javascript:alert(1))', 400],
  ['an oversized form', `## A\n\n${'a'.repeat(70_000)}`, 413],
  ['a lone surrogate', '## A\n\n%ED%A0%80', 400],
])('%s is not published', async (_, source, status) => {
  const before = await fresh.db.select().from(contentVersions).where(eq(contentVersions.slug, 'terms'));
  const body = `intent=publish&version=0&title=Terms&intro=&source=${source.includes('%') ? source : encodeURIComponent(source)}`;
  const answer = await fetch(`${app.origin}/admin/settings/page-texts/terms`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, Origin: app.origin, 'Content-Type': 'application/x-www-form-urlencoded' },
    body,
  });
  // A link with brackets in it is text, because none of our links has any.
  const words = await answer.text();
  // An oversized request ends its connection, so the next one must not reuse it.
  await fetch(`${app.origin}/healthz`).catch(() => undefined);
  if (source.includes('javascript')) {
    expect([302, 400]).toContain(answer.status);
    expect(await read('/terms')).not.toMatch(/href="javascript/i);
  } else {
    expect(answer.status, words.slice(0, 300)).toBe(status);
    expect(
      await fresh.db.select().from(contentVersions).where(eq(contentVersions.slug, 'terms')),
    ).toHaveLength(before.length);
  }
});

test('without scripts a preview shows the page, preserves the input and publishes nothing', async () => {
  const answer = await postForm(
    app,
    '/admin/settings/page-texts/privacy',
    {
      intent: 'preview',
      version: '0',
      title: 'Privacy',
      intro: '',
      source: '## Short\n\nWe keep **nothing**.',
    },
    { cookie },
  );
  expect(answer.status).toBe(200);
  const page = await answer.text();
  expect(page).toMatch(/We keep <!-- -->?<strong|We keep <strong|We keep (<!-- -->)?<strong/);
  expect(page).toContain('## Short');
  expect(await read('/privacy')).not.toContain('We keep nothing');
});

test('a synonym finds products that only use the other words, and a change counts at once', async () => {
  await aProduct(fresh.db, { name: 'Orchard Pastilles' });
  const find = (q: string) => read(`/products?q=${q}`);
  await expect.poll(() => find('pastilles'), { timeout: 10_000 }).toContain('Orchard Pastilles');
  expect(await find('lozenge')).not.toContain('Orchard Pastilles');
  const save = (synonyms: string, version: string) =>
    postForm(app, '/admin/settings/synonyms', { intent: 'save', version, base: '{}', synonyms }, { cookie });
  expect((await save('lozenge = pastille = candy drop', '0')).status).toBe(302);
  await expect.poll(() => find('lozenge'), { timeout: 10_000 }).toContain('Orchard Pastilles');
  expect(await find('lozenges')).toContain('Orchard Pastilles');
  // A misspelled one gets only a suggestion.
  expect(await find('lozneges')).toMatch(/Did you mean.*lozenge/);
  expect(await find('orchard+candy+drops')).toContain('Orchard Pastilles');
  expect(await find('meadow+lozenge')).not.toContain('Orchard Pastilles');
  expect((await save('lozenge', '1')).status).toBe(400);
  expect((await save('', '1')).status).toBe(302);
  await expect.poll(() => find('lozenge'), { timeout: 10_000 }).not.toContain('Orchard Pastilles');
});

test('a category moved up comes first on the cached menu, and a move from an outdated page is refused', async () => {
  const hats = { name: 'Hats', slug: 'hats' };
  const [row] = await fresh.db.insert(categories).values(hats).returning({ id: categories.id });
  await aProduct(fresh.db, { name: 'Kestrel Moon' });
  await aProduct(fresh.db, { name: 'Waxed Cap', categoryId: row?.id });
  const shelves = async () =>
    [...(await read('/products')).matchAll(/<h2 id="shelf-\d+"[^>]*>([^<]+)</g)].map(([, name]) => name);
  await expect.poll(shelves, { timeout: 10_000 }).toEqual(['Flower', 'Hats']);
  const move = async (direction: string, version: string) => {
    const sent = { intent: 'save', version, move: `${row?.id} ${direction}` };
    return (await postForm(app, '/admin/settings/menu-order', sent, { cookie })).status;
  };
  expect(await move('up', '0')).toBe(302);
  await expect.poll(shelves, { timeout: 10_000 }).toEqual(['Hats', 'Flower']);
  expect(await move('down', '0')).toBe(409);
  expect(await shelves()).toEqual(['Hats', 'Flower']);
});

const PDF = Buffer.from(`%PDF-1.4\n% my own list${' '.repeat(200)}\ntrailer\nstartxref\n0\n%%EOF\n`);
async function upload(bytes: Buffer, as = cookie): Promise<Response> {
  const form = new FormData();
  form.append(
    'price-list',
    new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }),
    '../../list.pdf\r\nX: y',
  );
  return fetch(`${app.origin}/admin/price-list`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: app.origin, 'Sec-Fetch-Site': 'same-origin', Accept: 'application/json', cookie: as },
    body: form,
  });
}
const pricing = async () => Buffer.from(await (await fetch(`${app.origin}/pricing.pdf`)).arrayBuffer());

test('visitors get an uploaded price list until it is removed, and a file that is no PDF is refused', async () => {
  const made = await pricing();
  expect(made.subarray(0, 5).toString()).toBe('%PDF-');
  for (const bytes of [
    Buffer.from('<script>alert(1)</script>'),
    Buffer.from('%PDF-1.4 cut off'),
    Buffer.from(`<html>%PDF-1.4\n%%EOF`),
    Buffer.alloc(0),
  ])
    expect((await upload(bytes)).status).toBe(422);
  expect(
    (await upload(Buffer.concat([PDF, Buffer.alloc(10_000_001, 32), Buffer.from('%%EOF')]))).status,
  ).not.toBe(200);
  expect((await upload(PDF, staffCookie)).status).toBe(403);
  expect((await upload(PDF)).status).toBe(200);
  await expect.poll(async () => (await pricing()).equals(PDF), { timeout: 10_000 }).toBe(true);
  const served = await fetch(`${app.origin}/pricing.pdf`);
  expect(served.headers.get('content-type')).toBe('application/pdf');
  expect(served.headers.get('content-disposition')).toBe('inline; filename="price-list.pdf"');
  expect(served.headers.get('x-content-type-options')).toBe('nosniff');
  // Cached, but always revalidated: the old one never shows again.
  expect(served.headers.get('cache-control')).toBe('public, no-cache');
  const tag = served.headers.get('etag') ?? '';
  const again = (known: string) =>
    fetch(`${app.origin}/pricing.pdf`, { headers: { 'if-none-match': known } });
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
    const same = await again(known);
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', tag]);
  }
  expect((await again('"other"')).status).toBe(200);
  // No other stored file can take its place.
  const forged = await postForm(
    app,
    '/admin/settings/price-list',
    { intent: 'save', version: '1', base: '{}', priceListKey: 'photos/secret' },
    { cookie },
  );
  expect(forged.status).toBe(400);
  const removed = await postForm(app, '/admin/settings/price-list', { intent: 'remove' }, { cookie });
  expect(removed.status).toBe(302);
  await expect.poll(async () => (await pricing()).equals(PDF), { timeout: 10_000 }).toBe(false);
  expect((await again(tag)).status).toBe(200);
  const drawn = (await again(tag)).headers.get('etag') ?? '';
  expect((await again(drawn)).status).toBe(304);
  await aProduct(fresh.db, { name: 'New On The List' });
  await expect.poll(async () => (await again(drawn)).status, { timeout: 10_000 }).toBe(200);
  const restored = await postForm(
    app,
    '/admin/settings/price-list',
    { intent: 'restore', restore: '1', version: '2' },
    { cookie },
  );
  expect(restored.status).toBe(302);
  await expect.poll(async () => (await pricing()).equals(PDF), { timeout: 10_000 }).toBe(true);
});

test('a connection test shows its result without secrets, is recorded, and is rate-limited', async () => {
  const tryIt = (kind: string) => postForm(app, '/admin/settings/connections', { kind }, { cookie });
  const page = await read('/admin/settings/connections', { cookie });
  expect(page).toContain('127.0.0.1:1');
  expect(page).not.toMatch(/hunter2|smtp:\/\//);
  const mail = await (await tryIt('mail')).text();
  expect(mail).toContain('takes no connection at this address and port');
  expect(mail).not.toContain('hunter2');
  expect(await (await tryIt('storage')).text()).toContain('A small file was written, read back and deleted.');
  expect(await (await tryIt('sms')).text()).toContain('You have no confirmed phone.');
  expect(await (await tryIt('push')).text()).toContain('No browser of yours takes messages.');
  expect((await tryIt('__proto__')).status).toBe(400);
  const audited = await fresh.db.select().from(auditLog).where(eq(auditLog.action, 'connection.tested'));
  expect(audited.map(({ subjectId }) => subjectId).sort()).toEqual([
    'connections:mail',
    'connections:push',
    'connections:sms',
    'connections:storage',
  ]);
  expect(JSON.stringify(audited)).not.toContain('hunter2');
  const statuses: number[] = [];
  for (let tries = 0; tries < 8; tries++) statuses.push((await tryIt('storage')).status);
  expect(statuses.at(-1)).toBe(429);
});

test('with a minimum age above 21, the gate, the pages and their heads name that age only', async () => {
  const product = await aProduct(fresh.db, { name: 'Grown For Grown-ups' });
  const shown = (page: string) =>
    page.replaceAll('<!-- -->', '').replaceAll(/<(script|style)\b.*?<\/\1>/gs, '');
  const paths = ['/', '/products', `/products/${product}`, '/restricted', '/faq', '/terms', '/privacy'];
  const signUp = '/login?mode=signup';
  const promises =
    /\b(\d\d)(?:\+| or older| and older| and over|\.? ?A valid ID)|under (\d\d)\b|you are (\d\d)\b/gi;
  const ages = async (path: string, headers?: Record<string, string>) => {
    const text = shown(await read(path, headers));
    return [...text.matchAll(promises)].map(([, ...ages]) => ages.find(Boolean));
  };
  const atTheGate = await ages('/', {});
  expect(atTheGate.length).toBeGreaterThan(3);
  expect(new Set(atTheGate)).toEqual(new Set(['21']));
  await fresh.db.insert(storeSettings).values({ name: 'compliance', value: { minimumAge: 25 } });
  await expect.poll(async () => [...new Set(await ages('/', {}))]).toEqual(['25']);
  for (const path of [...paths, signUp]) {
    const found = await ages(path);
    expect(found.length, path).toBeGreaterThan(0);
    // The law's own statements about 21 stay.
    const rest = path === '/terms' ? found.filter((age) => age !== '21') : found;
    expect([path, ...new Set(rest)]).toEqual([path, '25']);
  }
  await fresh.db.delete(storeSettings).where(eq(storeSettings.name, 'compliance'));
});

test('staff have access to none of it', async () => {
  for (const path of [
    'page-texts',
    'page-texts/faq',
    'synonyms',
    'flagged-words',
    'menu-order',
    'price-list',
    'connections',
    'dates',
    'opening',
  ]) {
    const asked = [
      await fetch(`${app.origin}/admin/settings/${path}`, {
        redirect: 'manual',
        headers: { cookie: staffCookie },
      }),
    ];
    // The list of pages accepts nothing.
    if (path !== 'page-texts')
      asked.push(
        await postForm(
          app,
          `/admin/settings/${path}`,
          { intent: 'open', kind: 'mail' },
          { cookie: staffCookie },
        ),
      );
    for (const answer of asked)
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, '/admin/dashboard']);
  }
});
