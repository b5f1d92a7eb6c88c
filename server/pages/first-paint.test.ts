import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placeOf, RenderedPage } from '#platform/pages/rendered-page.ts';
import { beginsVisit, builtStyles, drawnByFirstAnswer, hashSource, pageForEverybody } from './first-paint.ts';
import { readSheet } from './used-styles.ts';

const sheet = '<link nonce="abc" rel="stylesheet" href="/assets/root-1a2B_3.css"/>';

const style = readSheet;
const none = () => null;
type Styles = Parameters<typeof drawnByFirstAnswer>[1];
const htmlOf = (page: RenderedPage | undefined) => page?.toBuffer().toString() ?? '';
/** The page as sent, next to its policy. */
function firstAnswer(html: string, styleOf: Styles) {
  const { page, ...told } = drawnByFirstAnswer(new RenderedPage(html), styleOf);
  return { html: htmlOf(page), ...told };
}
/** Once promises that are fulfilled have run what waits for them. */
const settled = () => new Promise((resolve) => setTimeout(resolve));
const forEverybody = (html: string, styleOf: Styles = none) =>
  pageForEverybody(new RenderedPage(html), 'abc', styleOf);

test('a style sheet is inlined, and its link loads nothing', () => {
  const page = firstAnswer(`<head>${sheet}</head>`, () => style('p{color:red}'));
  expect(page.html).toBe(
    '<head><style>p{color:red}</style><link nonce="abc" rel="stylesheet" href="/assets/root-1a2B_3.css" disabled=""/></head>',
  );
});

test('an unavailable style sheet and a foreign one stay links', () => {
  const others = `${sheet}<link rel="icon" href="/favicon.svg"/><link rel="stylesheet" href="https://x.example/a.css"/>`;
  const head = (links: string) => `<head>${links}</head>`;
  expect(firstAnswer(head(others), none).html).toBe(head(others));
  const foreign = head(others.replace(sheet, ''));
  expect(firstAnswer(foreign, () => style('p{}')).html).toBe(foreign);
});

test('a page loads its scripts only after its first paint, all at once, and starts as it would have', async () => {
  const entry =
    'import * as route0 from "/assets/root.js";\nimport("/assets/entry.js"); // </script and <!--'.replace(
      '</script',
      '\\u003c/script',
    );
  const { html: page, entry: entryText } = firstAnswer(
    `<head><link nonce="abc" rel="stylesheet" href="/assets/root.css"/><link rel="modulepreload" href="/assets/root.js" nonce="abc"/></head><script nonce="abc">1</script><script nonce="abc" type="module" async="">${entry}</script>`,
    () => style('p{}'),
  );
  expect(entryText).toBe(entry);
  expect(page).toMatch(
    /^<head><style>p\{\}<\/style><link nonce="abc" [^>]*><\/head><script nonce="abc">1<\/script><script nonce="abc" type="module" async="">/,
  );
  expect(page.match(/<\/script>/g)).toHaveLength(2);
  expect(page).not.toContain('<!--');

  const { added, loaded, nextFrame, timers } = started(page);
  loaded();
  nextFrame();
  nextFrame();
  expect(added).toEqual([]);
  const all = [
    { name: 'link', rel: 'modulepreload', href: '/assets/root.js' },
    { name: 'link', rel: 'prefetch', as: 'style', href: '/assets/root.css' },
    { name: 'script', type: 'module', textContent: entry },
  ];
  timers.get(0)?.();
  await settled();
  expect(added).toEqual(all);
  timers.get(3000)?.();
  await settled();
  expect(added).toEqual(all);
});

test('a page has the styles that it uses inside; its scripts start when its whole sheet is there, or fails to load', async () => {
  const html = `<head>${sheet}</head><p class="used"></p><script nonce="abc" type="module" async="">import("/a.js")</script>`;
  const { html: page } = firstAnswer(html, () => style('.used{color:red}.other{color:blue}'));
  expect(page).toMatch(/^<head><style>\.used\{color:red\}<\/style><link [^>]* disabled=""\/><\/head>/);
  for (const answer of ['onload', 'onerror'] as const) {
    const { added, timers, links } = started(page);
    timers.get(3000)?.();
    await settled();
    const [link] = links.values();
    expect([...links.keys()]).toEqual(['link[href="/assets/root-1a2B_3.css"]']);
    expect(link).toMatchObject({ disabled: false });
    expect(added).toEqual([]);
    link?.[answer]?.();
    await settled();
    expect(added).toEqual([{ name: 'script', type: 'module', textContent: 'import("/a.js")' }]);
  }
});

