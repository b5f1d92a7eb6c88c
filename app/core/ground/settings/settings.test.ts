import { expect, test } from 'vitest';
import { defaultSettings, pickupSchema, settingsSchemas } from './settings.ts';

test('a new store follows the law: 21 years, 3 ounces of cannabis, 24 grams of concentrate, no hand-over before eight', () => {
  const { compliance, pickup } = defaultSettings();
  expect(compliance).toEqual({
    minimumAge: 21,
    ageGateDays: 30,
    licensePhotoDays: 30,
    mailWordsDays: 30,
    mailDays: 365,
    cannabisMg: 85_048,
    concentrateMg: 24_000,
    edibleThcMg: 'inside-concentrate',
  });
  for (const [{ opens, closes } = { opens: '', closes: '' }] of Object.values(pickup.weekly)) {
    expect(opens >= '08:00' && closes > opens).toBe(true);
  }
});

test('no setting allows a minimum age below 21', () => {
  const { compliance } = settingsSchemas;
  expect(compliance.parse({ minimumAge: 25 }).minimumAge).toBe(25);
  expect(compliance.safeParse({ minimumAge: 20 }).success).toBe(false);
  expect(compliance.safeParse({ minimumAge: 21.5 }).success).toBe(false);
});

test('the warnings have the law’s words, including the four that rotate and the help lines', () => {
  expect(defaultSettings().warnings).toEqual({
    current:
      'For use only by persons 21 years of age and older. Keep out of reach of children and pets. If someone accidentally consumes cannabis, contact the Poison Center. Consume responsibly.',
    rotating: [
      'Cannabis can be addictive.',
      'Cannabis can impair concentration and coordination. Do not operate a vehicle or machinery under the influence of cannabis.',
      'There may be health risks associated with consumption of this product.',
      'Cannabis is not recommended for use by persons who are pregnant or nursing.',
    ],
    poisonCenter: '1-800-222-1222',
    hopeline: '1-877-846-7369',
    hopelineText:
      'Concerned about your cannabis use? Contact the New York State HOPEline by texting HOPENY (467369), calling 1-877-8-HOPENY, or visiting oasas.ny.gov/hopeline.',
    crisisLine: '988',
  });
  expect(settingsSchemas.warnings.safeParse({ rotating: [] }).success).toBe(false);
});

test('a new store names itself on every page, and says that its license number is a sample', () => {
  const { store } = defaultSettings();
  const { atmOnPremises, priceListKey, ...texts } = store;
  expect([atmOnPremises, priceListKey]).toEqual([true, null]);
  for (const [name, value] of Object.entries(texts)) expect(value, name).toMatch(/^\S.*\S$/);
  expect(store).toMatchObject({
    name: 'Two Branches Farm',
    licenseNumber: expect.stringContaining('sample'),
    zone: 'America/New_York',
    adultsOnlyNotice: expect.stringMatching(/21 and older.*ID/),
    city: 'Hancock',
    state: 'NY',
    zipcode: expect.stringMatching(/^\d{5}$/),
    email: expect.stringMatching(/^[^@ ]+@[^@ ]+\.example$/),
    phone: expect.stringMatching(/555-01\d\d$/),
  });
});

