/**
 * Pages are sound and shift nothing when their scripts take over: the third that `every-page.ts` names, with every layout
 * and every kind of screen, in six parts that run by turns (`tests/turns.json`). Each kind of people's frame is checked
 * at every width, at night and in large text; `npm run test:long` checks every page in all of these ways.
 */
import { faultsOfPages } from './page-faults.ts';
import { expect, test } from './support.ts';

const PARTS = ['1 of 6', '2 of 6', '3 of 6', '4 of 6', '5 of 6', '6 of 6'];

for (const [part, words] of PARTS.entries())
  test(`pages of every kind are sound and shift nothing, ${words}`, async ({ openBrowser, shop }) => {
    test.setTimeout(120_000);
    const parts = PARTS.length;
    expect(await faultsOfPages(openBrowser, shop, { part, parts, isWhole: false })).toEqual([]);
  });
