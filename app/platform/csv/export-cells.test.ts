import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { localTime } from './export-cells.ts';

test('a time in a file is the store’s, sorts as text and has one form on both sides of a clock change', () => {
  const written = ['2026-10-31T18:05:09.9Z', '2026-11-01T19:05:00Z', '2027-03-14T18:05:00Z'].map((moment) =>
    localTime(Temporal.Instant.from(moment), 'America/New_York'),
  );
  expect(written).toEqual(['2026-10-31 14:05:09', '2026-11-01 14:05:00', '2027-03-14 14:05:00']);
});
