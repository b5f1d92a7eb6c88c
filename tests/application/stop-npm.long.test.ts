/** Like `stop-npm.app.test.ts`, for the other processes of `npm start` that a supervisor may know. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { expectStopped } from '#tests/support/npm-start.ts';

let dataFolder: string;
beforeAll(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'farmgate npm '));
});
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

test.each(['npm’s child process', 'the shop itself'] as const)('stopping %s stops the shop', async (name) => {
  await expectStopped(dataFolder, name);
});
