/**
 * The scripts of every page call only what the oldest browsers of README.md have: one young function in a first render
 * ends it (`npm run browsers` renews the names).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { restoreScript } from '#core/ground/frame/age-affirmation.ts';
import { viewScript } from '#core/ground/frame/use-view.ts';
import { cartCountScript } from '#core/sales/checkout/cart-count.ts';
import { earlyScanScript } from '#core/sales/orders/scan/early-scan.ts';
import { earlyPressScript } from '#ui/early-presses.ts';
import { ensureBuilt } from '../../scripts/build.ts';
import { OLDEST_BROWSERS } from '../../scripts/oldest-browsers.ts';
import { oldestKnown, youngNames } from '../browsers/young-names.ts';

const root = join(import.meta.dirname, '../..');
beforeAll(() => ensureBuilt(root, console.log));

/** Names that may be in a built file, `file: names`, and why. */
const allowed: Record<string, { names: string[]; because: string }> = {
  ground: {
    names: [
      ...['.skipTransition', '.startViewTransition', '.use', 'navigation'],
      ...[':view-transition', ':view-transition-group'],
    ],
    because: 'React and its router ask first; `use` is React’s own',
  },
  frame: {
    names: [':popover-open', '.hidePopover', '.showPopover', 'navigation'],
    because: 'entry.client loads popovers for browsers without them; what uses `navigation` asks first',
  },
  'run-printer': {
    names: [
      ...['.claimInterface', '.getCharacteristics', '.getDevices', '.getInfo', '.getPorts'],
      ...['.getPrimaryServices', '.requestDevice', '.requestPort', '.selectConfiguration', '.transferOut'],
      ...['.writeValueWithResponse', '.writeValueWithoutResponse'],
    ],
    because: 'the page asks which ways to a printer the browser has, and offers no other',
  },
  'lost-press': { names: ['navigation'], because: 'it asks first' },
  'signed-in': { names: [':popover-open', '.hidePopover'], because: 'as in frame' },
  'buy-box': { names: [':-webkit-inner-spin-button'], because: 'the name of a class' },
  shared: { names: [':details-content'], because: 'the name of a class' },
  popover: { names: [':popover-open', 'ToggleEvent'], because: 'it makes them' },
  'live-tabs': { names: ['.take'], because: 'a method of its own' },
  account: { names: ['.format'], because: 'of Intl.DateTimeFormat' },
  checkout: { names: ['.format'], because: 'of Intl.DateTimeFormat' },
  'import-preview.page': { names: ['.format'], because: 'of Intl.ListFormat' },
  office: { names: ['.format', 'Intl.DurationFormat', 'Temporal'], because: 'the polyfill asks first' },
  'product.page': { names: ['.share'], because: 'the button asks first' },
  'read-pictures.worker': { names: ['.setStatus', 'Symbol.dispose'], because: 'zxing asks first' },
  'service-worker': { names: ['.addRoutes', 'URLPattern'], because: 'the worker asks for addRoutes first' },
};

/** 'frame-BLmg6-xz.js' → 'frame' */
const plain = (name: string) => name.replace(/(?:-[\w-]{8})?\.js$/, '');

function scripts(): { name: string; text: string }[] {
  const assets = join(root, 'build/client/assets');
  const built = readdirSync(assets).filter((name) => name.endsWith('.js') && !name.startsWith('manifest-'));
  const paths = [...built.map((name) => join(assets, name)), join(root, 'public/service-worker.js')];
  const inline = [restoreScript(30), viewScript, cartCountScript, earlyPressScript, earlyScanScript];
  return [
    ...paths.map((path) => ({
      name: plain(path.split('/').pop() ?? ''),
      text: readFileSync(path, 'utf8'),
    })),
    ...inline.map((text) => ({ name: 'head', text })),
    { name: 'embed', text: readFileSync(join(root, 'public/embed.js'), 'utf8') },
  ];
}

test('no script calls a function that the oldest browsers lack', () => {
  const all = scripts();
  expect(all.length).toBeGreaterThan(250);
  const found = all.flatMap(({ name, text }) =>
    youngNames(text)
      .filter((young) => !allowed[name]?.names.includes(young))
      .map((young) => `${name}: ${young}`),
  );
  expect(found).toEqual([]);
});

test('every exception is still needed', () => {
  const used = new Set(
    scripts().flatMap(({ name, text }) => youngNames(text).map((young) => `${name}: ${young}`)),
  );
  const listed = Object.entries(allowed).flatMap(([name, { names }]) =>
    names.map((young) => `${name}: ${young}`),
  );
  expect(listed.filter((each) => !used.has(each))).toEqual([]);
});

test('no script makes ids by crypto.randomUUID, which plain-http addresses lack', () => {
  // uuid's own file asks first.
  const found = scripts().filter(({ text }) =>
    text.replaceAll('crypto.randomUUID?crypto.randomUUID()', '').includes('randomUUID()'),
  );
  expect(found.map(({ name }) => name)).toEqual([]);
});

test.each([
  ['URL.canParse(address)', 'URL.canParse'],
  ['Map.groupBy(lines, keyOf)', 'Map.groupBy'],
  ['const { of } = await Array.fromAsync(rows)', 'Array.fromAsync'],
  ['seen.union(others)', '.union'],
  ['window.navigation.addEventListener("navigate", f)', 'navigation'],
  ['new Temporal.PlainDate(2026, 1, 1)', 'Temporal'],
  ['list.matches(":popover-open")', ':popover-open'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a script
  ['list.querySelector(`${id}:popover-open`)', ':popover-open'],
])('%s is seen', (script, name) => {
  expect(youngNames(script)).toContain(name);
});

test.each([
  'list.toSorted()',
  'text.isWellFormed()',
  'const row = { navigation: 1, take: 2 }; row.take',
  'structuredClone(x)',
  'AbortSignal.timeout(5)',
])('%s is old enough', (script) => {
  expect(youngNames(script)).toEqual([]);
});

test('the names are of the browsers that the build and README.md name', () => {
  expect(oldestKnown).toEqual(OLDEST_BROWSERS);
  const words = readFileSync(join(root, 'README.md'), 'utf8');
  const [safari, chrome, firefox] = OLDEST_BROWSERS.map((each) => each.replace(/^[a-z]+/, ''));
  expect(words).toContain(`Safari ${safari}, Chrome ${chrome} and Firefox ${firefox}`);
});
