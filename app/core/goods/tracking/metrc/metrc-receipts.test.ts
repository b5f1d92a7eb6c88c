/** Sales as Metrc tells them: local times without a zone, dollars, and who made them. */
import { Temporal } from 'temporal-polyfill';
import { beforeEach, expect, test } from 'vitest';
import { LICENSE, NOON, type OpenSystem, openSystem, tagOf } from './testing/open-system.ts';

let open: OpenSystem;
beforeEach(async () => {
  open = await openSystem();
  return () => open.metrc.stop();
});

/** A receipt that is in Metrc already. */
function enter(number: number, more: object = {}) {
  const at = open.now().toISOString();
  open.state.receipts[number] = {
    ...{ id: number, license: LICENSE, number: String(number), externalNumber: `ORD${number}` },
    ...{ soldAt: '2026-11-28T11:00:00.000', customerType: 'Consumer', isFinal: false, archivedDate: null },
    transactions: [{ label: tagOf(1), quantity: 1, unit: 'Each', total: 19.99, codes: [] }],
    ...{ recordedAt: at, recordedBy: 'Store Manager', lastModified: at, ...more },
  };
}

test('receipts that changed are read whole: active, final and voided, with cents', async () => {
  open.add(1);
  for (let number = 1; number <= 21; number++) enter(number);
  enter(22, { isFinal: true, externalNumber: null });
  enter(23, { archivedDate: '2026-11-28' });
  enter(24, { lastModified: '2026-11-20T12:00:00.000Z' });
  const found = await open.system.receipts(NOON.subtract({ hours: 1 }));
  expect(found).toHaveLength(23);
  expect(found[0]).toEqual({
    ...{ id: '1', number: 'ORD1', soldAt: Temporal.Instant.from('2026-11-28T16:00:00Z'), total: 1999 },
    ...{ isFinal: false, isVoided: false },
  });
  expect(found[21]).toMatchObject({ id: '22', number: null, isFinal: true });
  expect(found[22]).toMatchObject({ id: '23', number: 'ORD23', isVoided: true });
});

test.each([
  ['2026-11-01T01:30:00.000', '2026-11-01T05:30:00Z', 'shown twice: the first'],
  ['2027-03-14T02:30:00.000', '2027-03-14T07:30:00Z', 'skipped: an hour later'],
  ['2026-07-04T23:59:59.999', '2026-07-05T03:59:59.999Z', 'in summer'],
  ['2026-11-28T11:00:00.000-05:00', '2026-11-28T16:00:00Z', 'with its offset, which counts'],
])('%s is %s: %s', async (soldAt, moment) => {
  enter(1, { soldAt });
  const [receipt] = await open.system.receipts(NOON.subtract({ hours: 1 }));
  expect(receipt?.soldAt.toString()).toBe(moment);
});