test('a page whose sheet an extension of the browser removed still loads its scripts', async () => {
  const html = `<head>${sheet}</head><script nonce="abc" type="module" async="">import("/a.js")</script>`;
  const { added, timers } = started(firstAnswer(html, () => style('.other{color:blue}')).html, null);
  timers.get(3000)?.();
  await settled();
  expect(added).toMatchObject([{ name: 'script', textContent: 'import("/a.js")' }]);
});

test('a page whose pictures never arrive still loads its scripts', async () => {
  const { added, timers } = started(
    firstAnswer('<script nonce="abc" type="module" async="">import("/a.js")</script>', none).html,
  );
  timers.get(3000)?.();
  await settled();
  expect(added).toMatchObject([{ name: 'script', textContent: 'import("/a.js")' }]);
});

/**
 * Runs the page's starter script in a fake browser: records what it adds, and controls its load event, frames and
 * timers.
 */
function started(page: string, found: { disabled: boolean } | null = { disabled: true }) {
  const added: object[] = [];
  const frames: (() => void)[] = [];
  const timers = new Map<number, () => void>();
  const onLoad: (() => void)[] = [];
  const links = new Map<string, { disabled: boolean; onload?: () => void; onerror?: () => void }>();
  const [, starter = ''] = /async="">(.*)<\/script>$/s.exec(page) ?? [];
  new Function('requestAnimationFrame', 'setTimeout', 'addEventListener', 'document', starter)(
    (then: () => void) => frames.push(then),
    (then: () => void, wait = 0) => timers.set(wait, then),
    (_: string, then: () => void) => onLoad.push(then),
    {
      createElement: (name: string) => ({ name }),
      querySelector: (selector: string) =>
        found && links.set(selector, links.get(selector) ?? found).get(selector),
      head: { append: (element: object) => added.push(element) },
    },
  );
  return { added, timers, links, loaded: () => onLoad[0]?.(), nextFrame: () => frames.shift()?.() };
}

test('a page without an entry script stays the same', () => {
  const page = '<p>no scripts</p>';
  expect(firstAnswer(page, none)).toEqual({ html: page, entry: null, styles: [] });
});

test('a style sheet is read once, and is skipped when missing or able to end its element', () => {
  const folder = mkdtempSync(join(tmpdir(), 'farmgate-styles-'));
  mkdirSync(join(folder, 'assets'));
  const write = (name: string, css: string) => writeFileSync(join(folder, 'assets', name), css);
  write('root.css', 'p{color:red}');
  write('odd.css', 'p::after{content:"</style>"}');
  const styleOf = builtStyles(folder);
  expect(styleOf('/assets/root.css')).toEqual(style('p{color:red}'));
  expect(styleOf('/assets/odd.css')).toBeNull();
  expect(styleOf('/assets/none.css')).toBeNull();
  write('root.css', 'changed');
  write('none.css', 'new');
  expect(styleOf('/assets/root.css')).toEqual(style('p{color:red}'));
  expect(styleOf('/assets/none.css')).toBeNull();
  rmSync(folder, { recursive: true });
});

test('several style sheets are inlined, with attributes on both sides of each', () => {
  const link = (name: string) =>
    `<link crossorigin="" nonce="abc" rel="stylesheet" href="/assets/${name}.css" media="all"/>`;
  const page = firstAnswer(`${link('a-1')}${link('b.c')}</head>`, (href) => style(`/*${href}*/`));
  const inside = ['a-1', 'b.c'].map(
    (name) =>
      `<style>/*/assets/${name}.css*/</style><link crossorigin="" nonce="abc" rel="stylesheet" href="/assets/${name}.css" media="all" disabled=""/>`,
  );
  expect(page.html).toBe(`${inside.join('')}</head>`);
  expect(page.styles).toEqual(['a-1', 'b.c'].map((name) => hashSource(`/*/assets/${name}.css*/`)));
});

