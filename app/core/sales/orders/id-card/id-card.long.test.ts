import { expect, test } from 'vitest';
import { damageMinors } from '#tests/support/mutated-cards.ts';

test('none of a million damaged cards of minors throws or is read as an adult’s', () => {
  const tally = damageMinors(1_000_000, 2);
  console.log(JSON.stringify(tally));
  expect(tally.read).toBeGreaterThan(100_000);
  expect(tally.refused).toBeGreaterThan(250_000);
});
