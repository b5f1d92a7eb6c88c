/** `npm start`, ended by a signal to npm: the current request gets its response, and nothing remains. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectStopped } from '#tests/support/npm-start.ts';

let dataFolder: string;
beforeAll(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'farmgate npm '));
});
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

test('stopping npm itself stops the shop, which prints the sign-ins of its first start', async () => {
  expect(await expectStopped(dataFolder, 'npm itself')).toMatch(/admin\s+admin@\S+\s+\S+-\S+/);
});

test('stopping npm by force stops the shop, which finds the store of its first start', async () => {
  expect(await expectStopped(dataFolder, 'npm by force')).not.toMatch(/admin\s+admin@\S+\s+\S+-\S+/);
});
