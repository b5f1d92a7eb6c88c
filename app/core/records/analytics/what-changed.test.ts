import { expect, test } from 'vitest';
import { type SoldOf, whatChanged } from './what-changed.ts';

const comparedWith = 'the week before';
const of = (parts: Record<string, number>): SoldOf[] =>
  Object.entries(parts).map(([name, revenue]) => ({ name, revenue }));
const sum = (parts: Record<string, number>) => Object.values(parts).reduce((all, one) => all + one, 0);
const said = (before: Record<string, number>, now: Record<string, number>) =>
  whatChanged({
    ...{ now: sum(now), before: sum(before), comparedWith },
    ...{ parts: of(now), partsBefore: of(before) },
  });

test.each([
  ['nothing, then nothing', {}, {}, 'Nothing was sold, and nothing in the time it is compared with.'],
  ['only refunds', {}, { Flower: -100 }, 'More was refunded than sold.'],
  ['the first sales', {}, { Flower: 9900 }, 'Sales are $99.00 (the week before: none).'],
  ['no sales now', { Flower: 9900 }, {}, 'Nothing was sold (the week before: $99.00).'],
  [
    'more refunds than sales',
    { Flower: 9900 },
    { Flower: -1 },
    'More was refunded than sold (the week before: $99.00).',
  ],
  ['the same', { Flower: 10_000 }, { Flower: 10_049 }, 'Sales are as high as the week before.'],
  ['one category', { Flower: 10_000 }, { Flower: 11_200 }, 'Sales are 12% above the week before.'],
  [
    'one half of a rise',
    { Flower: 5000, Edibles: 5000 },
    { Flower: 5300, Edibles: 5600, Vapes: 300 },
    'Sales are 12% above the week before; Edibles made half of the rise.',
  ],
  [
    'most of a fall',
    { Flower: 5000, Edibles: 5000 },
    { Flower: 4900, Edibles: 4100 },
    'Sales are 10% below the week before; Edibles made most of the fall.',
  ],
  [
    'all of it, and more',
    { Flower: 5000, Edibles: 5000 },
    { Flower: 4000, Edibles: 7000 },
    'Sales are 10% above the week before, because of Edibles alone.',
  ],
  [
    'a category that is gone',
    { Flower: 5000, Edibles: 5000 },
    { Flower: 5000 },
    'Sales are 50% below the week before; Edibles made nearly all of the fall.',
  ],
  [
    'many small ones',
    { A: 100, B: 100, C: 100, D: 100, E: 100, F: 100 },
    { A: 110, B: 110, C: 110, D: 110, E: 110, F: 110 },
    'Sales are 10% above the week before.',
  ],
  [
    'ten times as much',
    { Flower: 100, Edibles: 100 },
    { Flower: 1000, Edibles: 1000 },
    'Sales are $18.00 above the week before; Flower made half of the rise.',
  ],
  ['just enough', { Flower: 10_000 }, { Flower: 10_050 }, 'Sales are 1% above the week before.'],
])('the sentence about %s', (_, before, now, words) => {
  expect(said(before, now)).toBe(words);
});

test('a sentence never names a category that moved the other way, whatever the figures', () => {
  let seed = 7;
  const draw = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  for (let round = 0; round < 2000; round++) {
    const parts = () =>
      Object.fromEntries(
        ['Flower', 'Edibles', 'Vapes', 'Tools'].slice(draw(4)).map((name) => [name, draw(9000)]),
      );
    const [before, now] = [parts(), parts()];
    const words = said(before, now);
    const named = ['Flower', 'Edibles', 'Vapes', 'Tools'].find((name) => words.includes(name));
    if (named === undefined) continue;
    const moved = (now[named] ?? 0) - (before[named] ?? 0);
    expect(Math.sign(moved), words).toBe(Math.sign(sum(now) - sum(before)));
  }
});
