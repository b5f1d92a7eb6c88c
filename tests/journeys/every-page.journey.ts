/**
 * A third of the pages are sound and shift nothing when their scripts take over: those that `every-page.ts` names, with
 * every layout and every kind of screen. Each kind of people's frame is checked at every width, at night and in large
 * text; `npm run test:long` checks every page in all of these ways.
 */
import { faultsOfPages } from './page-faults.ts';
import { expect, test } from './support.ts';

/** The number of tests of about equal length. */
const PARTS = 2;

for (let part = 0; part < PARTS; part++)
  test(`pages of every kind are sound and shift nothing, ${part + 1} of ${PARTS}`, async ({
    openBrowser,
    shop,
  }) => {
    // Twenty-six pages each; two minutes were not enough for thirty on a busy machine.
    test.setTimeout(240_000);
    expect(await faultsOfPages(openBrowser, shop, { part, parts: PARTS, isWhole: false })).toEqual([]);
  });
