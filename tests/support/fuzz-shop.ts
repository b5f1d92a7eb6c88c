/** A shop to send anything to: it counts what it answered, and its stock must add up afterward. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ApiScope } from '#core/accounts/api-tokens/api-token.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { apiClient, aToken, type Described } from './api.ts';
import { attacksOn, type Known, sendAttack, wrongWith } from './api-fuzz.ts';
import { startApplication } from './application.ts';
import { freshDatabase } from './database.ts';
import { checkInvariants } from './invariants.ts';
import { aPerson, aProduct } from './people.ts';
import { aSlot, openShop } from './shop.ts';

/** A token has three hundred requests a minute; what is refused for that tests nothing. */
const PER_TOKEN = 250;

export async function fuzzShop() {
  const fresh = await freshDatabase();
  await openShop(fresh.db);
  await fresh.db.insert(storeSettings).values({ name: 'sharing', value: { sites: [], feed: true } });
  const products = [];
  for (const onHand of [100_000, 3, 0]) products.push(await aProduct(fresh.db, { onHand, limitMg: 1 }));
  const [admin, customer] = [await aPerson(fresh.db, { role: 'admin' }), await aPerson(fresh.db)];
  const app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
  const client = await apiClient(app.origin);
  const server = `${app.origin}/api/v1`;
  const known: Known = {
    ...{ id: products, ids: [products.join()], product_id: products, quantity: [1, 2] },
    ...{ number: ['ORD001', 'ORD002', 'ORD003'], pickup_starts_at: [aSlot(), aSlot(1)] },
    ...{ category: ['flower'], expected: [100_000, 3, 0], version: [null, 1, 2], again: [true] },
  };

  /** Returns how often each status was answered. */
  async function attack(operation: Described, { runs, seed }: { runs: number; seed: number }) {
    const person: SignedIn = operation.scope.startsWith('own-') ? customer : admin;
    const scope = (operation.scope || 'menu.read') as ApiScope;
    const newToken = () =>
      aToken(fresh.db, person, { scopes: [scope], forStore: !operation.scope.startsWith('own-') });
    let token = await newToken();
    let uses = 0;
    const statuses: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(
        attacksOn(operation, () => TOKEN, known),
        async (attack) => {
          if (++uses % PER_TOKEN === 0) token = await newToken();
          const headers = Object.fromEntries(
            Object.entries(attack.headers).map(([name, value]) => [name, value.replace(TOKEN, token)]),
          );
          const answer = await sendAttack(server, operation.method, { ...attack, headers });
          statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
          expect(wrongWith(operation, attack, answer)).toBeNull();
        },
      ),
      { numRuns: runs, seed },
    );
    return statuses;
  }

  return {
    client,
    attack,
    /** Nothing went wrong inside, and every unit is where the ledger says. */
    async stillSound() {
      expect(app.output()).not.toMatch(/request failed|a request of the API failed|unhandled/i);
      expect(await checkInvariants(fresh.db)).toEqual([]);
    },
    async stop() {
      await app.stop();
      await fresh.stop();
    },
  };
}

/** In the place of the token, so that what a failure prints can be run again. */
const TOKEN = 'fg_live_OF_THIS_OPERATION';
