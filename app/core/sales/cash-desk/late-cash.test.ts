import { expect, test } from 'vitest';
import { lateCashWords } from './late-cash.ts';

const late = { drawer: 3, closedAt: '5:02 PM', amount: 11_425, countsIn: null };

test('cash that arrived after a closing is named with the drawer it counts in, or that it counts in none', () => {
  expect(lateCashWords(late)).toBe(
    '$114.25 of cash was taken before drawer 3 was closed at 5:02 PM, and arrived after. Drawer 3 did not expect it; it counts in no drawer.',
  );
  expect(lateCashWords({ ...late, countsIn: 4 })).toContain('it counts in drawer 4.');
});
