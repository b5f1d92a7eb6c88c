/** Ten dishonest weeks: each stands out within a day. Honest weeks hardly ever do. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ActKind,
  type ActsOfDay,
  daysBefore,
  findings,
  measureWords,
  type WorkedDay,
} from './conduct.ts';

const DAY = '2026-11-28';
const days = Array.from({ length: 56 }, (_, back) => daysBefore(DAY, back + 1)).reverse();
const people = ['ana', 'ben', 'cleo', 'dov'];
const worked: WorkedDay[] = people.flatMap((personId, at) =>
  days.filter((_, index) => (index + at) % 7 < 5).map((day) => ({ personId, day })),
);

/** What honest people do now and then: how often a day, and up to how many cents or units each time. */
const honest: readonly [ActKind, number, number][] = [
  ['refund', 0.4, 4_500],
  ['pay-out', 0.1, 3_000],
  ['correction', 0.1, 900],
  ['short', 0.3, 400],
  ['no-sale', 0.7, 0],
  ['exchange', 0.2, 0],
  ['voided-walk-in', 0.3, 0],
  ['offline', 0.1, 0],
  ['stock-missing', 0.2, 1],
  ['waste', 0.3, 2],
  ['price', 0.3, 0],
];

/** A small generator of numbers that a seed repeats. */
function numbersOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function honestWeeks(seed: number): ActsOfDay[] {
  const next = numbersOf(seed);
  const acts: ActsOfDay[] = [];
  for (const { personId, day } of worked)
    for (const [kind, often, most] of honest) {
      let count = 0;
      let amount = 0;
      for (let customer = 0; customer < 10; customer++)
        if (next() < often / 10) {
          count += 1;
          amount += most === 0 ? 0 : 1 + Math.floor(next() * most);
        }
      if (count > 0) acts.push({ personId, day, kind, count, amount });
    }
  return acts;
}

const workedDays = (personId: string) =>
  worked
    .filter((each) => each.personId === personId)
    .map(({ day }) => day)
    .slice(-5);

/** Adds to what the person did on that day. */
function add(acts: ActsOfDay[], day: string, kind: ActKind, count: number, amount: number): void {
  const same = acts.find((each) => each.personId === 'cleo' && each.day === day && each.kind === kind);
  if (!same) acts.push({ personId: 'cleo', day, kind, count, amount });
  else Object.assign(same, { count: same.count + count, amount: same.amount + amount });
}

/** Of each story the days of Cleo's last week at work, and on which of them it must be seen at the latest. */
const stories: readonly [name: string, kind: ActKind, perDay: readonly [number, number][], seenOn: number][] =
  [
    ['refunds to no customer, one large', 'refund', [[1, 18_000]], 0],
    ['small refunds, three a day', 'refund', Array(5).fill([3, 9_600]), 1],
    ['cash paid out for errands that no one ran', 'pay-out', [[2, 12_000]], 0],
    ['cash corrected down after each large sale', 'correction', Array(5).fill([2, 6_000]), 0],
    ['ten dollars a day from the drawer', 'short', Array(5).fill([1, 1_500]), 1],
    ['the drawer opened without a sale after each unrung one', 'no-sale', Array(5).fill([8, 0]), 0],
    ['walk-ins ended once their cash is in the pocket', 'voided-walk-in', Array(5).fill([5, 0]), 0],
    ['IDs not checked: the tablet put off the network', 'offline', Array(5).fill([9, 0]), 0],
    ['jars carried home and counted missing', 'stock-missing', Array(5).fill([2, 6]), 0],
    ['jars carried home and recorded as waste', 'waste', Array(5).fill([2, 9]), 0],
    ['a friend’s price, changed and changed back', 'price', Array(5).fill([8, 0]), 0],
    ['wrong jars that were none, exchanged', 'exchange', Array(5).fill([4, 0]), 0],
  ];

