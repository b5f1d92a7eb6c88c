/** What a report is and what became of it, in words. */
import { describe, expect, test } from 'vitest';
import { type ActFate, actTitle, fateWords, stateReasonLabel, waitWords } from './act-words.ts';

const act = { receiptNumber: null, tags: ['1A4FF01'], units: null, reason: null };

describe('an act', () => {
  test.each([
    [{ ...act, kind: 'sale', receiptNumber: 'ORD123' }, 'Sale, ORD123'],
    [{ ...act, kind: 'adjustment', units: -1, reason: 'damaged' }, 'Adjustment: 1 unit fewer, damaged'],
    [{ ...act, kind: 'adjustment', units: 3, reason: 'count' }, 'Adjustment: 3 units more, count'],
    [{ ...act, kind: 'package-empty' }, 'Package finished: 1A4FF01'],
    [{ ...act, kind: 'day-closed', receiptNumber: 'ORD123' }, 'Sale made final, ORD123'],
  ] as const)('is named', (subject, title) => expect(actTitle(subject)).toBe(title));

  test('has a word for each of our reasons', () => {
    expect(stateReasonLabel['waste-failed-test']).toBe('Waste: failed its test');
    expect(stateReasonLabel.theft).toBe('Theft or loss');
  });
});

describe('what became of it', () => {
  const fate: ActFate = {
    ...{ status: 'waiting', name: 'Metrc', wasAsked: false, sent: null, stateId: null, answer: '' },
    ...{ endedBy: null, endNote: null, due: null },
  };

  test.each<[ActFate, string]>([
    [{ ...fate, status: 'sent', sent: '2:14 PM', stateId: '00012345' }, 'Reported 2:14 PM, receipt 00012345'],
    [{ ...fate, status: 'sent', sent: '2:14 PM' }, 'Reported 2:14 PM'],
    [fate, 'Waits to be reported'],
    [{ ...fate, due: '3:00 PM', answer: 'Busy.' }, 'Waits to be reported, not before 3:00 PM: Busy.'],
    [{ ...fate, wasAsked: true, answer: 'On hold.' }, 'Waits to be reported; Metrc last said: On hold.'],
    [{ ...fate, status: 'sending' }, 'Being reported to Metrc, which has not answered yet'],
    [{ ...fate, status: 'refused', wasAsked: true, answer: 'On hold.' }, 'Metrc refused it: On hold.'],
    [{ ...fate, status: 'refused', answer: 'No tag.' }, 'Not sent: No tag.'],
    [
      { ...fate, status: 'skipped', endedBy: 'Ada Owner', endNote: 'Entered by hand.' },
      'Not reported, decided by Ada Owner: Entered by hand.',
    ],
    [{ ...fate, status: 'skipped', answer: 'Too early.' }, 'Not reported: Too early.'],
  ])('is said', (given, words) => expect(fateWords(given)).toBe(words));

  test('waits are in rough words', () => {
    expect([30, 600, 7200, 86_400, 400_000].map(waitWords)).toEqual([
      'a minute',
      '10 minutes',
      '2 hours',
      '24 hours',
      '4 days',
    ]);
  });
});
