import { expect, test } from 'vitest';
import { importsOf, readModules } from './imports.ts';

const from = 'app/core/sales/orders/order.ts';
const money = 'app/kernel/money.ts';

test.each([
  ["import { cents } from '#kernel/money.ts'", money],
  ["import '../../../kernel/money.ts'", money],
  ["export { cents } from '#kernel/money.ts'", money],
  ["export {} from '#kernel/money.ts'", money],
  ["export * from '#kernel/money.ts'", money],
  ["import { type Cents } from '#kernel/money.ts'", money],
  ["import cents, { type Cents } from '#kernel/money.ts'", money],
  ["import { z } from 'zod'", 'node_modules/zod/'],
  ["import { defineConfig } from 'vitest/config'", 'node_modules/vitest/'],
  ["import busboy from '@fastify/busboy/lib/main.js'", 'node_modules/@fastify/busboy/'],
  ["import url from 'zxing-wasm/reader/zxing_reader.wasm?url'", 'node_modules/zxing-wasm/'],
  ["import { join } from 'node:path'", 'node:path'],
])('%s imports %s', (code, to) =>
  expect(importsOf(from, code)).toEqual([{ to, isLost: false, isTypeOnly: false }]),
);

test.each([
  "const { cents } = await import('#kernel/money.ts')",
  'const { cents } = await import(`#kernel/money.ts`)',
])('%s is loaded later', (code) =>
  expect(importsOf(from, code)).toEqual([{ to: money, isLost: false, isTypeOnly: false, isLater: true }]),
);

test.each([
  "import type { Cents } from '#kernel/money.ts'",
  "export type { Cents } from '#kernel/money.ts'",
  "export type * from '#kernel/money.ts'",
  "type Money = typeof import('#kernel/money.ts')",
])('%s vanishes with the types', (code) =>
  expect(importsOf(from, code)).toEqual([{ to: money, isLost: false, isTypeOnly: true }]),
);

test.each([
  ["import { cents } from '#kernel/moneys.ts'", 'app/kernel/moneys.ts'],
  ["import { cents } from './moneys.ts'", 'app/core/sales/orders/moneys.ts'],
  ["import { cents } from '#nowhere/money.ts'", '#nowhere/money.ts'],
])('%s leads to no file', (code, to) => expect(importsOf(from, code)).toMatchObject([{ to, isLost: true }]));

test('text and comments import nothing', () =>
  expect(importsOf(from, `// import './a.ts'\nconst text = "import './b.ts'";`)).toEqual([]));

test('code that cannot be parsed is refused', () =>
  expect(() => importsOf(from, "import { cents from '#kernel/money.ts'")).toThrow(from));

test('modules of a folder are read with their names from the root, except those that are not wanted', () => {
  const modules = readModules(['tests/support'], /seen/);
  expect(modules).toContainEqual({
    source: 'tests/support/imports.test.ts',
    imports: expect.arrayContaining([{ to: 'tests/support/imports.ts', isLost: false, isTypeOnly: false }]),
  });
  expect(modules.map(({ source }) => source)).not.toContain('tests/support/seen.ts');
});
