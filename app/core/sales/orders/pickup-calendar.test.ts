import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { type CalendarPickup, pickupCalendar } from './pickup-calendar.ts';

const at = (iso: string) => Temporal.Instant.from(iso);
const pickup: CalendarPickup = {
  id: '0190a6c0-1234-7abc-8def-0123456789ab',
  title: 'Pickup ORD042',
  startsAt: at('2026-11-28T19:00:00Z'),
  endsAt: at('2026-11-28T19:30:00Z'),
  version: 3,
  isCancelled: false,
  changedAt: at('2026-11-21T15:04:05.678Z'),
  farm: 'Two Branches Farm',
  address: '118 Branch Road, Hancock, NY 13783',
  url: 'https://farm.example/orders/ORD042',
};

/** The lines as a calendar reads them. */
const lines = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');
const utf8 = new TextEncoder();

test('a pickup is an event whose title does not say what is picked up', () => {
  const file = pickupCalendar(pickup);
  expect(lines(file)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Farmgate//Pickup//EN',
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
    'UID:pickup-0190a6c0-1234-7abc-8def-0123456789ab',
    'SEQUENCE:3',
    'DTSTAMP:20261121T150405Z',
    'LAST-MODIFIED:20261121T150405Z',
    'DTSTART:20261128T190000Z',
    'DTEND:20261128T193000Z',
    'SUMMARY:Pickup ORD042',
    'LOCATION:Two Branches Farm\\, 118 Branch Road\\, Hancock\\, NY 13783',
    'DESCRIPTION:Bring your ID and cash.\\nhttps://farm.example/orders/ORD042',
    'URL:https://farm.example/orders/ORD042',
    'STATUS:CONFIRMED',
    'TRANSP:OPAQUE',
    'CLASS:PRIVATE',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('a moved pickup has the same id and a higher sequence number, so calendars replace the event', () => {
  const [before, after] = [pickup, { ...pickup, version: 4, startsAt: at('2026-11-29T19:00:00Z') }].map(
    (each) => lines(pickupCalendar(each)),
  );
  const of = (name: string, all: readonly string[] = []) => all.find((line) => line.startsWith(`${name}:`));
  expect(of('UID', after)).toBe(of('UID', before));
  expect([of('SEQUENCE', before), of('SEQUENCE', after)]).toEqual(['SEQUENCE:3', 'SEQUENCE:4']);
  expect(of('DTSTART', after)).toBe('DTSTART:20261129T190000Z');
});

test('a canceled pickup cancels its calendar event', () => {
  expect(pickupCalendar({ ...pickup, isCancelled: true })).toContain('\r\nSTATUS:CANCELLED\r\n');
});

test('two in the afternoon in Hancock stays two on both sides of a clock change', () => {
  for (const [local, utc] of [
    ['2026-10-31T14:00', '20261031T180000Z'],
    ['2026-11-01T14:00', '20261101T190000Z'],
    ['2027-03-13T14:00', '20270313T190000Z'],
    ['2027-03-14T14:00', '20270314T180000Z'],
  ] as const) {
    const startsAt = Temporal.PlainDateTime.from(local).toZonedDateTime('America/New_York').toInstant();
    expect(pickupCalendar({ ...pickup, startsAt })).toContain(`DTSTART:${utc}\r\n`);
  }
});

test('line breaks, tabs and control characters in a name cannot start a line of the file', () => {
  const file = pickupCalendar({ ...pickup, farm: 'Two\r\nBEGIN:VALARM\n\tBranches\u0007\u0085' });
  expect(lines(file)).toContainEqual(expect.stringMatching(/^LOCATION:Two\\nBEGIN:VALARM\\n Branches /));
  expect(file.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u);
});

test('whatever the store’s name, no line exceeds 75 octets and none breaks out', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (farm) => {
      const file = pickupCalendar({ ...pickup, farm });
      for (const line of file.split('\r\n')) {
        expect(utf8.encode(line).length).toBeLessThanOrEqual(75);
        expect(line).not.toMatch(/[\r\n]/);
      }
      expect(lines(file)).toHaveLength(21);
    }),
  );
});
