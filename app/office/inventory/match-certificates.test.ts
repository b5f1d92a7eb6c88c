/** Tests which certificates are proposed for which lots. */
import { expect, test } from 'vitest';
import { matchCertificates } from './match-certificates.ts';

const lot = (id: number, batchNumber: string, coaNumber: string | null = null) => ({
  ...{ id, batchNumber, coaNumber },
  packageTag: null,
});
const file = (id: string, name: string, key: string | null = id) => ({ id, name, key });

test('one certificate is proposed for every lot of its batch, by batch or certificate number', () => {
  const { proposed, unmatched } = matchCertificates(
    [file('f', 'BD-2611.pdf'), file('g', 'coa_kll-99.pdf'), file('h', 'scan.pdf')],
    [lot(1, 'BD-2611'), lot(2, 'BD-2611'), lot(3, 'GG-1', 'KLL 99')],
  );
  expect(proposed).toEqual({ 1: 'f', 2: 'f', 3: 'g' });
  expect(unmatched).toEqual([{ id: 'h', name: 'scan.pdf', why: 'Its name has no batch of these lots.' }]);
});

test('two certificates of one batch, and one that names two batches, are left to staff', () => {
  const { proposed, doubts, unmatched } = matchCertificates(
    [file('f', 'BD-2611.pdf'), file('g', 'BD-2611 retest.pdf'), file('h', 'GG-100 OG-200.pdf')],
    [lot(1, 'BD-2611'), lot(2, 'GG-100'), lot(3, 'OG-200')],
  );
  expect(proposed).toEqual({});
  expect(doubts).toEqual({ 1: '2 certificates name this batch: choose one.' });
  expect(unmatched).toEqual([
    { id: 'h', name: 'GG-100 OG-200.pdf', why: 'Its name has GG-100 and OG-200: choose the lot.' },
  ]);
});

test('a file that cannot be used is not proposed', () => {
  expect(matchCertificates([file('f', 'BD-2611.pdf', null)], [lot(1, 'BD-2611')]).proposed).toEqual({});
});
