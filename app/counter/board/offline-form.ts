/** What the forms of the board do on a tablet without a network. */
import { data, redirect } from 'react-router';
import { readPassCode } from '#core/sales/orders/hand-over/pickup-pass.ts';
import { cardsOf } from '../network/day-copy.ts';
import type { ActionKind } from '../network/offline-action.ts';
import type { Known, Without } from '../network/server-or-copy.ts';
import type { BoardSays } from './board-form.ts';
import { withActions } from './offline-board.ts';

type Answered = Without<ReturnType<typeof redirect> | ReturnType<typeof data<BoardSays>>>;

/** @param back the board as the viewer sees it */
export function withoutNetwork(form: FormData, { day, actions }: Known, back: string): Answered | null {
  const { cards } = withActions(cardsOf(day.board), actions, day.owner.name);
  if (form.get('intent') === 'scan') return says('Open the order that you pack, then scan.');
  if (form.get('intent') === 'license') return says('Licenses need the network. Search by name.');
  if (form.has('paper')) return says('What was printed needs the network.');
  if (form.get('intent') === 'find') return find(String(form.get('find') ?? '').trim());
  const card = cards.find(({ number }) => number === form.get('order'));
  const version = cardsOf(day.board).find(({ number }) => number === card?.number)?.version;
  if (!card || version === undefined) return says('This order is not on this tablet.');
  const act = (kind: ActionKind, to = back): Answered => ({
    action: { kind, order: card.number, version, fields: {} },
    answer: redirect(to),
  });
  switch (form.get('intent')) {
    case 'pack':
      return card.step === 'pack' ? act('pack', `/counter/orders/${card.number}/packing`) : null;
    case 'ready':
      return card.step === 'ready' ? act('ready') : null;
    case 'here':
      return act('here');
    case 'not-here':
      return act('not-here');
    default:
      return says('Taking packing over needs the network. Pack another order.');
  }
}

const says = (message: string): Answered => ({ action: null, answer: data<BoardSays>({ message }) });

/** The tablet has names and numbers; it has no passes, which prove whose an order is. */
function find(text: string): Answered {
  if (text === '') return { action: null, answer: redirect('/counter') };
  if (readPassCode(text) !== null) return says('Passes need the network. Search by name or order number.');
  return { action: null, answer: redirect(`/counter?${new URLSearchParams({ find: text })}`) };
}

/** What the tablet says to a form that needs the network. */
export const unanswered = (): BoardSays => ({
  message: 'No answer from the server. Check the network, then press again.',
});
