/** Every form of every page, pressed while its request is lost. */
import { faultsOfForms } from './lost-forms-steps.ts';
import { expect, test } from './support.ts';

test.use({ losesNetwork: true });

const PARTS = 4;

for (let part = 0; part < PARTS; part++)
  test(`every form whose request is lost leaves its page with what was typed, and offers the press again, ${part + 1} of ${PARTS}`, async ({
    openBrowser,
    shop,
  }) => {
    const { found, presses } = await faultsOfForms(openBrowser, shop, { part, parts: PARTS, isWhole: true });
    expect(found).toEqual([]);
    expect(presses).toBeGreaterThan(20);
  });
