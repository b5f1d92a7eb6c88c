/** The style sheets of a shopper's document and of everyone else's (decision 111). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { readModules } from '#tests/support/imports.ts';
import { ensureBuilt } from '../../scripts/build.ts';

const root = join(import.meta.dirname, '../..');

/** Bytes, compressed. */
const MOST = 20_000;

let shop: string;
let whole: string;
beforeAll(async () => {
  await ensureBuilt(root, console.log);
  shop = sheet('shop');
  whole = sheet('whole');
});

function sheet(name: string): string {
  const assets = join(root, 'build/client/assets');
  const files = readdirSync(assets).filter((file) => new RegExp(`^${name}-[\\w-]+\\.css$`).test(file));
  expect(files).toHaveLength(1);
  return readFileSync(join(assets, files[0] ?? ''), 'utf8');
}

/** The classes that the selectors of a sheet name. */
function classesOf(css: string): Set<string> {
  const selectors = css.replaceAll(/url\([^)]*\)|"[^"]*"/g, '');
  const named = selectors.matchAll(/\.(-?(?:[a-z_]|\\.)(?:[\w-]|\\.)*)/gi);
  return new Set(
    [...named].map(([, name = '']) =>
      name
        .replaceAll(/\\([0-9a-f]{1,6}) /gi, (_, code: string) =>
          String.fromCodePoint(Number.parseInt(code, 16)),
        )
        .replaceAll(/\\(.)/g, '$1'),
    ),
  );
}

const modules = new Map(
  readModules(['app'], /\.test\.tsx?$|\/testing\//).map((module) => [module.source, module]),
);

/** The components that pages of the shop load in a browser, at once or later. */
function shopsComponents(): string[] {
  const found = new Set<string>();
  const add = (source: string) => {
    const module = modules.get(source);
    if (!module || found.has(source) || /\.server\.tsx?$/.test(source)) return;
    found.add(source);
    for (const { to, isTypeOnly } of module.imports) if (!isTypeOnly) add(to);
  };
  for (const source of modules.keys())
    if (/^app\/(?:root|entry\.client|(?:shop|api)\/.*(?:\.page|-layout))\.tsx$/.test(source)) add(source);
  return [...found].filter((source) => source.endsWith('.tsx'));
}

test('a shopper’s style sheet is a fifth smaller than that of all wings', () => {
  const packed = (css: string) => gzipSync(css, { level: 9 }).length;
  expect(packed(shop)).toBeLessThanOrEqual(MOST);
  expect(packed(shop)).toBeLessThan(packed(whole) * 0.85);
});

test('a shopper’s style sheet has the classes that pages of the shop show, and no other wing’s', () => {
  const components = shopsComponents();
  expect(components.length).toBeGreaterThan(150);
  expect(components.filter((source) => /^app\/(?:office|counter)\//.test(source))).toEqual([]);
  const text = components.map((source) => readFileSync(source, 'utf8')).join('\n');
  const written = classesOf(
    ['app', 'print'].map((name) => readFileSync(`app/ui/${name}.css`, 'utf8')).join(),
  );
  const [inShop, inWhole] = [classesOf(shop), classesOf(whole)];
  const words = new Set(text.split(/[\s"'`]+/));
  const missing = [...inWhole].filter((name) => words.has(name) && !inShop.has(name));
  expect(missing, 'shown by the shop, but not in app/shop.css').toEqual([]);
  const others = [...inShop].filter((name) => !written.has(name) && !text.includes(name));
  expect(others, 'in app/shop.css, but nothing of the shop shows it').toEqual([]);
});

test('classes stand in components, or in a file that a style sheet reads by its name', () => {
  const known = classesOf(whole);
  const read = ['shop', 'whole'].map((name) => readFileSync(`app/${name}.css`, 'utf8')).join('\n');
  const isList = (text: string) =>
    text.split(/\s+/).filter((word) => /[-:]/.test(word) && known.has(word)).length >= 3;
  const files = [...modules.keys()].filter(
    (source) => source.endsWith('.ts') && !/\.server\.ts$/.test(source),
  );
  const withClasses = files.filter((source) =>
    readFileSync(source, 'utf8')
      .match(/'[^'\n]*'|`[^`]*`/g)
      ?.some(isList),
  );
  expect(withClasses).toContain('app/office/kit/row-action.ts');
  expect(withClasses.filter((source) => !read.includes(source.replace('app/', '')))).toEqual([]);
});

test('every rule of a shopper’s style sheet is in everyone else’s, so a document of the office shows the shop', () => {
  const inWhole = classesOf(whole);
  expect([...classesOf(shop)].filter((name) => !inWhole.has(name))).toEqual([]);
});
