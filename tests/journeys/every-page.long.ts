/** Every page at every width, at night and in large text. */
import { faultsOfPages } from './page-faults.ts';
import { expect, test } from './support.ts';

const PARTS = 4;

for (let part = 0; part < PARTS; part++)
  test(`every page is sound and shifts nothing, at every width, at night and in large text, ${part + 1} of ${PARTS}`, async ({
    openBrowser,
    shop,
  }) => {
    expect(await faultsOfPages(openBrowser, shop, { part, parts: PARTS, isWhole: true })).toEqual([]);
  });
