/** Tests the columns, next steps and waits of the board. */
import { expect, test } from 'vitest';
import { columnOf, columns, dropOf, isAtRisk, packerWords, stepOf, waitWords, whatMoves } from './board.ts';

test.each([
  ['pending', 0, 0, null, 'new'],
  ['confirmed', 0, 0, 'walk-in', 'here'],
  ['confirmed', 0, 0, null, 'new'],
  ['packing', 0, 0, null, 'packing'],
  ['ready', 0, 0, null, 'ready'],
  ['ready', 2, 0, null, 'packing'],
  ['ready', 0, 1, null, 'packing'],
  ['pending', 0, 0, 4, 'here'],
  ['ready', 0, 0, 1, 'here'],
] as const)(
  '%s with %i missing units, %i to pack and number %s is in %s',
  (status, missing, toPack, who, column) => {
    const isWalkIn = who === 'walk-in';
    expect(columnOf({ status, missing, toPack, arrival: isWalkIn ? null : who, isWalkIn })).toBe(column);
  },
);

test.each([
  ['pending', 0, 0, null, 'pack'],
  ['packing', 0, 0, 'me', 'ready'],
  ['packing', 0, 0, null, 'ready'],
  ['packing', 0, 0, 'other', 'take-over'],
  ['ready', 0, 0, 'other', 'hand-over'],
  ['ready', 0, 1, 'other', 'ready'],
  ['ready', 1, 1, 'me', 'edit'],
] as const)(
  '%s with %i missing units and %i to pack, packed by %s: %s is next',
  (status, missing, toPack, packerId, step) =>
    expect(stepOf({ status, missing, toPack, packerId }, 'me')).toBe(step),
);

test('who packs an order is its packer in the past only once every unit is in the bag', () => {
  const card = { packer: 'Sam Ostrander', units: 3 };
  for (const packed of [0, 1, 2]) expect(packerWords({ ...card, packed })).toBe('Packing: Sam Ostrander');
  expect(packerWords({ ...card, packed: 3 })).toBe('Packed by Sam Ostrander');
  expect(packerWords({ ...card, packer: null, packed: 0 })).toBeNull();
});

const at = (time: string) => Date.parse(`2026-11-28T${time}:00-05:00`);
test.each([
  ['13:35', 'in 25 min', false],
  ['13:59', 'in 1 min', false],
  ['14:00', 'now', false],
  ['14:30', 'now', false],
  ['14:42', '12 min late', true],
  ['18:30', '4 h late', true],
  ['09:00', 'in 5 h', false],
])('at %s, an order for 2:00 to 2:30 PM is due %s', (now, text, late) =>
  expect(waitWords(at(now), at('14:00'), at('14:30'))).toEqual({ text, late }),
);

test.each([
  ['new', 'pack', { here: 'here', packing: 'pack' }],
  ['new', 'edit', { here: 'here' }],
  ['packing', 'ready', { here: 'here', ready: 'ready' }],
  ['packing', 'take-over', { here: 'here' }],
  ['ready', 'hand-over', { here: 'here', done: 'hand-over' }],
  ['ready', 'ready', { here: 'here' }],
  ['here', 'hand-over', { done: 'hand-over' }],
  ['here', 'pack', {}],
] as const)('a card in %s whose next step is %s may be dropped on %o', (column, step, drops) => {
  const found = (isWalkIn: boolean) =>
    Object.fromEntries(
      columns.flatMap((on) => {
        const does = dropOf({ column, step, isWalkIn }, on);
        return does ? [[on, does]] : [];
      }),
    );
  expect(found(false)).toEqual(drops);
  const { here: _, ...others } = { here: null, ...drops };
  expect(found(true)).toEqual(others);
});

test.each([
  ['13:29', 'new', 'pack', false],
  ['13:30', 'new', 'pack', true],
  ['14:50', 'new', 'pack', true],
  ['13:45', 'packing', 'ready', true],
  ['13:45', 'new', 'edit', true],
  ['13:45', 'ready', 'hand-over', false],
  ['13:45', 'here', 'pack', true],
  ['13:45', 'here', 'hand-over', false],
] as const)(
  'at %s an order in %s whose next step is %s, for 2 PM: at risk is %s',
  (now, column, step, risk) =>
    expect(isAtRisk({ column, step, startsAt: at('14:00'), isWalkIn: false }, at(now))).toBe(risk),
);

test('a walk-in and an order without a pickup time are never at risk', () => {
  const card = { column: 'new', step: 'pack', startsAt: at('14:00'), isWalkIn: false } as const;
  expect(isAtRisk({ ...card, startsAt: null }, at('15:00'))).toBe(false);
  expect(isAtRisk({ ...card, column: 'here', isWalkIn: true }, at('15:00'))).toBe(false);
});

test('a new order moves no card of another column, and a customer who arrives moves all below', () => {
  const cards = (...numbers: string[]) => ({ cards: numbers.map((number) => ({ number })) });
  const columns = { here: cards(), new: cards('ORD1'), packing: cards('ORD2'), ready: cards('ORD3', 'ORD4') };
  const before = whatMoves({ found: null, columns });
  const moved = (change: Partial<typeof columns>) => {
    const after = whatMoves({ found: null, columns: { ...columns, ...change } });
    return (['here', 'new', 'packing', 'ready'] as const).filter(
      (column) => after[column] !== before[column],
    );
  };
  expect(moved({ new: cards('ORD1', 'ORD5') })).toEqual(['new']);
  expect(moved({ packing: cards(), ready: cards('ORD2', 'ORD3', 'ORD4') })).toEqual(['packing', 'ready']);
  expect(moved({ here: cards('ORD3'), ready: cards('ORD4') })).toEqual(['here', 'new', 'packing', 'ready']);
});
