import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MOST_PACKAGES, metrcPackages, readPackages, stateFileMessage } from './state-file.ts';

const TAG = '1A4000000000000000000017';
const rowsOf = (...rows: string[][]) => rows.map((cells, at) => ({ line: at + 1, cells }));
const HEAD = ['Tag', 'Item', 'Quantity', 'Unit of Measure'];
const read = (...rows: string[][]) => readPackages(rowsOf(HEAD, ...rows), metrcPackages);
const said = (...rows: string[][]) => {
  const outcome = read(...rows);
  return outcome.ok ? outcome.value : stateFileMessage(outcome.problem);
};

test('a package is read whatever the order, case and more columns of the file', () => {
  const rows = rowsOf(
    ['LICENSE', 'qty', 'Package Label', 'UOM', 'Item Name'],
    ['X', '1,200.0000', ` ${TAG.toLowerCase()} `, 'Each', 'Kestrel Moon 3.5 g'],
    ['X', '12.5', '1A4000000000000000000018', 'Grams', 'Bulk'],
  );
  expect(readPackages(rows, metrcPackages)).toEqual({
    ok: true,
    value: [
      { tag: TAG, item: 'Kestrel Moon 3.5 g', quantity: 1200, unit: 'Each' },
      { tag: '1A4000000000000000000018', item: 'Bulk', quantity: null, unit: 'Grams' },
    ],
  });
});

test.each([
  [['', 'Jar', '1', 'Each'], 'the package tag is missing.'],
  [['17', 'Jar', '1', 'Each'], '‘17’ is not a package tag of 24 letters and digits.'],
  [['=HYPERLINK("http://x")', 'Jar', '1', 'Each'], 'is not a package tag'],
  [[TAG, 'Jar', '', 'Each'], '‘’ is not a number of units, 0 or more.'],
  [[TAG, 'Jar', '-3', 'Each'], '‘-3’ is not a number of units, 0 or more.'],
  [[TAG, 'Jar', '3.5', 'Each'], '‘3.5’ is not a number of units, 0 or more.'],
  [[TAG, 'Jar', '1e9', 'Each'], '‘1e9’ is not a number of units'],
  [[TAG, 'Jar', '0x10', 'Each'], 'is not a number of units'],
  [[TAG, 'Jar', '١٢', 'Each'], 'is not a number of units'],
  [[TAG, 'Jar', '9999999', 'Each'], 'is not a number of units'],
  [[TAG, 'Jar', 'NaN', 'Grams'], '‘NaN’ is not a quantity, 0 or more.'],
  [[TAG, 'Jar', '1', ''], 'the unit of measure is missing.'],
  [[TAG, 'x'.repeat(201), '1', 'Each'], 'a text is too long.'],
  [[TAG, 'a\u202eb', '1', 'Each'], 'it has characters that cannot be saved.'],
  [[TAG], 'is not a number of units'],
])('a wrong row names its line and why: %j', (row, why) => {
  const message = said(
    [TAG.replace('17', '99'), 'Good', '1', 'Each'],
    row.length === 1 ? [TAG, '', '', 'Each'] : row,
  );
  expect(message).toMatch(/^Line 3: /);
  expect(message).toContain(why);
});

test('a package that is listed twice is refused, in any case of its tag', () => {
  expect(said([TAG, 'Jar', '1', 'Each'], [TAG.toLowerCase(), 'Jar', '2', 'Each'])).toBe(
    `Line 3: the package ${TAG} is on line 2 already.`,
  );
});

test('three wrong rows are named, the others counted', () => {
  const wrong = Array.from({ length: 6 }, () => ['1', 'Jar', '1', 'Each']);
  expect(said(...wrong)).toMatch(/^Line 2: .* Line 3: .* Line 4: .* 3 more lines are wrong\.$/);
});

test('a file without a column, with one twice, without packages or with too many is refused', () => {
  const message = (rows: string[][]) => {
    const outcome = readPackages(rowsOf(...rows), metrcPackages);
    return outcome.ok ? '' : stateFileMessage(outcome.problem);
  };
  expect(
    message([
      ['Tag', 'Item', 'Unit of Measure'],
      [TAG, 'Jar', 'Each'],
    ]),
  ).toBe('The file has no column for the quantity: quantity, qty.');
  expect(
    message([
      [...HEAD, 'Label'],
      [TAG, 'Jar', '1', 'Each', TAG],
    ]),
  ).toBe('The file has two columns for the package tag. Delete one.');
  expect(message([HEAD])).toBe('The file has no packages.');
  expect(message([])).toBe('The file has no packages.');
  expect(message([HEAD, ...Array.from({ length: MOST_PACKAGES + 1 }, () => [TAG])])).toBe(
    'The file has more than 20,000 rows.',
  );
});

test('whatever the cells are, a file is read or refused with words, and no unit is ever negative or broken', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom(TAG, 'Each', '12', '12.0', '-1', '1,5', ' ', '=1+1', 'Grams'),
  );
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 6 }), (rows) => {
      const outcome = read(...rows);
      if (!outcome.ok) return stateFileMessage(outcome.problem).length > 0;
      return outcome.value.every(
        ({ quantity, tag }) =>
          /^[0-9A-Z]{24}$/.test(tag) &&
          (quantity === null || (Number.isSafeInteger(quantity) && quantity >= 0)),
      );
    }),
    { numRuns: 2000 },
  );
});
