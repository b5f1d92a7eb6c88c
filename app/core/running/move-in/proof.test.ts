/** A comparison names each difference, and says nothing where there is none. */
import { expect, test } from 'vitest';
import { compareCounts, compareMonths, type Moved } from './proof.ts';
import { type Report, startReport } from './report.ts';

function reportOf(): Report {
  const report = startReport('former', 'America/New_York');
  const person = {
    ...{ email: 'a@former.example', mergedInto: null, isConfirmed: true, name: 'A', passwordHash: null },
    ...{
      providers: [],
      role: 'user' as const,
      createdAt: '2026-01-01T00:00:00.000Z',
      phone: null,
      address: null,
    },
    ...{
      city: null,
      state: null,
      zipcode: null,
      licenseId: 'NY123',
      licenseState: 'NY',
      licenseVerified: false,
    },
    ...{ birthDate: null, isVerifiedOver21: null, ageDecidedAt: null, isBanned: false, banReason: null },
    ...{ loyaltyPoints: 0, preferences: null },
  } as const;
  report.read('person', [{ sourceId: '1', ...person }]);
  report.read('photo', [
    { sourceId: '1/license', personId: '1', photo: 'license', file: { bucket: 'license-photos', path: 'a' } },
  ]);
  report.note({ kind: 'photo', sourceId: '1/license', isLeftOut: true, reason: 'The file is missing' });
  report.read('order', [
    {
      // A moment that is in January in New York.
      ...{
        sourceId: 'a',
        number: 1,
        personId: '1',
        email: '',
        name: '',
        createdAt: '2026-02-01T03:00:00.000Z',
      },
      ...{ status: 'completed', paymentStatus: 'paid', isHistory: true, pickupAt: null, pickupEndsAt: null },
      ...{ birthDate: null, endedAt: null, note: '', customerNote: null, reservationId: null },
      lines: [
        {
          ...{
            productId: null,
            name: 'x',
            quantity: 2,
            unitPrice: 500,
            unitDiscount: 0,
            discountTaxed: false,
          },
          ...{
            tax: 120,
            taxParts: [],
            reservationId: null,
            productType: null,
            categoryName: null,
            taxClass: null,
          },
        },
      ],
    },
  ]);
  return report.end({ seconds: 1, peakMegabytes: 1 });
}

const same: Moved = {
  ...{ people: 1, joined: 0, licenses: 1, passwords: 0, products: 0, pictures: 0, photos: 1, orders: 1 },
  ...{ reservations: 0, units: 0, stock: [], months: [{ month: '2026-01', orders: 1, total: 1120 }] },
};

test('two shops that agree differ in no line', () => {
  const report = reportOf();
  expect(compareCounts(report, same).filter(({ isSame }) => !isSame)).toEqual([]);
  expect(compareMonths(report, same)).toEqual([
    { what: 'Jan\u00a02026', source: '1 · $11.20', shop: '1 · $11.20', isSame: true, why: [] },
  ]);
});

test('a difference of a cent, or of a photo, is named with its reason', () => {
  const report = reportOf();
  const other = { ...same, photos: 0, months: [{ month: '2026-01', orders: 1, total: 1121 }] };
  expect(compareCounts(report, other).filter(({ isSame }) => !isSame)).toEqual([
    { what: 'Photos of customers', source: '1', shop: '0', isSame: false, why: ['The file is missing: 1'] },
  ]);
  const [month] = compareMonths(report, other);
  expect(month).toMatchObject({ isSame: false });
  expect(month?.why[0]).toMatch(/^0 orders, \$0\.01/);
});