test('every module and every inlined sheet is handled, whatever its other attributes', async () => {
  const { html: page } = firstAnswer(
    [
      '<head><link rel="modulepreload" crossorigin="" href="/assets/a.js" nonce="abc"/>',
      '<link rel="modulepreload" href="/assets/b.js"/>',
      '<link crossorigin="" rel="stylesheet" href="/assets/a.css" media="all"/>',
      '<link nonce="abc" rel="stylesheet" href="/assets/b.css"/>',
      '<link nonce="abc" rel="stylesheet" href="/assets/shown.css"/></head>',
      '<script nonce="abc" type="module" async="">import "/a.js";\nimport "/b.js"</script>',
    ].join(''),
    (href) => (href === '/assets/shown.css' ? null : style(`/*${href}*/`)),
  );
  expect(page).not.toContain('modulepreload" ');
  const { added, timers } = started(page);
  timers.get(3000)?.();
  await settled();
  expect(added).toEqual([
    { name: 'link', rel: 'modulepreload', href: '/assets/a.js' },
    { name: 'link', rel: 'modulepreload', href: '/assets/b.js' },
    { name: 'link', rel: 'prefetch', as: 'style', href: '/assets/a.css' },
    { name: 'link', rel: 'prefetch', as: 'style', href: '/assets/b.css' },
    { name: 'script', type: 'module', textContent: 'import "/a.js";\nimport "/b.js"' },
  ]);
});

test('a cached page’s policy allows only our own scripts, and no nonce is left', () => {
  const rendered = [
    `<head><script nonce="abc">first()</script>${sheet}</head><body>`,
    '<script>smuggled()</script><script nonce="guess">smuggled()</script>',
    '<script nonce="abc" type="application/ld+json">{}</script><script nonce="abc" src="/a.js"></script>',
    '<script nonce="abc" type="module" async="">import("/a.js")</script></body>',
  ].join('');
  const page = forEverybody(rendered, () => style('p{}'));
  const scripts = page?.inline.scripts.split(' ') ?? [];
  for (const text of ['first()', 'import("/a.js")']) expect(scripts).toContain(hashSource(text));
  for (const text of ['smuggled()', '{}']) expect(scripts).not.toContain(hashSource(text));
  expect(page?.inline.styles).toBe(hashSource('p{}'));
  expect(htmlOf(page?.page)).not.toContain('abc');
  expect(htmlOf(page?.page)).toContain('<script>first()</script>');
  // The text of the script that starts the page after the first paint.
  const [, starter = ''] = /async="">(.*?)<\/script>/s.exec(htmlOf(page?.page)) ?? [];
  expect(scripts).toContain(hashSource(starter));
});

test('any characters stay byte for byte, and script hashes match them', () => {
  const text = '<head></head><script nonce="abc">say("½ “ridge” 🌲")</script>';
  const page = forEverybody(text);
  expect(htmlOf(page?.page)).toBe(text.replace(' nonce="abc"', ''));
  const hash = createHash('sha256').update('say("½ “ridge” 🌲")').digest('base64');
  expect(page?.inline.scripts).toBe(`'sha256-${hash}'`);
});

test('cached parts stay in their places beside an inlined style sheet', () => {
  const text = `<head>${sheet}</head><body>${placeOf(1)} & ${placeOf(0)}</body>`;
  const parts = ['“two”', '<b>one</b>'].map((part) => Buffer.from(part));
  const { page } = drawnByFirstAnswer(new RenderedPage(text, parts), () => style('p::before{content:"●"}'));
  expect(htmlOf(page)).toMatch(
    /^<head><style>p::before\{content:"●"\}<\/style>.*<body><b>one<\/b> & “two”<\/body>$/,
  );
  expect(parts).toHaveLength(2);
});

test('a page with its nonce anywhere else is not cached', () => {
  expect(forEverybody('<head></head><p>abc</p>')).toBeNull();
});

test('a visit can start with any request except those from our own pages', () => {
  const asked = (site: string | null, method = 'GET') =>
    beginsVisit(
      new Request('http://shop.example/cart', { method, headers: site ? { 'Sec-Fetch-Site': site } : {} }),
    );
  expect(['none', 'cross-site', 'same-site', null].map((site) => asked(site))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(asked('same-origin')).toBe(false);
  expect(asked('none', 'POST')).toBe(false);
});
