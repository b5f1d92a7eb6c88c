/**
 * Stories in the engines of Safari and Firefox: `npm run test:engines`, and a stage of `npm test`. Each project is an engine
 * with a shop of its own; `LONG=yes` runs what `npm run test:long` adds.
 */
import { defineConfig } from '@playwright/test';
import { putTemporaryFilesInMemory } from '../../scripts/memory-folder.ts';

putTemporaryFilesInMemory();

const isLong = process.env.LONG === 'yes';

/** One engine tells each at a turn of `npm test` (`scripts/turns.ts`): WebKit tells the first at odd turns and the second at even ones. */
const IN_TURNS = ['counter-offline.story.ts', 'cart-and-back.story.ts'];
const turn = Number(process.env.TURN);
const inTurn = (odd: number): string[] =>
  turn ? IN_TURNS.filter((_, place) => (turn + place) % 2 === odd) : IN_TURNS;

/** Firefox has fewer shoppers: it tells the way to a reservation in the long run only. */
const inWebKit = isLong ? ['*.long.ts'] : ['reservation.story.ts', ...inTurn(1)];
const inFirefox = isLong ? ['*.long.ts', 'reservation.story.ts'] : inTurn(0);

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
