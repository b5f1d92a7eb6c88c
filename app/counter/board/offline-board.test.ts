import { expect, test } from 'vitest';
import { type BoardCard, columnsOf } from '../day/board.ts';
import type { ActionKind, OfflineAction } from '../network/offline-action.ts';
import { withActions } from './offline-board.ts';

const card = (wanted: Partial<BoardCard> = {}): BoardCard => ({
  ...{ number: 'ORD001', version: 1, name: 'Wren Hale', customer: null, units: 2, packed: 0, due: 4000 },
  ...{
    time: '2:00 PM',
    startsAt: 0,
    endsAt: 0,
    arrival: null,
    says: null,
    missing: 0,
    isWalkIn: false,
    isOutside: false,
    changedAt: 0,
    missed: 0,
    toPack: 0,
    takeOut: [],
  },
  ...{ hasNote: false, packer: null, column: 'new', step: 'pack', lines: [] },
  ...wanted,
});
const did = (kind: ActionKind, more: Partial<OfflineAction> = {}): OfflineAction => ({
  ...{ id: kind, kind, order: 'ORD001', version: 1, after: '', session: 's', doneAt: 0, fields: {} },
  ...{ by: { id: 'kim', name: 'Kim Reyes' } },
  ...more,
});
const after = (start: BoardCard, ...kinds: ActionKind[]) =>
  withActions(
    [start],
    kinds.map((kind) => did(kind)),
    'Kim Reyes',
  );

test('an order that this tablet packed moves through the columns, and says that it is not sent', () => {
  expect(after(card(), 'pack').cards).toMatchObject([
    { column: 'packing', step: 'ready', packer: 'Kim Reyes', waits: true },
  ]);
  expect(after(card(), 'pack', 'scan').cards).toMatchObject([{ packed: 1 }]);
  expect(after(card(), 'pack', 'ready').cards).toMatchObject([
    { column: 'ready', step: 'hand-over', packed: 2 },
  ]);
});

test('who is here stays in front, also without a number, and leaves for the column of the next step', () => {
  const here = after(card(), 'here', 'pack');
  expect(here.cards).toMatchObject([{ column: 'here', step: 'ready' }]);
  const first = card({ number: 'ORD002', column: 'here', arrival: 4 });
  expect(columnsOf([...here.cards, first], 40).here.cards.map(({ number }) => number)).toEqual([
    'ORD002',
    'ORD001',
  ]);
  expect(after(card(), 'here', 'pack', 'not-here').cards).toMatchObject([
    { column: 'packing', arrival: null },
  ]);
});

test('an order that was refused or handed over leaves the board, and what comes after it changes nothing', () => {
  expect(after(card(), 'refuse', 'here')).toEqual({ cards: [], done: [] });
  expect(after(card(), 'hand-over')).toMatchObject({
    cards: [],
    done: [{ number: 'ORD001', time: 'not sent' }],
  });
});

test('an action on an order that is not on the board changes nothing', () => {
  const start = [card()];
  expect(withActions(start, [did('ready', { order: 'ORD999' })], 'Kim Reyes')).toEqual({
    cards: start,
    done: [],
  });
});
