import { test } from 'vitest';
import { freshDatabase } from '#tests/support/database.ts';
import { foldBesideOrders } from '#tests/support/fold-beside-orders.ts';
import { CAPACITY } from '#tests/support/order-sequences.ts';
import { openForOrders } from '#tests/support/orders.ts';

const SEQUENCES = 20;

test('the sales totals plus unfolded changes equal a full sum, whatever happens to orders and whenever they are folded', async () => {
  const fresh = await freshDatabase();
  await openForOrders(fresh.db, CAPACITY);
  await foldBesideOrders(fresh.db, SEQUENCES);
  await fresh.stop();
});
