import { expect, test } from 'vitest';
import { carryLicense, dropLicense, takeLicense } from './carried-license.ts';

test('a license is given to one of its orders, once', () => {
  carryLicense('@ANSI', ['ORD001', 'ORD002'], 0);
  expect(takeLicense('ORD003', 1)).toBeNull();
  expect(takeLicense(undefined, 1)).toBeNull();
  expect(takeLicense('ORD002', 1)).toBe('@ANSI');
  expect(takeLicense('ORD002', 2)).toBeNull();
});

test('a license is gone after two minutes, and with the next scan', () => {
  carryLicense('@ANSI', ['ORD001'], 0);
  expect(takeLicense('ORD001', 120_000)).toBeNull();
  carryLicense('@ANSI', ['ORD001'], 0);
  dropLicense();
  expect(takeLicense('ORD001', 1)).toBeNull();
});
