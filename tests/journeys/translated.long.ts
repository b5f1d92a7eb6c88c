/** Every page, translated by the browser: whatever is pressed comes and goes, and no text is an old one. */
import type { Page } from '@playwright/test';
import { everyPage, type PageToSee } from './every-page.ts';
import { makeAll } from './page-faults.ts';
import { pressNext } from './press-everything.ts';
import { fillCart, takenOver, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { staleWords } from './translated-words.ts';
import { translate, translated } from './translator.ts';

const PARTS = 4;
/** Presses on one page. */
const MOST_PRESSES = 24;

for (let part = 0; part < PARTS; part++)
  test(`every page goes on working while the browser translates it, ${part + 1} of ${PARTS}`, async ({
    openBrowser,
    shop,
  }) => {
    test.setTimeout(1_800_000);
    const browsers = {
      guest: await openBrowser(),
      customer: await openBrowser(),
      admin: await openBrowser(),
    };
    await shop.signIn(browsers.admin, await shop.person({ role: 'admin' }));
    const headers = { Origin: shop.origin, 'Sec-Fetch-Site': 'same-origin' };
    const shown = await makeAll(shop, (path, form) => browsers.admin.request.post(path, { form, headers }));
    await shop.signIn(browsers.customer, shown.owner);
    const pages = everyPage(shown).filter(({ gated, standsAlone }) => !gated && !standsAlone);
    const faults: string[] = [];
    let presses = 0;
    for (const who of ['guest', 'customer', 'admin'] as const) {
      const page = await browsers[who].newPage();
      await translate(page);
      for (const each of pages.filter((one, at) => one.who === who && at % PARTS === part)) {
        if (each.cart) await fillCart(page, each.cart);
        const walked = await pressAll(page, each);
        faults.push(...walked.faults);
        presses += walked.presses;
      }
      await page.close();
    }
    expect(faults).toEqual([]);
    expect(presses).toBeGreaterThan(200);
  });

/** Presses what a page has, one after the other, and compares its words with React's after each. */
async function pressAll(
  page: Page,
  { name, path }: PageToSee,
): Promise<{ faults: string[]; presses: number }> {
  const faults: string[] = [];
  const pressed: string[] = [];
  const open = async () => {
    await visit(page, path);
    await translated(page);
  };
  await open();
  const address = new URL(page.url()).pathname;
  while (pressed.length < MOST_PRESSES) {
    const next = await pressNext(page, pressed);
    if (next === null) break;
    pressed.push(next);
    await takenOver(page);
    const stale = await staleWords(page);
    const isBroken = await page.getByRole('heading', { name: /something went wrong/i }).count();
    if (isBroken > 0) faults.push(`${path} after “${next}”: the page of errors`);
    for (const fault of stale) faults.push(`${path} after “${next}”: ${fault}`);
    if (isBroken > 0 || stale.length > 0 || new URL(page.url()).pathname !== address) await open();
  }
  await page.screenshot({ path: `test-results/translated/${name}.png` });
  return { faults, presses: pressed.length };
}
