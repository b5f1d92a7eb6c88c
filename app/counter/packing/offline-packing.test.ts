import { expect, test } from 'vitest';
import type { KnownGoods } from '#core/sales/orders/packing/known-goods.ts';
import type { PackingOrder } from '../day/packing-order.ts';
import type { OfflineAction } from '../network/offline-action.ts';
import { offlinePacking, offlinePress, offlineScan } from './offline-packing.ts';

const kim = { id: 'kim', name: 'Kim Reyes' };
const TAG = '1A41203000020D5000000078';
const UNIT = 'HTTPS://1A4.COM/5LO1I9DSOPW43WR19JI8';
const lot = {
  ...{ lotId: 1, batchNumber: 'KM-1', expiresOn: null, shelfPlace: null },
  quantity: 2,
  packed: 0,
};
const order: PackingOrder = {
  ...{ id: 'o', number: 'ORD001', version: 1, status: 'pending', holder: 'Wren Hale', customer: 'Wren Hale' },
  ...{ arrival: null, pickup: null, notes: { customerNote: null, pickupName: null }, note: '' },
  lines: [
    {
      ...{ reservationId: 'r', productId: 7, name: 'Kestrel', size: null, quantity: 2, missing: 0 },
      ...{ lots: [lot], packed: 0, key: 'k', inBag: [] },
    },
  ],
  ...{ packed: 0, units: 2, missing: 0, packer: null, step: 'start', key: 'k', isWalkIn: false },
  takeOut: [],
};
const known: KnownGoods[] = [
  {
    ...{ productId: 7, name: 'Kestrel', upc: '036000291452' },
    lots: [
      {
        ...{ lotId: 1, batchNumber: 'KM-1', status: 'sellable', expiresOn: null, packageTag: TAG },
        retailItemId: null,
      },
      {
        ...{ lotId: 2, batchNumber: 'KM-2', status: 'sellable', expiresOn: null, packageTag: null },
        retailItemId: null,
      },
      {
        ...{ lotId: 3, batchNumber: 'KM-3', status: 'recalled', expiresOn: null, packageTag: null },
        retailItemId: null,
      },
    ],
  },
];
const did = (more: Partial<OfflineAction>): OfflineAction => ({
  ...{
    id: 'a',
    kind: 'pack',
    order: 'ORD001',
    version: 1,
    after: '',
    session: 's',
    doneAt: 0,
    by: kim,
    fields: {},
  },
  ...more,
});
const started = [did({})];
const scanned = (text: string, actions: readonly OfflineAction[]) =>
  offlineScan(offlinePacking(order, actions, kim), known, actions, { text, host: 'farm.example' });
const scan = (text: string) =>
  did({ kind: 'scan', fields: { code: text }, packs: { reservationId: 'r', lotId: 1, count: 1 } });

test('nothing is packed before someone packs the order, nor while another person does', () => {
  expect(scanned(UNIT, [])).toMatchObject({ ok: false, refusal: { title: 'Not started' } });
  const others = { ...order, status: 'packing' as const, step: 'take-over' as const, packer: 'Lee Ford' };
  const shown = offlinePacking(others, [], kim);
  expect(shown.step).toBe('take-over');
  expect(offlinePress(shown, 'r', false)).toMatchObject({ refusal: { title: 'Lee Ford packs this order' } });
});

test('scans and presses pack unit by unit until the order can be marked ready', () => {
  expect(scanned('036000291452', started)).toMatchObject({
    ok: true,
    text: 'Kestrel: 1 of 2 packed. Not sent yet.',
  });
  const one = [...started, scan(UNIT)];
  expect(offlinePress(offlinePacking(order, one, kim), 'r', true)).toMatchObject({
    ok: true,
    packs: { count: 1 },
  });
  const all = [...one, did({ kind: 'pack-all', packs: { reservationId: 'r', lotId: 1, count: 1 } })];
  expect(offlinePacking(order, all, kim)).toMatchObject({ step: 'ready', packed: 2 });
  expect(offlinePress(offlinePacking(order, all, kim), 'r', false)).toMatchObject({
    refusal: { title: 'Too many' },
  });
  expect(offlinePacking(order, [...all, did({ kind: 'ready' })], kim).step).toBe('done');
});

test.each([
  ['PLOVER-01', 'Not of this order'],
  ['KM-2', 'Wrong batch'],
  ['KM-3', 'Recalled'],
  ['@\n\u001e\rANSI 63600101', 'Unknown code'],
])('%s is refused', (code, title) => {
  expect(scanned(code, started)).toMatchObject({ ok: false, refusal: { title } });
});

test('a unit that this tablet has packed into any bag is not packed again, however its label writes it', () => {
  const inOther = [
    ...started,
    { ...scan(UNIT), order: 'ORD002', packs: { reservationId: 'x', lotId: 1, count: 1 } },
  ];
  expect(scanned('https://1a4.com/GkEgMAACDVAAAAB4AA', inOther)).toMatchObject({
    ok: false,
    refusal: {
      title: 'Packed already',
      text: 'This unit of Kestrel is in the bag of ORD002, packed by Kim Reyes.',
    },
  });
});

test('an order that ended on this tablet is not packed', () => {
  const ended = offlinePacking(order, [...started, did({ kind: 'refuse' })], kim);
  expect(ended.step).toBe('ended');
  expect(offlinePress(ended, 'r', false)).toMatchObject({ ok: false });
});
