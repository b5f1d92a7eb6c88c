/** What a refusal means: words of the stand-in and of integrators' notes, ours beside theirs, and the cure. */
import { describe, expect, test } from 'vitest';
import { cureOf, type RefusalKind, refusalKindOf, tagIn } from './refusal-cure.ts';

const TAG = '1A4FF0100000022000000001';

describe('words', () => {
  test.each<[string, RefusalKind]>([
    [`Package ${TAG} is marked as NotSubmitted and cannot be transferred/sold.`, 'not-tested'],
    [`Package ${TAG} is marked as SubmittedForTesting and cannot be transferred/sold.`, 'not-tested'],
    [`Quantity 4 exceeds the 3 Each of Package ${TAG}.`, 'too-many'],
    [`Adjustment Quantity -4 exceeds the 3 Each of Package ${TAG}.`, 'too-many'],
    [`Unit of Measure Grams does not match Each of Package ${TAG}.`, 'other-unit'],
    [`Package ${TAG} is finished.`, 'finished'],
    [`Package ${TAG} still has 2 Each and cannot be finished.`, 'not-empty'],
    [`Package ${TAG} is on hold.`, 'on-hold'],
    [`Package ${TAG} is on recall.`, 'on-hold'],
    [`Package ${TAG} is on investigation.`, 'on-hold'],
    [`Package ${TAG} was not found at this facility.`, 'not-here'],
    [`Package ${TAG} is in transit.`, 'not-here'],
    [`Sales Date Time is before Package ${TAG} was received.`, 'too-early'],
    ['Sales Date Time cannot be in the future.', 'in-future'],
    ['Adjustment Date cannot be in the future.', 'in-future'],
    ['Reason Note is required for Theft.', 'note-missing'],
    ['Adjustment Reason Scale Variance is not valid.', 'reason-unknown'],
    ['QR Code q83vASNFZw was already sold.', 'code-sold'],
    ['Receipt 12 is finalized.', 'receipt-closed'],
    ['Something that no one has seen before', 'unknown'],
    ['', 'unknown'],
  ])('‘%s’ are about %s', (words, kind) => expect(refusalKindOf(words)).toBe(kind));

  test('name a package by its tag', () => {
    expect(tagIn(`Package ${TAG} is on hold.`)).toBe(TAG);
    expect(tagIn('no tag')).toBeNull();
  });
});

describe('the cure', () => {
  const act = { kind: 'sale', lot: { lotId: 7, productId: 3 }, units: -4, order: 'ORD042' } as const;

  test('has ours beside theirs', () => {
    const words = `Quantity 4 exceeds the 3 Each of Package ${TAG}.`;
    expect(cureOf({ ...act, words })).toMatchObject({
      kind: 'too-many',
      ours: 'The package has 3 left in Metrc, this receipt says 4.',
      to: '/admin/lots/7',
    });
    expect(cureOf({ ...act, kind: 'adjustment', words: 'Not enough in the package' }).ours).toBe(
      'The package has fewer left in Metrc than this adjustment says (4).',
    );
  });

  test('leads where it can be corrected, and nowhere if that is not here', () => {
    expect(cureOf({ ...act, words: 'Reason Note is required for Theft.' }).to).toBe(
      '/admin/settings/state-tracking/reporting',
    );
    expect(cureOf({ ...act, words: 'QR Code x was already sold.' }).to).toBe('/admin/orders/ORD042');
    expect(cureOf({ ...act, lot: null, order: null, words: 'Package is on hold.' }).to).toBeNull();
    expect(cureOf({ ...act, words: 'Unit of Measure' }).to).toBeNull();
  });

  test('of unknown words says nothing of ours', () => {
    expect(cureOf({ ...act, words: 'E-17' })).toEqual({
      kind: 'unknown',
      ours: '',
      words: 'Correct it in Metrc, then retry; or enter it there by hand and mark it.',
      to: null,
    });
  });
});
