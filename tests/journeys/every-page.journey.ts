/**
 * Every page is well made and moves by nothing when its scripts take over, and the frame of each kind of people is so at
 * every width, at night and in large text. `npm run test:long` looks at every page in all of these ways.
 */
import { faultsOfPages } from './page-faults.ts';
import { expect, test } from './support.ts';

/** So many tests that each take about as long. */
const PARTS = 4;

for (let part = 0; part < PARTS; part++)
  test(`every page is sound and shifts nothing, ${part + 1} of ${PARTS}`, async ({ openBrowser, shop }) => {
    // Twenty pages each.
    test.setTimeout(120_000);
    expect(await faultsOfPages(openBrowser, shop, { part, parts: PARTS, isWhole: false })).toEqual([]);
  });
