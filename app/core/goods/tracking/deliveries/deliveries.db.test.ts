/** What another license sent becomes lots with one press each: once, with what the state and the laboratory know. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { releaseLot } from '#core/goods/stock/lots/release-lot.server.ts';
import { declareOutage } from '#core/goods/stock/outage/declare-outage.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { products } from '#db/schema/catalogue.ts';
import { lots, stateOutages, stockLedger } from '#db/schema/stock.ts';
import { stateDeliveries, stateItems, stateLots, stateReads, trackedPackages } from '#db/schema/tracking.ts';
import { systemClock } from '#kernel/time.ts';
import { files, folderStore, openFiles } from '#platform/files/files.ts';
import { acceptDelivery, setHold } from '#seed/metrc/by-hand.ts';
import type { Metrc } from '#seed/metrc/start-metrc.ts';
import { addPackage, addTransfer } from '#seed/metrc/state.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { connectToMetrc, LICENSE, LONG_AGO, newTag } from '#tests/support/state-shop.ts';
import { openTracking } from '../open-tracking.server.ts';
import { readState } from '../read-state.server.ts';
import {
  readDeliveries,
  readDelivery,
  readLoosePackages,
  readLotOrigin,
} from './deliveries-queries.server.ts';
import { makeLot } from './make-lot.server.ts';
import { rememberItems } from './remember-items.server.ts';

const fresh = freshShop(afterAll);
let ada: SignedIn;
let kim: SignedIn;
let metrc: Metrc;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farmgate-deliveries-'));
  openFiles(folderStore(folder));
  ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  kim = await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' });
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  for (const table of [stateLots, stateDeliveries, trackedPackages, stateReads, stateItems])
    await fresh.db.delete(table);
  metrc = await connectToMetrc();
  return () => metrc.stop();
});

type Sent = Omit<Parameters<typeof addTransfer>[1]['packages'][number], 'label' | 'quantity'> & {
  label?: string;
  quantity?: number;
};
let items = 0;
const newItem = () => `Alder Haze ${++items}`;

function send(...packages: Sent[]) {
  return addTransfer(
    metrc.state,
    {
      ...{ toLicense: LICENSE, fromLicense: 'OCM-PROC-24-000009', fromName: 'Hudson Extracts' },
      ...{ estimatedDeparture: '2026-11-29T09:00:00.000', estimatedArrival: '2026-11-29T14:00:00.000' },
      packages: packages.map((each) => ({ label: newTag(), quantity: 24, ...each })),
    },
    new Date(),
  );
}
type Transfer = ReturnType<typeof send>;
const idOf = (transfer: Transfer) => String(transfer.deliveries[0]?.id);
const tagOf = (transfer: Transfer, index = 0) => transfer.deliveries[0]?.packages[index]?.package.label ?? '';
const accept = (transfer: Transfer, more: Parameters<typeof acceptDelivery>[3] = {}) =>
  acceptDelivery(metrc.state, transfer.deliveries[0]?.id ?? 0, new Date(), more);
const tested = (tag: string, results: Record<string, number>, documentId: number | null = 77) => {
  const packageId = metrc.state.packages[tag]?.id ?? 0;
  for (const [test, level] of Object.entries(results))
    metrc.state.labResults.push({
      ...{ id: metrc.state.labResults.length + 1, packageId, laboratory: 'Finger Lakes Lab', test, level },
      ...{ passed: true, performedDate: '2026-11-02', documentId },
    });
};
const WHOLE = { 'Total THC (%)': 24.5, 'Total CBD (%)': 0.3, 'THC (%)': 1.2 };
const lotsOf = (tag: string) => fresh.db.select().from(lots).where(sql`upper(package_tag) = ${tag}`);

describe('a delivery', () => {
  test('is on its way until a person accepts it; then its packages become lots with what is known of them', async () => {
    const item = newItem();
    const productId = await aProduct(fresh.db, { name: item, onHand: 0, wholesalePrice: 0 });
    const transfer = send({ item: { name: item }, wholesalePrice: 240, expirationDate: '2031-05-01' });
    const tag = tagOf(transfer);
    await readState();
    expect(await readDeliveries(ada)).toMatchObject([
      {
        shipper: 'Hudson Extracts',
        receivedAt: null,
        expectedAt: '2026-11-29T14:00:00',
        packages: 1,
        waiting: 0,
      },
    ]);
    expect(await makeLot(ada, { tag })).toEqual({ ok: false, problem: { kind: 'not-accepted' } });
    accept(transfer, { received: { [tag]: 23 } });
    tested(tag, WHOLE);
    await readState();
    expect((await readDelivery(kim, idOf(transfer)))?.packages).toMatchObject([
      { tag, quantity: 23, shipped: 24, isReady: true, productId, wholesale: 1000, lot: null },
    ]);
    const made = await makeLot(ada, { tag });
    expect(made).toMatchObject({ value: { status: 'sellable', productId, lacks: [] } });
    const [lot] = await lotsOf(tag);
    expect(lot).toMatchObject({
      ...{ productId, onHand: 23, batchNumber: tag.slice(-4), packageTag: tag, testStatus: 'TestPassed' },
      ...{
        labName: 'Finger Lakes Lab',
        coaNumber: 'Metrc 77',
        totalThcBasisPoints: 2450,
        totalCbdBasisPoints: 30,
      },
      ...{ expiresOn: '2031-05-01', coaKey: expect.stringContaining(`certificates/${tag}/`) },
    });
    expect(await files().modifiedAt(`public/${lot?.coaKey}.pdf`)).not.toBeNull();
    const [product] = await fresh.db.select().from(products).where(eq(products.id, productId));
    expect(product?.wholesalePrice).toBe(1000);
    expect(await readLotOrigin(lot?.id ?? 0)).toMatchObject({
      ...{ delivery: { manifest: transfer.manifest, shipper: 'Hudson Extracts' }, testedOn: '2026-11-02' },
      now: { testState: 'TestPassed', quantity: 23, hasPassed: true },
    });
  });

  test('has no lots for staff who may only count, and none while an outage is open', async () => {
    const item = newItem();
    await aProduct(fresh.db, { name: item });
    const transfer = send({ item: { name: item } });
    accept(transfer);
    await readState();
    const tag = tagOf(transfer);
    expect(await makeLot(kim, { tag })).toMatchObject({ problem: { kind: 'not-allowed' } });
    await declareOutage(ada, { since: systemClock(), note: '' });
    expect(await makeLot(ada, { tag })).toMatchObject({ problem: { kind: 'state-down' } });
    await fresh.db.delete(stateOutages);
    expect(await lotsOf(tag)).toEqual([]);
    expect(await makeLot(ada, { tag })).toMatchObject({ ok: true });
  });

  test('leaves out what was rejected, and says when a package is not counted in units', async () => {
    const transfer = send({}, { quantity: 453.6, unit: 'Grams' });
    const [rejected, bulk] = [tagOf(transfer, 0), tagOf(transfer, 1)];
    accept(transfer, { rejected: [rejected] });
    await readState();
    expect(await makeLot(ada, { tag: rejected, productId: 1 })).toMatchObject({
      problem: { kind: 'not-accepted' },
    });
    expect(await makeLot(ada, { tag: bulk, productId: 1 })).toEqual({
      ok: false,
      problem: { kind: 'not-in-units', unit: 'Grams' },
    });
  });
});

describe('a lot of a package', () => {
  test('is made once by any number of presses and people at once', async () => {
    const item = newItem();
    const productId = await aProduct(fresh.db, { name: item, onHand: 0 });
    const transfer = send({ item: { name: item } });
    accept(transfer);
    await readState();
    const tag = tagOf(transfer);
    const bea = await aPerson(fresh.db, { role: 'admin' });
    const other = await aProduct(fresh.db, { onHand: 0 });
    // Without the laboratory, whose calls come one after the other.
    openTracking(async () => null);
    const presses = [ada, bea, ada, bea].map(
      (who, at) => () =>
        makeLot(who, { tag: tag.toLowerCase(), productId: at % 2 === 0 ? productId : other }),
    );
    const outcomes = await Promise.all(presses.map((press) => press()));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    for (const each of outcomes) if (!each.ok) expect(each.problem.kind).toBe('already-added');
    expect(await lotsOf(tag)).toHaveLength(1);
    const received = await fresh.db
      .select()
      .from(stockLedger)
      .where(inArray(stockLedger.productId, [productId, other]));
    expect(received.filter(({ reason }) => reason === 'received')).toHaveLength(1);
  });

  test('that has not passed or is held is made, is not for sale, and says what it lacks', async () => {
    const item = newItem();
    await aProduct(fresh.db, { name: item });
    const transfer = send(
      { item: { name: item }, testState: 'SubmittedForTesting' },
      { item: { name: item } },
    );
    accept(transfer);
    const [waiting, held] = [tagOf(transfer, 0), tagOf(transfer, 1)];
    tested(held, WHOLE);
    setHold(metrc.state, held, { isOnHold: true }, new Date());
    await readState();
    const lacks = ['laboratory results', 'certificate PDF'];
    expect(await makeLot(ada, { tag: waiting })).toMatchObject({ value: { status: 'untested', lacks } });
    expect((await lotsOf(waiting))[0]).toMatchObject({ testStatus: 'NotTested', coaKey: null });
    const made = await makeLot(ada, { tag: held });
    expect(made).toMatchObject({ value: { status: 'quarantined', lacks: [] } });
    const lotId = made.ok ? made.value.lotId : 0;
    expect(await releaseLot(ada, { lotId, reason: 'Sell' })).toMatchObject({
      problem: { kind: 'held-by-state' },
    });
  });

  test('is made without a certificate that is broken, and without a laboratory that does not answer', async () => {
    const item = newItem();
    await aProduct(fresh.db, { name: item });
    const transfer = send({ item: { name: item } }, { item: { name: item } });
    accept(transfer);
    const [broken, silent] = [tagOf(transfer, 0), tagOf(transfer, 1)];
    tested(broken, { 'Total THC (%)': 20, 'THC (mg/g)': 200 });
    tested(silent, WHOLE);
    await readState();
    metrc.faults.choose = ({ path }) => (path.includes('labtestdocument') ? 'html' : null);
    expect(await makeLot(ada, { tag: broken })).toMatchObject({
      value: { status: 'untested', lacks: ['total CBD', 'certificate PDF'] },
    });
    metrc.faults.choose = () => 'html';
    expect(await makeLot(ada, { tag: silent })).toMatchObject({
      value: { lacks: ['laboratory results', 'certificate PDF'] },
    });
  });

  test('is of the product that is proposed by name, remembered or chosen; a chosen one is remembered', async () => {
    const [item, other] = [newItem(), newItem()];
    const proposed = await aProduct(fresh.db, { name: item.toUpperCase() });
    const chosen = await aProduct(fresh.db);
    const send2 = (name: string) => {
      const transfer = send({ item: { name } });
      accept(transfer);
      return tagOf(transfer);
    };
    const tagged = [send2(item), send2(item), send2(item), send2(other)];
    await readState();
    const productOf = async (index: number, more = {}) => {
      const made = await makeLot(ada, { tag: tagged[index] ?? '', ...more });
      return made.ok ? made.value.productId : made.problem.kind;
    };
    expect(await productOf(0)).toBe(proposed);
    expect(await productOf(1, { productId: chosen })).toBe(chosen);
    expect(await productOf(2)).toBe(chosen);
    expect(await productOf(3)).toBe('product-unknown');
    expect(await rememberItems(kim, [{ item: other, productId: proposed }])).toMatchObject({ ok: false });
    expect(await rememberItems(ada, [{ item: other, productId: 999_999 }])).toMatchObject({
      problem: { kind: 'product-unknown' },
    });
    await rememberItems(ada, [{ item: other, productId: proposed }]);
    expect(await productOf(3)).toBe(proposed);
  });

  test('gives the product its wholesale price only if it has none or a person asks, and never below the floor', async () => {
    const priced = async (wanted: Parameters<typeof aProduct>[1], takesPrice = false) => {
      const productId = await aProduct(fresh.db, { onHand: 0, ...wanted });
      const transfer = send({ wholesalePrice: 240 });
      accept(transfer);
      await readState();
      const made = await makeLot(ada, { tag: tagOf(transfer), productId, takesPrice });
      const [product] = await fresh.db.select().from(products).where(eq(products.id, productId));
      return { price: product?.wholesalePrice, lacks: made.ok ? made.value.lacks.at(-1) : made.problem.kind };
    };
    expect((await priced({ wholesalePrice: 700 })).price).toBe(700);
    expect((await priced({ wholesalePrice: 700 }, true)).price).toBe(1000);
    const low = await priced({ wholesalePrice: 0, retailPrice: 1100 });
    expect(low.price).toBe(0);
    expect(low.lacks).toContain('below its floor');
  });

  test('has the batch number that was typed, and otherwise one that its product has not', async () => {
    const productId = await aProduct(fresh.db, { onHand: 0 });
    const transfer = send({}, {});
    accept(transfer);
    await readState();
    const [first, second] = [tagOf(transfer, 0), tagOf(transfer, 1)];
    await makeLot(ada, { tag: first, productId, batchNumber: ` ${second.slice(-4)} ` });
    expect((await lotsOf(first))[0]?.batchNumber).toBe(second.slice(-4));
    expect(await makeLot(ada, { tag: second, productId, batchNumber: second.slice(-4) })).toMatchObject({
      problem: { kind: 'batch-taken' },
    });
    expect(await makeLot(ada, { tag: second, productId })).toMatchObject({ ok: true });
    expect((await lotsOf(second))[0]?.batchNumber).toBe(second);
  });
});

test('a package that the farm made itself is among those without a lot, until it is one', async () => {
  const tag = newTag();
  const productId = await aProduct(fresh.db, { onHand: 0 });
  addPackage(metrc.state, { label: tag, license: LICENSE, quantity: 30 }, LONG_AGO);
  addPackage(metrc.state, { label: newTag(), license: LICENSE, quantity: 0 }, LONG_AGO);
  await readState();
  expect(await readLoosePackages()).toMatchObject([{ tag, quantity: 30, state: null, isReady: true }]);
  await makeLot(ada, { tag, productId });
  expect(await readLoosePackages()).toEqual([]);
});
