/**
 * Stories in the engines of Safari and Firefox: `npm run test:engines`, and a stage of `npm test`. Each project is an engine
 * with a shop of its own; `LONG=yes` runs what `npm run test:long` adds.
 */
import { defineConfig } from '@playwright/test';
import { putTemporaryFilesInMemory } from '../../scripts/memory-folder.ts';

putTemporaryFilesInMemory();

const isLong = process.env.LONG === 'yes';

/** The longest story. At each turn of `npm test` (`scripts/turns.ts`) one engine tells it: WebKit at odd ones. */
const COUNTER = 'counter-offline.story.ts';
const turn = Number(process.env.TURN);
const counterIn = (odd: number): string[] => (!turn || turn % 2 === odd ? [COUNTER] : []);

/** Firefox has fewer shoppers: it tells there what engines differ in, and the way to a reservation in the long run. */
const inWebKit = isLong ? ['*.long.ts'] : ['cart-and-back.story.ts', 'reservation.story.ts', ...counterIn(1)];
const inFirefox = isLong
  ? ['*.long.ts', 'reservation.story.ts']
  : ['cart-and-back.story.ts', ...counterIn(0)];

export default defineConfig<object, { engine: string }>({
  testDir: '.',
  globalSetup: '../journeys/set-up.ts',
  outputDir: '../../test-results/engines',
  // One window of each engine at a time.
  workers: 2,
  timeout: isLong ? 1_200_000 : 120_000,
  projects: [
    { name: 'WebKit', testMatch: inWebKit, use: { engine: 'WebKit' } },
    { name: 'Firefox', testMatch: inFirefox, use: { engine: 'Firefox' } },
  ],
});
