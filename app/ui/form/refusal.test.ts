import { expect, test } from 'vitest';
import { staleChanges } from './refusal.ts';

const labels = { time: 'Pickup time', note: 'Note', quantity: 'Quantity' };

test('a stale save names what someone else changed, with both values', () => {
  expect(
    staleChanges(labels, {
      base: { time: '2 PM', note: '', quantity: '1' },
      theirs: { time: '3 PM', note: '', quantity: '2' },
      mine: { time: '2 PM', note: 'call first', quantity: '4' },
    }),
  ).toEqual([
    { field: 'time', label: 'Pickup time', before: '2 PM', theirs: '3 PM', mine: '2 PM' },
    { field: 'quantity', label: 'Quantity', before: '1', theirs: '2', mine: '4' },
  ]);
});

test('nothing needs a decision where both sides agree or only one changed', () => {
  const mine = { time: '3 PM', note: 'mine' };
  expect(staleChanges(labels, { base: { time: '2 PM' }, theirs: { time: '3 PM' }, mine })).toEqual([]);
});
