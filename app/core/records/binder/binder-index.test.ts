import { expect, test } from 'vitest';
import { binderIndex } from './binder-index.ts';

const facts = {
  store: { legalName: 'Two Branches <Farm>', address: '1 Road', license: 'OCM-1' },
  ...{ from: 'Nov 1, 2026', to: 'Nov 30, 2026', madeAt: 'Dec 1, 2026 9:00 AM', madeBy: 'Ada "A" Owner' },
  missing: [],
  mark: null,
};
const file = { name: 'sales/orders.csv', title: 'Orders', about: 'All.', sha256: 'ab12' };

test('the index has each table with its rows, sums and hash, and says what is not inside', () => {
  const page = binderIndex({ ...facts, files: [{ ...file, rows: 3, sums: ['total: 12.50'] }] });
  expect(page).toContain('href="sales/orders.csv"');
  expect(page).toContain('>3</td><td>total: 12.50</td><td><code>ab12</code>');
  expect(page).toContain('License numbers, photos');
  expect(page).toContain('None of these lots has a stored certificate.');
});

test('a batch number is text in the index, whatever is in it', () => {
  const batch = '</td><script>alert(1)</script>';
  const page = binderIndex({
    ...facts,
    files: [{ ...file, name: 'certificates/1/a.pdf', title: batch, rows: null, sums: [] }],
    missing: [batch],
  });
  expect(page).not.toContain('<script');
  expect(page).toContain('Two Branches &lt;Farm&gt;');
  expect(page).toContain('Missing in file storage: &lt;/td&gt;');
});
