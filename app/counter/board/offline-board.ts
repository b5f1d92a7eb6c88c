/** The board as a tablet without a network shows it: what was known, with what was done on this tablet since. */
import { type Board, type BoardCard, columnsOf, type DoneOrder, loadOf, SHOWN } from '../day/board.ts';
import { cardsOf } from '../network/day-copy.ts';
import { type OfflineAction, withoutOut } from '../network/offline-action.ts';
import type { Known } from '../network/server-or-copy.ts';

/** Found orders on a page. */
const FOUND_SHOWN = 12;

/**
 * @param find a name or number; passes are not on the tablet
 * @param now milliseconds since 1970
 */
export function offlineBoard({ day, actions }: Known, find: string, now: number) {
  const { cards, done } = withActions(cardsOf(day.board), actions, day.owner.name);
  const board: Board = {
    // Without a network nothing is printed, and no one can say what was.
    notices: {
      ...(day.board.notices ?? { closure: null, recalls: [] }),
      printing: { printers: [], papers: [] },
    },
    line: null,
    outside: day.board.outside ?? 0,
    columns: columnsOf(cards, SHOWN),
    done: { total: day.board.done.total + done.length, orders: [...done, ...day.board.done.orders] },
    earlier: day.board.earlier,
    load: loadOf(cards),
    found: find === '' ? null : cards.filter((card) => isFound(card, find)).slice(0, FOUND_SHOWN),
    now,
  };
  return { board, find, drawer: day.drawer, isOver: false, shift: null, register: null };
}

export type Moved = { cards: BoardCard[]; done: DoneOrder[] };

/** The cards after the actions, in their order. @param viewer the name of the person who did them */
export function withActions(
  cards: readonly BoardCard[],
  actions: readonly OfflineAction[],
  viewer: string,
): Moved {
  const moved: Moved = { cards: [...cards], done: [] };
  for (const action of actions) {
    const at = moved.cards.findIndex(({ number }) => number === action.order);
    const card = moved.cards[at];
    if (!card) continue;
    if (action.kind === 'refuse' || action.kind === 'hand-over') {
      moved.cards.splice(at, 1);
      if (action.kind === 'hand-over')
        moved.done.unshift({ number: card.number, name: card.name, time: 'not sent' });
    } else moved.cards[at] = { ...card, ...changeOf(card, action, viewer), waits: true };
  }
  return moved;
}

function changeOf(
  card: BoardCard,
  { kind, packs, fields }: OfflineAction,
  viewer: string,
): Partial<BoardCard> {
  const isHere = card.column === 'here';
  switch (kind) {
    case 'pack':
      return {
        packer: viewer,
        step: card.missing > 0 ? 'edit' : 'ready',
        column: isHere ? 'here' : 'packing',
      };
    case 'scan':
    case 'pack-one':
    case 'pack-all':
      return { packed: Math.min(card.units, card.packed + (packs?.count ?? 1)) };
    case 'ready':
      return {
        packed: card.units,
        toPack: 0,
        lines: [],
        step: 'hand-over',
        column: isHere ? 'here' : 'ready',
      };
    case 'here':
      return { column: 'here' };
    case 'not-here':
    case 'put-off':
      return { arrival: null, column: columnOfStep(card) };
    case 'out':
      return { takeOut: withoutOut(card.takeOut, fields) };
    case 'note':
      return { hasNote: true };
    default:
      return {};
  }
}

function columnOfStep({ step }: BoardCard): BoardCard['column'] {
  if (step === 'hand-over') return 'ready';
  return step === 'ready' || step === 'take-over' ? 'packing' : 'new';
}

function isFound({ number, name, customer }: BoardCard, find: string): boolean {
  const wanted = find.toLowerCase();
  return [number, name, customer ?? ''].some((text) => text.toLowerCase().includes(wanted));
}
