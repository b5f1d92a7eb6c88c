/**
 * One customer with many connections, and how much that raises the p95 of others. For a machine with nothing else to
 * do.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CrowdedShop, crowdedShop, requestsOf } from '#tests/support/crowd.ts';
import { flood, percentile, timings } from '#tests/support/flood.ts';
import { seen } from '#tests/support/seen.ts';

/** The most milliseconds by which one person may raise another's p95. */
const BUDGET = 50;

let shop: CrowdedShop;

beforeAll(async () => {
  shop = await crowdedShop();
});
afterAll(() => shop?.stop());

let searched = 0;
const others: Record<string, { path: string | (() => string); isSignedIn: boolean }> = {
  'a signed-in menu': { path: '/products', isSignedIn: true },
  'a checkout': { path: '/checkout', isSignedIn: true },
  'a guest’s search': { path: () => `/products?q=kestrel&max=${5000 + searched++}`, isSignedIn: false },
  'a cached page': { path: '/about', isSignedIn: false },
  health: { path: '/healthz', isSignedIn: false },
};

/** The time of each, one after another, by name. */
async function measure(milliseconds: number): Promise<Map<string, number[]>> {
  const end = performance.now() + milliseconds;
  const over = () => performance.now() > end;
  const took = Object.entries(others).map(async ([name, { path, isSignedIn }]) => {
    const headers = requestsOf.other(isSignedIn ? shop.otherCookie : '');
    return [name, await timings(shop.app.origin, path, over, headers)] as const;
  });
  return new Map(await Promise.all(took));
}

const attacks = ['receipt', 'checkout', 'lists', 'mix'] as const;

const measured: { words: string; rise: number }[] = [];
afterAll(() => {
  const worst = measured.toSorted((one, other) => other.rise - one.rise)[0];
  const isFull = measured.length === 2 * attacks.length * Object.keys(others).length;
  seen('shares', `by at most ${worst?.rise.toFixed(1)} ms (${worst?.words})`, isFull);
});

test.for(attacks.flatMap((name) => [12, 40].map((connections) => [name, connections] as const)))(
  'one customer on %s with %i connections raises the p95 of others by at most 50 ms',
  async ([name, connections]) => {
    await measure(1500);
    const before = await measure(4000);
    const load = flood(shop.app.origin, connections, shop.attacks[name], requestsOf.crowd(shop.crowdCookie));
    await measure(500);
    const beside = await measure(6000);
    load.stop();
    const moved = Object.keys(others).map((other) => {
      const [alone, crowded] = [before, beside].map((took) => percentile(took.get(other) ?? [], 0.95));
      return { other, alone: alone ?? Number.NaN, crowded: crowded ?? Number.NaN };
    });
    for (const { other, alone, crowded } of moved) {
      const words = `${name} × ${connections}: ${other} p95 ${alone.toFixed(1)} → ${crowded.toFixed(1)} ms`;
      console.log(words);
      expect.soft([other, crowded - alone <= BUDGET]).toEqual([other, true]);
      if (crowded - alone <= BUDGET) measured.push({ words, rise: crowded - alone });
    }
  },
);
