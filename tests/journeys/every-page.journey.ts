/**
 * Pages are sound and shift nothing when their scripts take over: the third that `every-page.ts` names, with every layout
 * and every kind of screen, of which each turn of `npm test` (`scripts/turns.ts`) takes a tenth. Each kind of people's
 * frame is checked at every width, at night and in large text; `npm run test:long` checks every page in all of these ways.
 */
import { TURNS } from '../../scripts/turns.ts';
import { faultsOfPages } from './page-faults.ts';
import { expect, test } from './support.ts';

const { TURN } = process.env;
const parts = Array.from({ length: TURNS }, (_, part) => part + 1);

for (const part of parts.filter((each) => !TURN || TURN === 'all' || TURN === String(each)))
  test(`pages of every kind are sound and shift nothing, ${part} of ${TURNS}`, async ({
    openBrowser,
    shop,
  }) => {
    test.setTimeout(120_000);
    expect(await faultsOfPages(openBrowser, shop, { part: part - 1, parts: TURNS, isWhole: false })).toEqual(
      [],
    );
  });
