import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { renderWithCachedParts } from '#platform/pages/cached-parts.ts';
import { type PickupDay, SlotPicker } from './slot-picker.tsx';

const [TWO, THREE] = ['2031-05-06T18:00:00Z', '2031-05-06T19:00:00Z'];

const day = (changes: Partial<PickupDay> = {}, isThreeFull = false): PickupDay => ({
  date: '2031-05-06',
  label: 'Tomorrow',
  tooLate: null,
  slots: [
    { startsAt: TWO, label: '2:00 PM', partOfDay: 'afternoon', full: false },
    { startsAt: THREE, label: '3:00 PM', partOfDay: 'afternoon', full: isThreeFull },
  ],
  ...changes,
});

const picker = (days: PickupDay[], chosen: string | null) => (
  <SlotPicker days={days} chosen={chosen} error={null} phone="(607) 555-0100" />
);

test('times cached for another person show this person’s choice and this moment', () => {
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

const markup = (days: PickupDay[], chosen: string | null = null) => renderToString(picker(days, chosen));
const inputs = (html: string) => html.match(/<input [^>]*>/g) ?? [];
const slots = (html: string) => inputs(html).filter((input) => input.includes('name="slot"'));

test('the earliest free time is one tap on a label of its radio button, and nothing is preselected', () => {
  const html = markup([day()]);
  expect(html).toMatch(new RegExp(`<label for="slot-${TWO}"[^>]*>Earliest: Tomorrow 2:00 PM</label>`));
  expect(slots(html).filter((input) => input.includes(`value="${TWO}"`))).toHaveLength(1);
  expect(slots(html)[0]).toContain('aria-label="Earliest: Tomorrow at 2:00 PM"');
  expect(slots(html).filter((input) => input.includes('checked'))).toEqual([]);
});

test('the earliest time skips full and late times', () => {
  const full = day();
  const first = full.slots[0];
  if (first) full.slots[0] = { ...first, full: true };
  expect(markup([full])).toContain('Earliest: Tomorrow 3:00 PM');
  const later = day({ date: '2031-05-08', label: 'Thu, May 8' });
  expect(markup([day({ tooLate: 'Expires before then.' }), later])).toContain(
    'Earliest: Thu, May 8, 2:00 PM',
  );
});

test('without a free time nothing is called the earliest', () => {
  const slotsFull = day().slots.map((slot) => ({ ...slot, full: true }));
  expect(markup([day({ slots: slotsFull })])).not.toContain('Earliest');
});

test('a time chosen earlier is selected', () => {
  const checked = slots(markup([day()], TWO)).filter((input) => input.includes('checked'));
  expect(checked).toHaveLength(1);
  expect(checked[0]).toContain(`id="slot-${TWO}"`);
});

test('a chip shows its date, also for today and tomorrow, and a screen reader hears one text', () => {
  const dayOf = (days: PickupDay[]) => inputs(markup(days)).find((input) => input.includes('name="day"'));
  expect(markup([day()]).replaceAll(/<[^>]*>/g, '')).toContain('TomorrowMay 6');
  expect(dayOf([day()])).toContain('aria-label="Tomorrow, May 6"');
  const slotsFull = day().slots.map((slot) => ({ ...slot, full: true }));
  expect(dayOf([day({ slots: slotsFull })])).toContain('aria-label="Tomorrow, May 6, Full"');
});

test('each part of a day is a tab, and the first with a free time is open', () => {
  const morning = {
    startsAt: '2031-05-06T14:00:00Z',
    label: '10:00 AM',
    partOfDay: 'morning',
    full: true,
  } as const;
  const html = markup([day({ slots: [morning, ...day().slots] })]);
  const tabs = inputs(html).filter((input) => input.includes('name="part-2031-05-06"'));
  expect(tabs).toHaveLength(2);
  expect(tabs.map((tab) => tab.includes('checked'))).toEqual([false, true]);
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain('Tomorrow MorningFull');
});
