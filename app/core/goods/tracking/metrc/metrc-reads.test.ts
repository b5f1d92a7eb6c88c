/** What the shop reads of packages, deliveries and laboratories, at a stand-in with all its traps. */
import { beforeEach, describe, expect, test } from 'vitest';
import { acceptDelivery, setHold, setQuantity, setTestState } from '#seed/metrc/by-hand.ts';
import { nextId } from '#seed/metrc/records.ts';
import { addTransfer } from '#seed/metrc/state.ts';
import type { TrackingSystem } from '../tracking.ts';
import { inFrontOf } from './testing/answering.ts';
import {
  FARM,
  LICENSE,
  LONG_AGO,
  NOON,
  type OpenSystem,
  openSystem,
  tagOf,
  troubleOf,
} from './testing/open-system.ts';

let open: OpenSystem;
beforeEach(async () => {
  open = await openSystem();
  return () => open.metrc.stop();
});
const anHourAgo = NOON.subtract({ hours: 1 });
const pathsAsked = () => open.metrc.calls.map(({ path }) => path);

describe('packages that changed', () => {
  test('since a moment: active, finished, and every one on hold', async () => {
    for (const number of [1, 2, 3, 4, 5]) open.add(number);
    setHold(open.state, tagOf(2), { isOnHold: true }, LONG_AGO);
    setQuantity(open.state, tagOf(3), { quantity: 4, reason: 'Waste', date: '2026-11-28' }, open.now());
    const finished = open.add(6, { quantity: 0, finishedDate: '2026-11-28' }, open.now());
    open.add(7, { quantity: 0, finishedDate: '2026-11-20' });
    const found = await open.system.packagesSince(anHourAgo);
    expect(found.map(({ tag }) => tag).toSorted()).toEqual([tagOf(2), tagOf(3), finished.label]);
    expect(found.find(({ tag }) => tag === tagOf(2))).toMatchObject({ isOnHold: true, isFinished: false });
    expect(found.find(({ tag }) => tag === tagOf(3))).toMatchObject({ quantity: 4, isOnHold: false });
    expect(found.find(({ tag }) => tag === finished.label)).toMatchObject({ quantity: 0, isFinished: true });
    for (const { query } of open.metrc.calls) expect(query).toMatch(/lastModifiedStart=.*lastModifiedEnd=/);
  });

  test('a change in the second of the moment is not missed', async () => {
    open.add(1, {}, open.now());
    const found = await open.system.packagesSince(NOON.add({ milliseconds: 900 }));
    expect(found).toHaveLength(1);
  });

  test('are read whole when they are many', async () => {
    for (let number = 1; number <= 45; number++) open.add(number, {}, open.now());
    expect(await open.system.packagesSince(anHourAgo)).toHaveLength(45);
  });
});

describe('a package now', () => {
  test('is read by its tag, finished or not; of another license there is none', async () => {
    open.add(1, { quantity: 0, finishedDate: '2026-11-20' });
    open.add(2, { license: 'OTHER' });
    expect(await open.system.packageNow(tagOf(1))).toMatchObject({ tag: tagOf(1), isFinished: true });
    expect(await open.system.packageNow(tagOf(2))).toBeNull();
    expect(await open.system.packageNow(tagOf(3))).toBeNull();
  });

  test('that the keys may not read is not taken for none', async () => {
    open.add(1);
    for (const user of open.state.users) user.permissions = ['View Sales'];
    expect(await troubleOf(open.system.packageNow(tagOf(1)))).toContain('‘View Packages’');
  });
});

