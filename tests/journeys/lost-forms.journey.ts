/** A press whose request is lost leaves the page as it is: forms of a twelfth of the pages. */
import { faultsOfForms } from './lost-forms-steps.ts';
import { expect, test } from './support.ts';

test.use({ losesNetwork: true });

test('a form whose request is lost leaves the page with what was typed, says so, and offers the press again', async ({
  openBrowser,
  shop,
}) => {
  test.setTimeout(240_000);
  const { found, presses } = await faultsOfForms(openBrowser, shop, { part: 0, parts: 4, isWhole: false });
  expect(found).toEqual([]);
  expect(presses).toBeGreaterThan(10);
});
