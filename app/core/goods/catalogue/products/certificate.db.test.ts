import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMyOrder } from '#core/sales/orders/orders-queries.server.ts';
import { products } from '#db/schema/catalogue.ts';
import { lots, reservationLots } from '#db/schema/stock.ts';
import { watchShown } from '#platform/pages/shown.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { anOrder, openForOrders } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { readProduct } from '../product-queries.server.ts';
import { readCertificate } from './certificate-queries.server.ts';
import { certificatePath, lotRows } from './product-facts.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
});
afterAll(() => fresh.stop());

async function aLot(
  papers: Partial<typeof lots.$inferInsert> = { coaNumber: 'COA-7', labName: 'Catskill Analytics' },
): Promise<{ productId: number; lotId: number }> {
  const productId = await aProduct(fresh.db, { name: 'Kestrel Flower', size: '3.5 g' });
  const [lot] = await fresh.db
    .update(lots)
    .set(papers)
    .where(eq(lots.productId, productId))
    .returning({ id: lots.id });
  return { productId, lotId: lot?.id ?? 0 };
}

test('a product’s page links to the certificate of its batch', async () => {
  const { productId, lotId } = await aLot();
  const product = await readProduct(productId);
  const row = product?.lot && lotRows(product.lot).find(({ href }) => href !== undefined);
  expect(row).toMatchObject({ value: 'COA-7', href: certificatePath({ id: lotId }) });
  expect(await readCertificate(lotId)).toMatchObject({
    product: { id: productId, name: 'Kestrel Flower', size: '3.5 g', isOnMenu: true },
    lot: { batchNumber: 'B-1', coaNumber: 'COA-7', labName: 'Catskill Analytics', certificate: null },
    status: 'sellable',
  });
});

test('a batch without laboratory results has no certificate, nor does an unknown batch', async () => {
  expect(await readCertificate((await aLot({ labName: null, coaNumber: null })).lotId)).toBeNull();
  expect(await readCertificate(999_999_999)).toBeNull();
});

test.each(['untested', 'quarantined'] as const)('a lot that is %s has no certificate', async (status) => {
  const { lotId } = await aLot();
  await fresh.db.update(lots).set({ status }).where(eq(lots.id, lotId));
  expect(await readCertificate(lotId)).toBeNull();
});

test('a product that is off the menu has a certificate only once a package has been sold', async () => {
  const { productId, lotId } = await aLot();
  await anOrder(await aPerson(fresh.db), [[productId, 1]]);
  await fresh.db.update(products).set({ forSale: false }).where(eq(products.id, productId));
  for (const status of ['sellable', 'expired', 'recalled'] as const) {
    await fresh.db.update(lots).set({ status, held: 0 }).where(eq(lots.id, lotId));
    expect(await readCertificate(lotId)).toBeNull();
  }
  await fresh.db.update(products).set({ archivedAt: new Date() }).where(eq(products.id, productId));
  expect(await readCertificate(lotId)).toBeNull();

  await fresh.db.update(reservationLots).set({ sold: true }).where(eq(reservationLots.lotId, lotId));
  for (const status of ['sellable', 'expired', 'recalled'] as const) {
    await fresh.db.update(lots).set({ status, held: 0 }).where(eq(lots.id, lotId));
    expect(await readCertificate(lotId)).toMatchObject({ status, product: { isOnMenu: false } });
  }
});

test('an order links only to the public certificates of its batches', async () => {
  const robin = await aPerson(fresh.db);
  const [tested, bare] = [await aLot(), await aLot({ labName: null, coaNumber: null })];
  const [second] = await fresh.db
    .insert(lots)
    .values({ productId: tested.productId, batchNumber: 'B-2', testStatus: 'TestPassed', coaNumber: 'COA-8' })
    .returning({ id: lots.id });
  const orderId = await anOrder(robin, [
    [tested.productId, 1],
    [bare.productId, 1],
  ]);
  const certificates = async () => {
    const order = await readMyOrder(robin, orderId);
    return order?.items.map((item) => item.certificates.map(({ batch, path }) => `${batch}: ${path}`));
  };
  const first = `B-1: /certificates/${tested.lotId}`;
  expect(await certificates()).toEqual([[first], []]);

  const [share] = await fresh.db
    .select()
    .from(reservationLots)
    .where(eq(reservationLots.lotId, tested.lotId));
  await fresh.db
    .insert(reservationLots)
    .values({ reservationId: share?.reservationId ?? '', lotId: second?.id ?? 0, quantity: 1 });
  expect(await certificates()).toEqual([[first, `B-2: /certificates/${second?.id}`], []]);

  await fresh.db.update(products).set({ forSale: false }).where(eq(products.id, tested.productId));
  expect(await certificates()).toEqual([[], []]);
  await fresh.db.update(reservationLots).set({ sold: true }).where(eq(reservationLots.lotId, tested.lotId));
  expect(await certificates()).toEqual([[first], []]);
});

test('a cached certificate page is invalidated when its product or a lot of it changes', async () => {
  const { productId, lotId } = await aLot();
  const { shown } = await watchShown(() => readCertificate(lotId));
  expect(shown.names).toContain(`products:${productId}`);
});
