/** Every page in the engines of Safari and Firefox: it loads without an error and is not too wide. Leaves a picture of each. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { signedIn } from '#tests/support/people.ts';
import { everyPage } from '../journeys/every-page.ts';
import { makeAll } from '../journeys/page-faults.ts';
import { expect, test } from './support.ts';

const PICTURES = join(import.meta.dirname, '../../test-results/engine-pages');

test('every page loads without an error, and fits', async ({ engine, window, shop, origin, signIn }) => {
  window.expectErrors(IS_RIGHT);
  const admin = await shop.person({ role: 'admin' });
  const cookie = await signedIn(shop.db, admin);
  const headers = { cookie, origin: shop.origin };
  const shown = await makeAll(shop, (path, form) =>
    fetch(shop.origin + path, {
      method: 'POST',
      headers,
      body: new URLSearchParams(form),
      redirect: 'manual',
    }),
  );
  const people = { guest: null, customer: shown.owner, admin };
  const folder = join(PICTURES, engine);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const faults: string[] = [];
  let who = 'guest';
  let seen = 0;
  const errorsSince = () => {
    const all = window.driver.errors();
    const own = all.slice(seen).filter((error) => !window.isExpected(error));
    seen = all.length;
    return own;
  };
  for (const page of everyPage(shown)) {
    const person = people[page.who];
    if (person && who !== page.who) await signIn(person);
    who = page.who;
    await window.driver.go(`${origin}/robots.txt`);
    if (!page.gated) await window.driver.addCookie({ name: 'age_verified', value: 'yes' });
    if (page.cart) {
      await window.run(() => localStorage.clear());
      const value = `${page.cart.product}:${page.cart.quantity}`;
      await window.driver.addCookie({ name: 'cart', value });
    }
    try {
      await window.driver.go(origin + page.path);
      if (!page.standsAlone) await window.takenOver();
      await window.quiet();
      const wide = await window.run(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (wide > 0) faults.push(`${page.name} is ${wide} px too wide`);
      await window.picture(join(folder, `${page.name}.png`));
    } catch (error) {
      faults.push(`${page.name}: ${(error as Error).message}`);
    }
    faults.push(...errorsSince().map((error) => `${page.name}: ${error}`));
  }
  expect(faults).toEqual([]);
});

/** What the pages are about: no page, no link's token. A cart that another window of the person has saved since. */
const IS_RIGHT = /404 .*\/no\/such\/page|400 .*\/unsubscribe|409 .*\/api\/saved-cart/;
