/** What search engines and link previews read, on every public page of the demo store. */
import { DomUtils, parseDocument } from 'htmlparser2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JudgedShop, openJudgedShop } from '#tests/support/judged-shop.ts';

type Data = Record<string, unknown>;

let shop: JudgedShop;
let paths: string[];
beforeAll(async () => {
  shop = await openJudgedShop();
  const map = await (await shop.ask('guest', '/sitemap.xml')).text();
  paths = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => {
    const { pathname, search } = new URL(address.replaceAll('&amp;', '&'));
    return pathname + search;
  });
});
afterAll(() => shop?.stop());

/** Properties without which search engines show nothing of a thing (Google's and schema.org's own lists). */
const NEEDED: Record<string, string[]> = {
  Store: ['name', 'address', 'telephone', 'url', 'image', 'openingHoursSpecification'],
  PostalAddress: ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'addressCountry'],
  OpeningHoursSpecification: ['dayOfWeek', 'opens', 'closes'],
  ProductGroup: ['name', 'hasVariant', 'variesBy', 'productGroupID'],
  Product: [],
  Offer: ['price', 'priceCurrency', 'availability'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  Brand: ['name'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  Organization: ['name'],
};

/** What is missing, empty or of an unknown kind in this thing and in those inside it. */
function faultsOf(thing: unknown): string[] {
  if (Array.isArray(thing)) return thing.flatMap(faultsOf);
  if (thing === '' || thing === null) return ['an empty value'];
  if (typeof thing !== 'object') return [];
  const data = thing as Data;
  const type = String(data['@type'] ?? '');
  const needed = type === '' ? [] : (NEEDED[type] ?? ['a known type']);
  return [
    ...needed.filter((name) => !(name in data)).map((name) => `${type} without ${name}`),
    ...Object.values(data).flatMap(faultsOf),
  ];
}

test('every public page has a title of its own, a description, a card with a picture, and data without a gap', async () => {
  expect(paths.length).toBeGreaterThan(30);
  const faults: string[] = [];
  const titles = new Map<string, string>();
  const types = new Set<string>();
  for (const path of [...paths, '/products?page=2']) {
    const answer = await shop.ask('guest', path);
    const root = parseDocument(await answer.text());
    const all = (name: string) => DomUtils.findAll((each) => each.name === name, root.children);
    const of = (name: string) =>
      all('meta').find(({ attribs }) => attribs.name === name || attribs.property === name)?.attribs.content;
    const title = all('title').map((each) => DomUtils.textContent(each))[0] ?? '';
    const canonical = all('link').find(({ attribs }) => attribs.rel === 'canonical')?.attribs.href;
    if (answer.status !== 200) faults.push(`${path}: ${answer.status}`);
    if (canonical !== shop.origin + path) faults.push(`${path}: its address is ${canonical}`);
    if (titles.has(title)) faults.push(`${path} and ${titles.get(title)} are both “${title}”`);
    titles.set(title, path);
    for (const name of [
      'description',
      'og:title',
      'og:description',
      'og:image',
      'og:image:alt',
      'twitter:card',
    ])
      if (!of(name)?.trim()) faults.push(`${path} without ${name}`);
    const picture = await shop.ask('guest', new URL(of('og:image') ?? '', shop.origin).pathname, {
      method: 'HEAD',
    });
    if (picture.status !== 200) faults.push(`${path}: its picture answers ${picture.status}`);
    for (const { attribs } of all('img'))
      if (attribs.alt === undefined || !attribs.width || !attribs.height)
        faults.push(`${path}: the size or the words of ${attribs.src} are missing`);
    for (const each of all('script').filter(({ attribs }) => attribs.type === 'application/ld+json')) {
      const data = JSON.parse(DomUtils.textContent(each)) as Data;
      types.add(String(data['@type']));
      for (const fault of faultsOf(data)) faults.push(`${path}: ${fault}`);
    }
  }
  expect(faults).toEqual([]);
  expect([...types].sort()).toEqual(['BreadcrumbList', 'FAQPage', 'Product', 'ProductGroup', 'Store']);
  console.log(`${titles.size} pages`);
});

test('a page that no search engine lists says so, and robots.txt lets it be read', async () => {
  const robots = await (await shop.ask('guest', '/robots.txt')).text();
  const closed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path);
  for (const path of [
    '/cart',
    '/login',
    '/forgot-password',
    '/restricted',
    '/products?q=moon',
    '/no/such/page',
  ]) {
    expect(
      closed.some((each) => path.startsWith(each)),
      path,
    ).toBe(false);
    expect(await (await shop.ask('guest', path)).text(), path).toMatch(
      /<meta name="robots" content="noindex/,
    );
  }
});
