/** The stand-in over HTTP: keys, windows, pages, traps and faults. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { acceptDelivery, setHold, setQuantity } from './by-hand.ts';
import { type Metrc, startMetrc } from './start-metrc.ts';
import { addPackage, addTransfer, newMetrcState } from './state.ts';
import { LICENSE, labelOf, NOON, type OpenMetrc, openMetrc, saleOf, WIDE } from './testing/open-metrc.ts';

const LONG_AGO = new Date('2026-10-01T17:00:00Z');

let metrc: Metrc;
let ask: OpenMetrc['ask'];
let get: OpenMetrc['get'];
let add: OpenMetrc['add'];
beforeEach(async () => {
  ({ metrc, ask, get, add } = await openMetrc());
});
afterEach(() => metrc.stop());

test('names the licenses of the user’s key, and what each may do', async () => {
  const { status, body } = await get('/facilities/v2');
  expect(status).toBe(200);
  expect(body[0].License.Number).toBe(LICENSE);
  expect(body[0].FacilityType).toMatchObject({ CanSellToConsumers: true, CanGrowPlants: false });
});

test.each(['software:other', 'other:farm', 'software', ''])('answers 401 to the keys “%s”', async (keys) => {
  expect((await ask('GET', '/facilities/v2', '', undefined, { keys })).status).toBe(401);
});

test('shows only what changed lately, unless both ends of the window are given', async () => {
  add(1, 10, LONG_AGO);
  add(2);
  expect((await get('/packages/v2/active')).body.Total).toBe(1);
  expect((await get('/packages/v2/active', 'lastModifiedStart=2020-01-01')).body.Total).toBe(1);
  expect((await get('/packages/v2/active', WIDE)).body.Total).toBe(2);
  metrc.faults.traps.narrowWindows = false;
  expect((await get('/packages/v2/active')).body.Total).toBe(2);
});

test('shows what changed in the window, its ends included, and refuses one that ends before it starts', async () => {
  add(1, 10, LONG_AGO);
  add(2);
  const shown = async (start: string, end: string) =>
    (
      await get(
        '/packages/v2/active',
        `lastModifiedStart=${encodeURIComponent(start)}&lastModifiedEnd=${end}`,
      )
    ).body;
  expect((await shown('2026-09-01', '2026-10-31')).Data).toMatchObject([{ Label: labelOf(1) }]);
  expect((await shown('2026-11-28T12:00:00-05:00', '2026-11-29')).Data).toMatchObject([
    { Label: labelOf(2) },
  ]);
  for (const end of ['2026-09-01', 'soon'])
    expect(await shown('2026-10-31', end)).toEqual({ Message: 'The lastModified window is not valid.' });
});

test('answers pages of 20, and refuses larger ones', async () => {
  for (let number = 1; number <= 45; number += 1) add(number);
  const last = (await get('/packages/v2/active', `${WIDE}&pageNumber=3`)).body;
  expect(last).toMatchObject({ Total: 45, PageSize: 20, RecordsOnPage: 5, CurrentPage: 3, TotalPages: 3 });
  expect((await get('/packages/v2/active', `${WIDE}&pageSize=21`)).status).toBe(400);
});

test('finds a package by its label and by its number, and none of another license', async () => {
  const { id } = add(1);
  addPackage(metrc.state, { label: labelOf(2), license: 'OTHER', quantity: 1 }, NOON);
  expect((await get(`/packages/v2/${labelOf(1)}`)).body.Id).toBe(id);
  expect((await get(`/packages/v2/${id}`)).body.Label).toBe(labelOf(1));
  expect((await get(`/packages/v2/${labelOf(2)}`)).status).toBe(404);
});

describe('a sale', () => {
  test('takes its units from the package, and is found by the software’s own number', async () => {
    add(1);
    const receipt = saleOf(1, 3, 'ORD042');
    const { status, body } = await ask('POST', '/sales/v2/receipts', '', [receipt]);
    expect(status).toBe(200);
    expect(body).toEqual({ Ids: [expect.any(Number)], Warnings: null });
    expect((await get(`/packages/v2/${labelOf(1)}`)).body.Quantity).toBe(7);
    expect((await get('/sales/v2/receipts/external/ORD042')).body).toMatchObject({
      Id: body.Ids[0],
      SalesDateTime: '2026-11-28T11:00:00.000',
      TotalPrice: 20,
      Transactions: [{ PackageLabel: labelOf(1), QuantitySold: 3 }],
    });
    expect((await get('/sales/v2/receipts/external/ORD043')).status).toBe(404);
  });

  test('among eleven is not taken, and neither are the others', async () => {
    add(1, 100);
    const eleven = Array.from({ length: 11 }, () => saleOf(1));
    expect((await ask('POST', '/sales/v2/receipts', '', eleven)).status).toBe(413);
    expect(metrc.state.packages[labelOf(1)]?.quantity).toBe(100);
    expect((await ask('POST', '/sales/v2/receipts', '', eleven.slice(1))).body.Ids).toHaveLength(10);
  });

  test('refused among others refuses all, unless the trap is off', async () => {
    add(1);
    const sales = [saleOf(1), saleOf(1, 50)];
    const { status, body } = await ask('POST', '/sales/v2/receipts', '', sales);
    expect(status).toBe(400);
    expect(body).toEqual([{ row: 1, message: expect.stringContaining('exceeds the 9 Each') }]);
    expect(metrc.state.packages[labelOf(1)]?.quantity).toBe(10);
    metrc.faults.traps.allOrNothing = false;
    expect((await ask('POST', '/sales/v2/receipts', '', sales)).status).toBe(400);
    expect(metrc.state.packages[labelOf(1)]?.quantity).toBe(9);
  });

  test('beside another of the same package is refused with it', async () => {
    add(1);
    metrc.faults.writeTakes = 300;
    const both = await Promise.all([1, 2].map(() => ask('POST', '/sales/v2/receipts', '', [saleOf(1)])));
    expect(both.map(({ status }) => status)).toEqual([400, 400]);
    expect(metrc.state.packages[labelOf(1)]?.quantity).toBe(10);
  });

  test('beside another of the same package may be taken with it, and one quantity is lost', async () => {
    add(1);
    metrc.faults.writesAtOnce = 'both-taken';
    metrc.faults.writeTakes = 300;
    const both = await Promise.all([1, 2].map(() => ask('POST', '/sales/v2/receipts', '', [saleOf(1)])));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(metrc.state.packages[labelOf(1)]?.quantity).toBe(9);
  });

  test('beside another of the same package counts once the trap is off', async () => {
    add(1);
    metrc.faults.traps.writesAtOnce = false;
    await Promise.all([1, 2].map(() => ask('POST', '/sales/v2/receipts', '', [saleOf(1)])));
    expect(metrc.state.packages[labelOf(1)]?.quantity).toBe(8);
  });
});

describe('what people do in Metrc', () => {
  test('a hold that someone sets while a sale is being entered refuses the sale', async () => {
    add(1);
    metrc.faults.writeTakes = 100;
    const entered = ask('POST', '/sales/v2/receipts', '', [saleOf(1)]);
    await wait(30);
    setHold(metrc.state, labelOf(1), { isOnHold: true }, NOON);
    expect((await entered).body).toEqual([{ row: 0, message: expect.stringContaining('is on hold') }]);
    expect(metrc.state.packages[labelOf(1)]).toMatchObject({ isOnHold: true, quantity: 10 });
  });

  test('a quantity that someone changes is answered, and listed as an adjustment', async () => {
    add(1);
    const wanted = { quantity: 6, reason: 'Damage', note: 'Dropped', date: '2026-11-28' };
    setQuantity(metrc.state, labelOf(1), wanted, NOON);
    expect((await get(`/packages/v2/${labelOf(1)}`)).body.Quantity).toBe(6);
    const { Data } = (await get('/packages/v2/adjustments', WIDE)).body;
    expect(Data).toMatchObject([{ PackageLabel: labelOf(1), AdjustmentQuantity: -4 }]);
  });

  test('a package on hold leaves the active ones, unless the trap is off', async () => {
    add(1);
    setHold(metrc.state, labelOf(1), { isOnHold: true }, NOON);
    expect((await get('/packages/v2/onhold', WIDE)).body.Total).toBe(1);
    expect((await get('/packages/v2/active', WIDE)).body.Total).toBe(0);
    metrc.faults.traps.holdLeavesActive = false;
    expect((await get('/packages/v2/active', WIDE)).body.Data[0].IsOnHold).toBe(true);
  });

  test('a delivery is on its way until a person accepts it; then its packages are here', async () => {
    const transfer = addTransfer(
      metrc.state,
      {
        toLicense: LICENSE,
        fromLicense: 'FARM',
        fromName: 'Hill Farm',
        estimatedDeparture: '2026-11-28T09:00:00.000',
        estimatedArrival: '2026-11-28T12:30:00.000',
        packages: [
          { label: labelOf(7), quantity: 24, wholesalePrice: 240 },
          { label: labelOf(8), quantity: 5 },
        ],
      },
      NOON,
    );
    const [row] = (await get('/transfers/v2/incoming', WIDE)).body.Data;
    expect(row).toMatchObject({ Id: transfer.id, DeliveryPackageCount: 2, ReceivedDateTime: null });
    const path = `/transfers/v2/deliveries/${row.DeliveryId}/packages`;
    expect((await get(path)).body.Data[0]).toMatchObject({ PackageLabel: labelOf(7), ShippedQuantity: 24 });
    expect((await get(`${path}/wholesale`)).body.Data[0].ShipperWholesalePrice).toBe(240);
    expect((await get(`/transfers/v2/${transfer.id}/deliveries`)).body.Data[0].Id).toBe(row.DeliveryId);
    expect((await get('/packages/v2/active', WIDE)).body.Total).toBe(0);
    acceptDelivery(metrc.state, row.DeliveryId, NOON, { rejected: [labelOf(8)] });
    const { Data } = (await get('/packages/v2/active', WIDE)).body;
    expect(Data).toMatchObject([{ Label: labelOf(7), ReceivedDateTime: '2026-11-28T12:00:00.000-05:00' }]);
    expect((await get('/transfers/v2/rejected')).body.Total).toBe(1);
    expect(acceptDelivery(metrc.state, row.DeliveryId, NOON)).toBeNull();
  });
});

test('a report is saved before it is answered, and reading saves nothing', async () => {
  const state = newMetrcState({ integratorKey: 'software', userKey: 'farm', license: LICENSE });
  addPackage(state, { label: labelOf(1), license: LICENSE, quantity: 10 }, NOON);
  const seen: string[] = [];
  const saved = await startMetrc({
    ...{ zone: 'America/New_York', clock: () => NOON, state },
    save: async () => {
      await wait(50);
      seen.push(`saved ${state.packages[labelOf(1)]?.quantity}`);
    },
  });
  const call = async (method: string, path: string, body?: unknown) => {
    const { status } = await fetch(`${saved.origin}${path}?licenseNumber=${LICENSE}`, {
      ...{ method, body: body === undefined ? undefined : JSON.stringify(body) },
      headers: { Authorization: `Basic ${btoa('software:farm')}` },
    });
    seen.push(`answered ${status}`);
  };
  await call('GET', '/packages/v2/active');
  await call('POST', '/sales/v2/receipts', [saleOf(1, 4)]);
  await saved.stop();
  expect(seen).toEqual(['answered 200', 'saved 6', 'answered 200']);
});
