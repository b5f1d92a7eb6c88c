import { expect, test } from 'vitest';
import { readRetailItem } from './retail-item.ts';

test.each([
  ['5LO1I9DSOPW43WR19JI8', '1A41203000020D5000000078', '00'],
  ['5lo1i9dsopw43wr19ji9', '1A41203000020D5000000078', '01'],
  ['13U2HFO28YBVINXS6L3OXZ', '1A41103000003E9000066657', 'AE07'],
  ['GkEgMAACDVAAAAB45QM', '1A41203000020D5000000078', 'E503'],
])('%s is a unit of package %s', (id, packageTag, number) => {
  expect(readRetailItem(id)).toEqual({ packageTag, unit: packageTag + number });
});

test('the same unit is the same in capitals, small letters and base 64', () => {
  const ids = ['5LO1I9DSOPW43WR19JI8', '5lo1i9dsopw43wr19ji8', 'GkEgMAACDVAAAAB4AA'];
  expect(new Set(ids.map((id) => readRetailItem(id)?.unit)).size).toBe(1);
});

test.each([
  '',
  '10NOIEYKAJDG6CF0EXGJL',
  'q83vASNFZwAAAnGQ5QM',
  'ZZZZZZZZZZZZZZZZZZZZ',
  'x'.repeat(40),
  '----',
])('no package tag is in %j', (id) => {
  expect(readRetailItem(id)).toBeNull();
});