describe('a delivery', () => {
  const send = (packages: Parameters<typeof addTransfer>[1]['packages'], at = open.now()) =>
    addTransfer(
      open.state,
      {
        ...{ toLicense: LICENSE, fromLicense: 'OCM-PROC-24-000009', fromName: 'Hudson Extracts', packages },
        ...{ estimatedDeparture: '2026-11-29T09:00:00.000', estimatedArrival: '2026-11-29T14:00:00.000' },
      },
      at,
    );

  test('on its way has its packages, their prices in cents and the store’s time', async () => {
    const { id, manifest, deliveries } = send([
      { label: tagOf(1), quantity: 20, wholesalePrice: 1150.1, expirationDate: '2027-05-01' },
      { label: tagOf(2), quantity: 40.5, unit: 'Grams', testState: 'NotSubmitted' },
    ]);
    const [delivery, ...more] = await open.system.deliveries(anHourAgo);
    expect(more).toEqual([]);
    expect(delivery).toMatchObject({
      ...{ id: String(deliveries[0]?.id), manifest, shipper: 'Hudson Extracts', isVoided: false },
      ...{ shipperLicense: 'OCM-PROC-24-000009', expectedAt: '2026-11-29T14:00:00', receivedAt: null },
    });
    expect(id).not.toBe(deliveries[0]?.id);
    expect(delivery?.packages).toEqual([
      {
        ...{ tag: tagOf(1), item: 'Buds', state: 'Shipped', quantity: 20, unit: 'Each', wholesale: 115_010 },
        ...{ testState: 'TestPassed', hasPassed: true, packagedOn: '2026-11-28', expiresOn: '2027-05-01' },
      },
      {
        ...{ tag: tagOf(2), item: 'Buds', state: 'Shipped', quantity: null, unit: 'Grams', wholesale: null },
        ...{ testState: 'NotSubmitted', hasPassed: false, packagedOn: '2026-11-28', expiresOn: null },
      },
    ]);
  });

  test('of a package whose date no calendar has leaves it out: one date must not keep all deliveries from being stored', async () => {
    send([{ label: tagOf(1), quantity: 20, expirationDate: '2027-02-29' }]);
    const [delivery] = await open.system.deliveries(anHourAgo);
    expect(delivery?.packages).toMatchObject([{ tag: tagOf(1), expiresOn: null }]);
  });

  test('that was accepted says when, what arrived and what was rejected', async () => {
    const { deliveries } = send([
      { label: tagOf(1), quantity: 20 },
      { label: tagOf(2), quantity: 10 },
    ]);
    const wanted = { rejected: [tagOf(2)], received: { [tagOf(1)]: 19 } };
    acceptDelivery(open.state, deliveries[0]?.id ?? 0, open.now(), wanted);
    const [delivery] = await open.system.deliveries(anHourAgo);
    expect(delivery?.receivedAt?.equals(NOON)).toBe(true);
    expect(delivery?.packages.map(({ state, quantity }) => [state, quantity])).toEqual([
      ['Accepted', 19],
      ['Rejected', 10],
    ]);
  });

  test('is one of several of its transfer; those to other licenses are theirs', async () => {
    const transfer = send([{ label: tagOf(1), quantity: 20 }]);
    const more = (toLicense: string, number: number, estimatedArrival: string) => {
      const { deliveries } = send([{ label: tagOf(number), quantity: 5 }]);
      open.state.transfers.pop();
      const [delivery] = deliveries;
      if (delivery) transfer.deliveries.push({ ...delivery, toLicense, estimatedArrival });
    };
    more(LICENSE, 2, '2026-11-30T08:00:00.000');
    more('OCM-RETL-24-000077', 3, '2026-11-30T09:00:00.000');
    // A person whose keys work for both licenses sees both.
    open.state.users[0]?.licenses.push('OCM-RETL-24-000077');
    const found = await open.system.deliveries(anHourAgo);
    expect(found.map(({ expectedAt, packages }) => [expectedAt, packages[0]?.tag])).toEqual([
      ['2026-11-29T14:00:00', tagOf(1)],
      ['2026-11-30T08:00:00', tagOf(2)],
    ]);
    expect(pathsAsked().filter((path) => path === `/transfers/v2/${transfer.id}/deliveries`)).toHaveLength(1);
  });

  test('that did not change since is not read again; many are read whole, two at once', async () => {
    send([{ label: tagOf(99), quantity: 1 }], LONG_AGO);
    for (let number = 1; number <= 25; number++) send([{ label: tagOf(number), quantity: 5 }]);
    expect(await open.system.deliveries(anHourAgo)).toHaveLength(25);
  });
});

test('a delivery without the right to read its prices has none', async () => {
  addTransfer(
    open.state,
    {
      ...{ toLicense: LICENSE, fromLicense: 'OCM-PROC-24-000009', fromName: 'Hudson Extracts' },
      ...{ estimatedDeparture: '2026-11-29T09:00:00.000', estimatedArrival: '2026-11-29T14:00:00.000' },
      packages: [{ label: tagOf(1), quantity: 20, wholesalePrice: 100 }],
    },
    open.now(),
  );
  const closed = await inFrontOf(open.metrc.origin, (path) => path.endsWith('/wholesale'));
  const [delivery] = await open.systemAt(closed.origin).deliveries(anHourAgo).finally(closed.stop);
  expect(delivery?.packages).toMatchObject([{ tag: tagOf(1), wholesale: null }]);
});

