/** Tests idempotency keys claimed by transactions that start in a different order. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { newId } from '#kernel/ids.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { claimIdempotencyKey } from './claim-idempotency-key.server.ts';
import { reserveProduct } from './reserve-product.server.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());

test.each([
  [10, true],
  [0, false],
])(
  'of the same items within %i minutes, an attempt that started later and committed first is found: %s',
  async (sameWithin, isFound) => {
    const robin = await aPerson(fresh.db);
    const productId = await aProduct(fresh.db);
    const attempt = await inTransaction(async (tx) => {
      // This transaction starts here; another tab's reservation starts later and commits first.
      await tx.execute('select now()');
      const key = randomUUID();
      const made = await reserveProduct(robin, { productId, quantity: 1, key });
      expect(made.ok).toBe(true);
      const { rows } = await fresh.db.execute<{ items: string }>(
        `select split_part(input, '|', 1) as items from idempotency_keys where key = '${key}'`,
      );
      const items = rows[0]?.items ?? '';
      return claimIdempotencyKey(tx, {
        ...{
          userId: robin.userId,
          key: randomUUID(),
          items,
          rest: '',
          madeId: newId(),
          sameWithin,
          perHour: 0,
        },
      });
    });
    expect(attempt).toEqual({ kind: 'first', sameLately: isFound ? { minutesAgo: 0 } : null, tooMany: null });
  },
);