test('a new store is open every day, holds a reservation for a day and offers a week', () => {
  const { weekly, ...rest } = defaultSettings().pickup;
  expect(Object.keys(weekly)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  expect(Object.values(weekly).map(([span]) => `${span?.opens}–${span?.closes}`)).toEqual([
    '10:00–19:00',
    '10:00–19:00',
    '10:00–19:00',
    '10:00–20:00',
    '10:00–20:00',
    '09:00–20:00',
    '11:00–17:00',
  ]);
  expect(rest).toEqual({
    exceptions: [],
    slotMinutes: 30,
    leadMinutes: 60,
    capacity: 12,
    horizonDays: 7,
    holdHours: 24,
    nightPermitted: false,
  });
});

test.each([
  ['slotMinutes', 5, 240],
  ['leadMinutes', 0, 10_080],
  ['capacity', 1, 10_000],
  ['horizonDays', 1, 60],
  ['holdHours', 1, 168],
])('%s is a whole number from %i to %i', (name, lowest, highest) => {
  const takes = (value: unknown) => pickupSchema.safeParse({ [name]: value }).success;
  expect([takes(lowest), takes(highest)]).toEqual([true, true]);
  expect([takes(lowest - 1), takes(highest + 1), takes(lowest + 0.5), takes('7')]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test.each([
  ['unitsPerCustomer', 1, 1_000_000, 60],
  ['linesPerCustomer', 1, 100_000, 30],
  ['unitsUntilPickup', 1, 1_000_000, 12],
  ['ordersUntilPickup', 1, 100_000, 2],
  ['sameAgainMinutes', 0, 1440, 10],
])('%s per customer is a whole number from %i to %i, %i at first', (name, lowest, highest, first) => {
  const takes = (value: number) => settingsSchemas.holds.safeParse({ [name]: value }).success;
  expect([lowest - 1, lowest, highest, highest + 1, lowest + 0.5].map(takes)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
  expect(defaultSettings().holds).toMatchObject({ [name]: first });
});

test('the age affirmation lasts from a day to a year', () => {
  const takes = (ageGateDays: number) => settingsSchemas.compliance.safeParse({ ageGateDays }).success;
  expect([0, 1, 365, 366, 1.5].map(takes)).toEqual([false, true, true, false, false]);
});

test('an edible’s THC counts toward the concentrate limit or toward its own', () => {
  const { compliance } = settingsSchemas;
  expect(compliance.parse({ edibleThcMg: 1500 }).edibleThcMg).toBe(1500);
  expect(compliance.safeParse({ edibleThcMg: 'not at all' }).success).toBe(false);
  expect(compliance.safeParse({ edibleThcMg: 1.5 }).success).toBe(false);
  expect(compliance.safeParse({ cannabisMg: 1.5 }).success).toBe(false);
  expect(compliance.safeParse({ concentrateMg: 1.5 }).success).toBe(false);
});

test.each(['24:00', '9:30', '09:60', '09:30 ', 'x09:30', '09:30x', '29:00', '', '0930'])(
  '%j is refused as an opening time',
  (opens) => {
    const weekly = { ...defaultSettings().pickup.weekly, 1: [{ opens, closes: '23:59' }] };
    const read = pickupSchema.safeParse({ weekly });
    expect(read.error?.issues.map(({ message, path }) => [message, path])).toEqual([
      ['must be a time like 09:30', ['weekly', '1', 0, 'opens']],
    ]);
  },
);

test.each(['00:00', '09:30', '19:59', '23:59'])('%s is a time', (opens) => {
  const weekly = { ...defaultSettings().pickup.weekly, 7: [{ opens, closes: '23:59' }] };
  expect(pickupSchema.safeParse({ weekly }).success).toBe(true);
});

test('an exception is closed or has its own hours, and is a real date', () => {
  const takes = (exception: object) => pickupSchema.safeParse({ exceptions: [exception] }).success;
  const spans = [{ opens: '12:00', closes: '13:00' }];
  expect(takes({ date: '2026-11-26', closed: true, note: 'Thanksgiving' })).toBe(true);
  expect(takes({ date: '2026-11-27', spans, note: 'Short day' })).toBe(true);
  expect(takes({ date: '2026-11-27', spans: [] })).toBe(true);
  expect(takes({ date: '2026-02-30', closed: true })).toBe(false);
  expect(takes({ date: '2026-11-26', closed: false })).toBe(false);
  expect(takes({ date: '2026-11-26' })).toBe(false);
  expect(takes({ closed: true })).toBe(false);
  expect(takes({ date: '2026-11-27', spans: [{ opens: '12:00' }] })).toBe(false);
});

test('a value that is not a text is refused in every group', () => {
  for (const name of Object.keys(defaultSettings().store).filter((key) => key !== 'priceListKey')) {
    expect(settingsSchemas.store.safeParse({ [name]: 7 }).success, name).toBe(false);
  }
  expect(settingsSchemas.store.parse({ priceListKey: 'pricing-1a2b' }).priceListKey).toBe('pricing-1a2b');
});
