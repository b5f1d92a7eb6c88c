/** The base of the stories in other engines: `test` with a shop behind a network that can be cut, and a window. */
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { startWayTo, type Way } from '#tests/support/proxy.ts';
import { ENGINE_PACKAGES, findEngines } from '../../scripts/find-engines.ts';
import { openShop, type Shop } from '../journeys/shop.ts';
import type { Cookie, Driver, Engine, Size } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';
import { Window } from './window.ts';

export { expect };

type PerTest = {
  /** Of the window's page: a phone in WebKit, a desk in Firefox, unless a story says otherwise. */
  size: Size | null;
  window: Window;
  /** Signs a person in, in this window. */
  signIn: (person: SignedIn) => Promise<void>;
};

type PerWorker = { engine: Engine; shop: Shop; network: Way; origin: string };

const USUAL: Record<Engine, Size> = {
  WebKit: { width: 390, height: 844 },
  Firefox: { width: 1440, height: 900 },
};

export const test = base.extend<PerTest, PerWorker>({
  engine: ['WebKit', { option: true, scope: 'worker' }],
  size: [null, { option: true }],
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const { shop, close } = await openShop();
      await use(shop);
      await close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  network: [
    async ({ shop }, use) => {
      const way = await startWayTo({ host: 'localhost', port: Number(new URL(shop.origin).port) });
      await use(way);
      await way.close();
    },
    { scope: 'worker' },
  ],
  origin: [async ({ network }, use) => use(`http://localhost:${network.port}`), { scope: 'worker' }],
  window: async ({ engine, origin, size, network }, use, info) => {
    const window = new Window(await start(engine, size ?? USUAL[engine]), origin);
    await use(window);
    const hasFailed = info.status !== info.expectedStatus;
    if (hasFailed) await window.picture(join(info.outputDir, 'window.png')).catch(() => undefined);
    const errors = window.driver.errors();
    await window.driver.close();
    network.mend();
    if (!hasFailed) expect(errors.filter((error) => !window.isExpected(error))).toEqual([]);
  },
  signIn: async ({ window, shop, origin }, use) =>
    use(async (person) => {
      await window.driver.go(`${origin}/robots.txt`);
      const cookies: Cookie[] = [];
      const jar = { addCookies: async (given: readonly Cookie[]) => void cookies.push(...given) };
      await shop.signIn(jar, person);
      for (const { name, value } of cookies) await window.driver.addCookie({ name, value });
    }),
});

async function start(engine: Engine, size: Size): Promise<Driver> {
  const { webkit, firefox } = findEngines(console.error);
  if (engine === 'WebKit' && webkit) return startWebKit(webkit, size);
  if (engine === 'Firefox' && firefox) return startFirefox(firefox, size);
  throw new Error(`There is no ${engine} here. On Debian: apt-get install ${ENGINE_PACKAGES}`);
}
