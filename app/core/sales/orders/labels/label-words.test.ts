import { expect, test } from 'vitest';
import { settingsSchemas } from '#core/ground/settings/settings.ts';
import { type BagLabel, bagLabel, nameOnLabel, type UnitLabel, unitLabel } from './label-words.ts';

const shop = {
  store: settingsSchemas.store.parse({ name: 'Two Branches Farm', licenseNumber: 'OCM-SAMPLE-1' }),
  warnings: settingsSchemas.warnings.parse({}),
  origin: 'https://shop.example',
};
const jar: UnitLabel = {
  ...{
    publicCode: '0123456789AB',
    productId: 3,
    name: 'Kestrel Moon',
    size: '3.5 g',
    productType: 'cannabis',
  },
  ...{ batchNumber: 'KM-1', packageTag: '1A4FF0100000022000000123', expiresOn: '2026-11-30' },
  ...{
    totalThcBasisPoints: 2450,
    totalCbdBasisPoints: 10,
    thcMgPerPackage: 857,
    cbdMgPerPackage: null,
    netWeightMg: null,
  },
  ...{ servings: null, limitCategory: 'flower', limitMg: 3500 },
};
const bag: BagLabel = {
  orderId: 'ORD042',
  name: 'Wren Robin Hale',
  pickup: 'Nov 27, 2026 4:30 PM',
  units: 2,
  takeOut: [],
};

test.each([
  ['Wren Robin Hale', 'Wren H.'],
  [' wren  hale ', 'wren H.'],
  ['Wren', 'Wren'],
  ['Zoë Ægir', 'Zoë Æ.'],
  ['', ''],
])('of %j a label says %j', (name, said) => {
  expect(nameOnLabel(name)).toBe(said);
});

test('a bag’s label has the order’s number as its code, never the customer’s pass', () => {
  expect(bagLabel(bag, shop)).toMatchObject({ title: 'ORD042', lines: ['Wren H.', '2 units'], qr: 'ORD042' });
});

test('a bag’s label says what must leave the bag first, and where that goes', () => {
  const out = { id: 'x', units: 2, productId: 3, name: 'Kestrel Moon', size: '3.5 g', lotId: 7 };
  const recalled = { ...out, batchNumber: 'KM-1', lotStatus: 'recalled' as const, shelfPlace: 'A2' };
  const reduced = { ...out, units: 1, batchNumber: 'KM-2', lotStatus: 'sellable' as const, shelfPlace: 'A2' };
  expect(bagLabel({ ...bag, takeOut: [recalled, reduced] }, shop)).toMatchObject({
    lines: ['Wren H.', '2 units', 'Take out first'],
    small: [
      '2 × Kestrel Moon · 3.5 g · batch KM-1 · Set aside: recalled',
      '1 × Kestrel Moon · 3.5 g · batch KM-2 · Put back: A2',
    ],
  });
});

test('a unit’s label has the batch, its last day, contents, what it counts as, and the law’s warnings in turns', () => {
  const labels = [0, 1, 2, 3, 4].map((turn) => unitLabel(jar, bag, turn, shop));
  expect(labels[0]).toMatchObject({
    head: { left: 'ORD042 · Wren H.', right: 'Nov 27, 2026 4:30 PM' },
    lines: [
      '3.5 g · Batch KM-1 · Use by Nov 30, 2026',
      'THC 24.5% · CBD 0.1%',
      '857 mg THC per package',
      'Counts as 3.5 g of cannabis',
      'Tag 1A4FF0100000022000000123',
    ],
    qr: 'https://shop.example/lots/0123456789AB',
  });
  const small = labels.map((label) => label.small.join(' '));
  for (const text of [shop.warnings.current, 'Poison Center 1-800-222-1222', 'license OCM-SAMPLE-1'])
    for (const label of small) expect(label).toContain(text);
  for (const [turn, warning] of shop.warnings.rotating.entries()) expect(small[turn]).toContain(warning);
  expect(small[4]).toBe(small[0]);
});

test('merchandise has no warnings of cannabis', () => {
  const mug = { ...jar, productType: 'apparel', limitCategory: null };
  const label = unitLabel(mug, null, 0, shop);
  expect(label.small).toEqual(['Two Branches Farm']);
  expect(label.head.left).toBe('Two Branches Farm');
  expect(label.qr).toBe('https://shop.example/products/3');
});
