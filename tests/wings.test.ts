/**
 * The order of a wing's subjects (the folders and loose files of app/<wing>), which its order.json gives from bottom to
 * top. A subject imports only those of floors below its own, so that subjects have no circles.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readModules } from '#tests/support/imports.ts';

/** The folders of app: the wings, and what is below them. */
const wings = readdirSync('app', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/** Folders without an order, and why. */
const leftOut: Record<string, string> = {
  core: 'has districts, rooms and faces (tests/architecture.test.ts)',
  api: 'is one subject: its operations, and the page about them in `developers`',
  db: 'is one subject: the connection, the schema and its migrations',
  kernel: 'has pure files only, which need no folders',
  ui: 'is one design system: its parts use each other',
  seed: 'is one program: the demo store',
};
const ordered = wings.filter((wing) => !(wing in leftOut));

/** Floors from bottom to top, each with its subjects. */
type Order = readonly (readonly string[])[];
type Arrow = { from: string; to: string };

const fileOf = (wing: string) => `app/${wing}/order.json`;
const orderOf = (wing: string) => JSON.parse(readFileSync(fileOf(wing), 'utf8')) as Order;
const subjectOf = (wing: string, path: string) => new RegExp(`^app/${wing}/([^/]+)`).exec(path)?.[1] ?? null;
const floorIn = (order: Order, subject: string) => order.findIndex((floor) => floor.includes(subject));

/** Whether an import inside the wing leads to another subject. */
const crosses = (wing: string, { from, to }: Arrow) => {
  const [own, other] = [subjectOf(wing, from), subjectOf(wing, to)];
  return own !== null && other !== null && own !== other;
};

/** Whether an import leads to another subject of the same floor or of one above. */
const goesUp = (wing: string, order: Order, arrow: Arrow) =>
  crosses(wing, arrow) &&
  floorIn(order, subjectOf(wing, arrow.to) ?? '') >= floorIn(order, subjectOf(wing, arrow.from) ?? '');

/** What the order lacks, and what it lists although it is not there, or twice. */
function differences(order: Order, found: readonly string[]): string[] {
  const listed = order.flat();
  return [
    ...found.filter((subject) => !listed.includes(subject)).map((subject) => `${subject} is missing`),
    ...listed.filter((subject) => !found.includes(subject)).map((subject) => `${subject} does not exist`),
    ...listed
      .filter((subject, index) => listed.indexOf(subject) < index)
      .map((subject) => `${subject} is twice`),
  ];
}

const isTest = /\.test\.tsx?$|\/testing\//;
const modules = readModules(
  wings.map((wing) => `app/${wing}`),
  isTest,
);
/** The folders of a wing that hold modules, and its loose modules. */
const subjectsOf = (wing: string) => [
  ...new Set(modules.flatMap(({ source }) => subjectOf(wing, source) ?? [])),
];
const arrowsOf = (wing: string): Arrow[] =>
  modules
    .flatMap(({ source, imports }) => imports.map(({ to }) => ({ from: source, to })))
    .filter((arrow) => crosses(wing, arrow));

describe('the subjects of a wing', () => {
  test('are seen: hundreds of modules are read', () => expect(modules.length).toBeGreaterThan(800));

  test.each(wings)('of %s have an order, or a reason why not', (wing) =>
    expect(existsSync(fileOf(wing))).toBe(!(wing in leftOut)),
  );

  test('have reasons only for folders that exist', () =>
    expect(Object.keys(leftOut).filter((name) => !wings.includes(name))).toEqual([]));

  test.each(ordered)('of %s are each on one floor', (wing) =>
    expect(differences(orderOf(wing), subjectsOf(wing))).toEqual([]),
  );

  test.each(ordered)('of %s are in its README', (wing) => {
    const readme = readFileSync(`app/${wing}/README.md`, 'utf8');
    expect(subjectsOf(wing).filter((subject) => !readme.includes(`\`${subject}\``))).toEqual([]);
  });

  test.each(ordered)('of %s import only subjects below them', (wing) => {
    const arrows = arrowsOf(wing);
    expect(arrows.length).toBeGreaterThan(20);
    const up = arrows.filter((arrow) => goesUp(wing, orderOf(wing), arrow));
    expect(up.map(({ from, to }) => `${from} → ${to}`).sort()).toEqual([]);
  });
});

describe('a breach', () => {
  test.each(ordered)('of %s, an import upward, is seen', (wing) => {
    const order = orderOf(wing);
    const [low, high] = [order[0]?.[0], order.at(-1)?.[0]].map(
      (subject) => `app/${wing}/${subject}/planted.ts`,
    );
    expect(goesUp(wing, order, { from: low ?? '', to: high ?? '' })).toBe(true);
    expect(goesUp(wing, order, { from: high ?? '', to: low ?? '' })).toBe(false);
  });

  const order = [['kit'], ['menu', 'orders'], ['roof']];

  test.each([
    ['app/shop/kit/panel.tsx', 'app/shop/menu/menu.page.tsx'],
    ['app/shop/menu/menu.page.tsx', 'app/shop/orders/order.ts'],
    ['app/shop/orders/refund/refund.ts', 'app/shop/roof/layout.tsx'],
  ])('%s → %s, to its own floor or one above, is seen', (from, to) =>
    expect(goesUp('shop', order, { from, to })).toBe(true),
  );

  test.each([
    ['app/shop/roof/layout.tsx', 'app/shop/kit/panel.tsx'],
    ['app/shop/orders/order.page.tsx', 'app/shop/orders/refund/refund.ts'],
    ['app/shop/orders/order.page.tsx', 'app/core/sales/orders/order.ts'],
  ])('%s → %s is none', (from, to) => expect(goesUp('shop', order, { from, to })).toBe(false));

  test('a subject that is missing, gone or twice is seen', () =>
    expect(differences([['kit', 'menu'], ['kit']], ['kit', 'orders'])).toEqual([
      'orders is missing',
      'menu does not exist',
      'kit is twice',
    ]));
});
