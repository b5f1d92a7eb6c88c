import { expect, test } from 'vitest';
import { idText } from '#core/sales/orders/hand-over/id-text.ts';
import type { StoredWalkInUnit } from '#db/schema/walk-ins.ts';
import { linesOf, MOST_UNITS, withQuantity, withUnit } from './walk-in.ts';

const unit = (key: string, wanted: Partial<StoredWalkInUnit> = {}): StoredWalkInUnit => ({
  ...{ key, productId: 1, code: null, unit: null },
  ...wanted,
});
const keys = (units: readonly StoredWalkInUnit[]) => units.map(({ key }) => key);
let next = 0;
const newKey = () => `new-${next++}`;

test('an ID is the same however it is written, and a different issuer is a different ID', () => {
  const ny = idText({ issuer: 'New York', number: '123 456-789' });
  expect(ny).toBe('new york 123456789');
  expect(idText({ issuer: 'ny', number: '123456789' })).toBe(ny);
  expect(idText({ issuer: ' NEW YORK ', number: '123456789' })).toBe(ny);
  expect(idText({ issuer: 'N.Y.', number: '123456789' })).toBe(ny);
  expect(idText({ issuer: 'New  York', number: '123456789' })).toBe(ny);
  expect(idText({ issuer: 'New Jersey', number: '123456789' })).not.toBe(ny);
  expect(idText({ issuer: 'New York', number: '12 3' })).toBeNull();
  expect(idText({ issuer: 'New York', number: '' })).toBeNull();
});

test('a passport of the United States and a license of a province are the same however their issuer is typed', () => {
  const passport = idText({ issuer: 'United States', number: 'X1234567' });
  for (const issuer of ['USA', 'U.S.', 'us', 'United States of America', 'the United States'])
    expect(idText({ issuer, number: 'x123 4567' }), issuer).toBe(passport);
  expect(idText({ issuer: 'on', number: 'A1234' })).toBe(idText({ issuer: 'Ontario', number: 'a-1234' }));
  expect(idText({ issuer: 'Canada', number: 'X1234567' })).not.toBe(passport);
});

test('a scan that is sent again adds nothing, and neither does the same jar', () => {
  const first = [unit('a', { code: 'X', unit: 'jar-1' })];
  expect(withUnit(first, unit('a', { code: 'X', unit: 'jar-1' }), 'Kestrel')).toEqual({
    ok: true,
    value: first,
  });
  expect(withUnit(first, unit('b', { code: 'X', unit: 'jar-1' }), 'Kestrel')).toEqual({
    ok: false,
    problem: { kind: 'same-unit', name: 'Kestrel' },
  });
  const two = withUnit(first, unit('b', { code: 'Y', unit: 'jar-2' }), 'Kestrel');
  expect(two.ok && linesOf(two.value)).toEqual([{ productId: 1, quantity: 2 }]);
});

test('fewer units take away those that were not scanned first, then the last scanned', () => {
  const units = [
    unit('s1', { code: 'X' }),
    unit('t1'),
    unit('s2', { code: 'Y' }),
    unit('other', { productId: 2 }),
  ];
  const to = (quantity: number) => {
    const outcome = withQuantity(units, { productId: 1, quantity }, newKey);
    return outcome.ok ? keys(outcome.value) : outcome.problem;
  };
  expect(to(3)).toEqual(['s1', 't1', 's2', 'other']);
  expect(to(2)).toEqual(['s1', 's2', 'other']);
  expect(to(1)).toEqual(['s1', 'other']);
  expect(to(0)).toEqual(['other']);
  expect(to(4)).toHaveLength(5);
  expect(to(MOST_UNITS + 1)).toEqual({ kind: 'too-many-units' });
});