describe.each(stories)('%s', (_, kind, perDay, seenOn) => {
  test.each([1, 2, 3])('stands out within a day (seed %d)', (seed) => {
    const acts = honestWeeks(seed);
    const lastDays = workedDays('cleo');
    perDay.forEach(([count, amount], at) => {
      add(acts, lastDays[at] ?? DAY, kind, count, amount);
    });
    const day = lastDays[seenOn] ?? DAY;
    const [first] = findings(
      day,
      worked.filter((each) => each.day <= day),
      acts.filter((each) => each.day <= day),
    ).filter(({ isUnusual, isUnusualWeek }) => isUnusual || isUnusualWeek);
    expect(first).toMatchObject({ personId: 'cleo', kind });
  });
});

test('of two hundred honest days at most one in ten has anything that stands out', () => {
  let marked = 0;
  for (let seed = 100; seed < 300; seed++)
    if (findings(DAY, worked, honestWeeks(seed)).some((each) => each.isUnusual || each.isUnusualWeek))
      marked += 1;
  expect(marked).toBeLessThanOrEqual(20);
});

test('a person who works alone is compared with their own days before the week', () => {
  const alone = worked.filter(({ personId }) => personId === 'ana');
  const day = alone.at(-1)?.day ?? DAY;
  const acts = alone.map(({ day: on }) => ({
    ...{ personId: 'ana', day: on, kind: 'no-sale' as const, count: on === day ? 30 : 6, amount: 0 },
  }));
  expect(findings(day, alone, acts)).toMatchObject([{ usual: 6, isUnusual: true }]);
  const usual = acts.map((each) => ({ ...each, count: 6 }));
  expect(findings(day, alone, usual)).toMatchObject([{ isUnusualWeek: false }]);
});

test('a habit of one person does not become usual', () => {
  const daily = (personId: string, amount: number) =>
    [...days, DAY].map((day) => ({ personId, day, kind: 'refund' as const, count: 1, amount }));
  const everyDay = people.flatMap((personId) => [...days, DAY].map((day) => ({ personId, day })));
  const acts = people.flatMap((personId) => daily(personId, personId === 'ana' ? 30_000 : 1_000));
  const [first, ...others] = findings(DAY, everyDay, acts);
  expect(first).toMatchObject({ personId: 'ana', isUnusual: true, usual: 1_000 });
  expect(others.filter(({ isUnusual }) => isUnusual)).toEqual([]);
});

test('in the first week of a shop only what is large by itself stands out', () => {
  const first = [{ personId: 'ana', day: DAY }];
  const of = (amount: number) => [{ personId: 'ana', day: DAY, kind: 'refund' as const, count: 1, amount }];
  expect(findings(DAY, first, of(4_999))).toMatchObject([{ isUnusual: false, isUnusualWeek: false }]);
  expect(findings(DAY, first, of(5_000))).toMatchObject([{ isUnusual: true }]);
  expect(findings(DAY, [], [])).toEqual([]);
});

test('more of an act never makes it less unusual', () => {
  const acts = honestWeeks(7);
  fc.assert(
    fc.property(
      fc.constantFrom<ActKind>('refund', 'no-sale', 'waste'),
      fc.nat(40),
      fc.nat(40),
      (kind, one, more) => {
        const weightOf = (count: number) => {
          const all = acts.filter(
            (each) => !(each.personId === 'ana' && each.day === DAY && each.kind === kind),
          );
          const mine = { personId: 'ana', day: DAY, kind, count: count + 1, amount: (count + 1) * 900 };
          const on = [
            ...worked.filter((each) => each.personId !== 'ana' || each.day !== DAY),
            { personId: 'ana', day: DAY },
          ];
          return findings(DAY, on, [...all, mine]).find(
            (each) => each.personId === 'ana' && each.kind === kind,
          )?.weight;
        };
        expect(weightOf(one + more)).toBeGreaterThanOrEqual(weightOf(one) ?? Number.NaN);
      },
    ),
    { numRuns: 60 },
  );
});

test('days count back over the end of a month and February 29', () => {
  expect([daysBefore('2028-03-03', 7), daysBefore('2026-12-01', 1), daysBefore('2027-01-03', 56)]).toEqual([
    ...['2028-02-26', '2026-12-01', '2026-11-09'],
  ]);
});

test('figures are said in dollars, units or times', () => {
  expect([measureWords('refund', 4_250.4), measureWords('waste', 1), measureWords('no-sale', 0.75)]).toEqual([
    ...['$42.50', '1 unit', '0.8'],
  ]);
});
