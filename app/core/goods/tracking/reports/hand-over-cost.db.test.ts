/**
 * What a hand-over costs while the shop reports to the state: nothing. The ledger is the outbox, so the same statements
 * run as in a shop that is not connected, and a job reads them afterwards.
 */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { openTracking } from '#core/goods/tracking/open-tracking.server.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { systemClock } from '#kernel/time.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { anOrder, bringTo, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { countAsked } from '#tests/support/round-trips.ts';
import {
  aTrackedProduct,
  connectToMetrc,
  receiptsIn,
  report,
  startReports,
} from '#tests/support/state-shop.ts';

const fresh = freshShop(afterAll);

test('a hand-over runs the same statements, in as many round trips, with Report on as in a shop that is not connected', async () => {
  const staff = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  const ready = async (productId: number) => {
    const id = await anOrder(await aPerson(fresh.db), [[productId, 2]]);
    await bringTo(staff, id, 'ready');
    return { ...(await storedOrder(fresh.db, id)), id };
  };
  const handOver = ({ id, version, total }: Awaited<ReturnType<typeof ready>>) =>
    countAsked(async () => {
      const done = await handOverOrder(
        staff,
        id,
        {
          ...{ version, idKind: 'driver_license', idIssuer: 'New York', idExpiresOn: '2190-01-31' },
          ...{ idBirthDate: '1995-06-15', nameMatches: true, cashReceived: total },
        },
        systemClock(),
      );
      if (!done.ok) throw new Error(JSON.stringify(done.problem));
    });
  openTracking(async () => null);
  const plain = await aProduct(fresh.db, { onHand: 9 });
  await handOver(await ready(plain));
  const without = await handOver(await ready(plain));

  const metrc = await connectToMetrc();
  try {
    await startReports(fresh.db);
    const jar = await aTrackedProduct(fresh.db, metrc);
    const order = await ready(jar.productId);
    expect(await handOver(order)).toEqual(without);
    expect(without.statements.length).toBeGreaterThan(10);
    const { rows } = await fresh.db.execute(sql`select 1 from state_acts`);
    expect(rows).toEqual([]);
    await report();
    expect(receiptsIn(metrc)).toHaveLength(1);
  } finally {
    metrc.stop();
  }
});
