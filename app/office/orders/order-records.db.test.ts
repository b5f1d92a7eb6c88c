/** An order's page says what its customer still gets back because of a wrong price. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { openDrawer } from '#core/sales/cash-desk/open-drawer.server.ts';
import { payRefund } from '#core/sales/price-corrections/pay-refund.server.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aMug, anOrder, NOW, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { correct, handOver, wrongOf } from '#tests/support/wrong-prices.ts';
import { readOrderRecords } from './order-records-queries.server.ts';

const fresh = freshShop(afterAll);

test('a refund due for an order is on its page alone, until it is paid', async () => {
  const admin = await aPerson(fresh.db, { role: 'admin' });
  const customer = await aPerson(fresh.db);
  await openDrawer(admin, { key: randomUUID(), amount: 20_000, pieces: null }, NOW);
  const mug = await aMug(fresh.db, { retailPrice: 2_000 });
  const hit = await anOrder(customer, [[mug, 1]]);
  await handOver(fresh.db, admin, hit);
  const other = await anOrder(customer, [[await aMug(fresh.db), 1]]);
  await handOver(fresh.db, admin, other);
  await correct(fresh.db, admin, wrongOf(mug, 1_500));
  const owedOn = async (number: string) => {
    const { id } = await storedOrder(fresh.db, number);
    return (await readOrderRecords(admin, { id, number }, 'America/New_York')).owed;
  };
  const [line, ...more] = await owedOn(hit);
  expect(line).toMatchObject({ orderNumber: hit, reason: 'Wrong price on Nov 28' });
  expect(more).toEqual([]);
  expect(await owedOn(other)).toEqual([]);
  if (!line) throw new Error('nothing is owed');
  await payRefund(admin, { lineId: line.lineId, cash: line.cash }, NOW);
  expect(await owedOn(hit)).toEqual([]);
});
