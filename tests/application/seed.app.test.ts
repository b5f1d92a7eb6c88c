/** `npm run seed` starts; `fill-database.db.test.ts` fills a store, `seed.long.test.ts` does so by the command. */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSeed } from '#tests/support/seed-command.ts';

test('a seed without sizes says what it takes, in one sentence', async () => {
  const { code, output } = await runSeed([], { DATA_FOLDER: join(tmpdir(), 'farmgate-seed-none') });
  expect(code).toBe(1);
  expect(output).toContain('Say how much there is to be: npm run seed -- --products');
  expect(output).not.toMatch(/^\s+at /m);
});
