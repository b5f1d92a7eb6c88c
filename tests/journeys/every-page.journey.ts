/**
 * Every page is sound and shifts nothing when its scripts take over. Each kind of people's frame is checked at every
 * width, at night and in large text; `npm run test:long` checks every page in all of these ways.
 */
import { faultsOfPages } from './page-faults.ts';
import { expect, test } from './support.ts';

/** The number of tests of about equal length. */
const PARTS = 4;

for (let part = 0; part < PARTS; part++)
  test(`every page is sound and shifts nothing, ${part + 1} of ${PARTS}`, async ({ openBrowser, shop }) => {
    // Thirty pages each; two minutes were not enough on a busy machine.
    test.setTimeout(240_000);
    expect(await faultsOfPages(openBrowser, shop, { part, parts: PARTS, isWhole: false })).toEqual([]);
  });
