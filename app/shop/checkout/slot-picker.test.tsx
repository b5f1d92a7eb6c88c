import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { renderWithCachedParts } from '#platform/pages/cached-parts.ts';
import type { CheckoutDay } from './checkout-queries.server.ts';
import { SlotPicker } from './slot-picker.tsx';

const [TWO, THREE] = ['2031-05-06T18:00:00Z', '2031-05-06T19:00:00Z'];

const day = (changes: Partial<CheckoutDay> = {}, isThreeFull = false): CheckoutDay => ({
  date: '2031-05-06',
  label: 'Tomorrow',
  tooLate: null,
  slots: [
    { startsAt: TWO, label: '2:00 PM', partOfDay: 'afternoon', full: false },
    { startsAt: THREE, label: '3:00 PM', partOfDay: 'afternoon', full: isThreeFull },
  ],
  ...changes,
});

const picker = (days: CheckoutDay[], chosen: string | null) => (
  <SlotPicker days={days} chosen={chosen} error={null} phone="(607) 555-0100" />
);

test('times that were drawn for somebody else before are those of this person’s own choice and this moment', () => {
  const asked = [
    picker([day()], null),
    picker([day()], THREE),
    picker([day()], TWO),
    picker([day({}, true)], THREE),
    picker([day({ label: 'Today' })], null),
    picker([day({ tooLate: 'Expires before then.' })], null),
    picker([day()], null),
  ];
  const plain = asked.map((each) => renderToString(each));
  expect(new Set(plain).size).toBe(asked.length - 1);
  for (let turn = 0; turn < 2; turn++)
    expect(
      asked.map((each) =>
        renderWithCachedParts(() => renderToString(each))
          .toBuffer()
          .toString(),
      ),
    ).toEqual(plain);
});