describe('a laboratory’s report', () => {
  const result = (packageId: number, more: object = {}) => ({
    ...{ id: nextId(open.state), packageId, laboratory: 'Finger Lakes Lab', test: 'THC (%)', level: 21.5 },
    ...{ passed: true, performedDate: '2026-11-02', documentId: null, ...more },
  });

  test('is read by the package’s number, the last result of each test', async () => {
    const { id } = open.add(1);
    const other = open.add(2);
    open.state.labResults.push(
      result(id, { level: 30, performedDate: '2026-11-09' }),
      result(id, { level: 21.5, documentId: 77 }),
      result(id, { test: 'Lead (ppm)', level: 0.9, passed: false }),
      result(other.id, { test: 'Arsenic (ppm)' }),
    );
    setTestState(open.state, tagOf(1), 'TestPassed', open.now());
    expect(await open.system.labReport(tagOf(1))).toEqual({
      ...{ lab: 'Finger Lakes Lab', testedOn: '2026-11-09', hasPassed: true, documentId: '77' },
      results: [
        { name: 'THC (%)', level: 30, hasPassed: true },
        { name: 'Lead (ppm)', level: 0.9, hasPassed: false },
      ],
    });
  });

  test('of a package without results, or of none, is none', async () => {
    open.add(1);
    expect(await open.system.labReport(tagOf(1))).toBeNull();
    expect(await open.system.labReport(tagOf(2))).toBeNull();
  });

  test('has a document, byte for byte, and nothing else is taken for one', async () => {
    const { id } = open.add(1);
    open.state.labResults.push(result(id, { documentId: 77 }));
    const document = await open.system.labDocument('77');
    expect(Buffer.from(document).toString('latin1')).toMatch(/^%PDF-1\.4\n.*%%EOF\n$/s);
    for (const kind of ['html', 'huge', 'redirect'] as const) {
      open.metrc.faults.next = [{ kind }];
      expect(await troubleOf(open.system.labDocument('77'))).toContain('not as Metrc does');
    }
    expect(await troubleOf(open.system.labDocument('78'))).toContain('not as Metrc does');
    const before = open.metrc.calls.length;
    expect(await troubleOf(open.system.labDocument('../../facilities/v2'))).toContain('not as Metrc does');
    expect(open.metrc.calls).toHaveLength(before);
  });
});

test('codes of units are as the shop stores them when one is scanned', async () => {
  // Base 36 in capitals, base 64, and a code that names no package.
  open.add(1, { codes: ['5LO1I9DSOPW43WR19JI8', 'GkEgMAACDVAAAAB45QM', 'q83vASNFZwAAAnGQ5QM'] });
  expect(await open.system.retailItemIds(tagOf(1))).toEqual([
    '1A41203000020D500000007800',
    '1A41203000020D5000000078E503',
    'q83vASNFZwAAAnGQ5QM',
  ]);
  expect(await open.system.retailItemIds(tagOf(2))).toEqual([]);
  for (const user of open.state.users) user.permissions = ['View Packages'];
  expect(await troubleOf(open.system.retailItemIds(tagOf(1)))).toContain('‘Manage RetailId’');
});

test('the state’s nine reasons say which of them require a note', async () => {
  const reasons = await open.system.adjustReasons();
  expect(reasons).toHaveLength(9);
  expect(reasons).toContainEqual({ name: 'Theft', requiresNote: true });
  expect(reasons).toContainEqual({ name: 'Waste', requiresNote: false });
});

describe('an answer that is none is one sentence, for each reading', () => {
  const readings = {
    packagesSince: (system: TrackingSystem) => system.packagesSince(anHourAgo),
    packageNow: (system: TrackingSystem) => system.packageNow(tagOf(1)),
    deliveries: (system: TrackingSystem) => system.deliveries(anHourAgo),
    labReport: (system: TrackingSystem) => system.labReport(tagOf(1)),
    retailItemIds: (system: TrackingSystem) => system.retailItemIds(tagOf(1)),
    adjustReasons: (system: TrackingSystem) => system.adjustReasons(),
    receipts: (system: TrackingSystem) => system.receipts(anHourAgo),
  };
  test.each(Object.keys(readings) as (keyof typeof readings)[])('%s', async (name) => {
    open.add(1, { codes: ['5LO1I9DSOPW43WR19JI8'] }, open.now());
    for (const kind of ['html', 'huge', 'redirect', 'wrong-types'] as const) {
      open.metrc.faults.next = [{ kind }];
      expect(await troubleOf(readings[name](open.system))).toContain('not as Metrc does');
    }
    open.metrc.faults.next = [{ kind: 'error-500', times: 3 }];
    expect(await troubleOf(readings[name](open.system))).toContain('a problem of its own (500)');
    for (const kind of ['slow', 'silence'] as const) {
      open.metrc.faults.next = [{ kind }];
      const work = readings[name](open.systemWith({ answerMs: 100 }));
      expect(await troubleOf(work)).toContain('did not answer in time');
    }
    // One that is tried again.
    open.metrc.faults.next = [{ kind: 'cut-after-taking' }, { kind: 'error-500' }];
    await readings[name](open.system);
    expect(JSON.stringify(open.metrc.calls)).not.toContain(FARM);
  });
});
