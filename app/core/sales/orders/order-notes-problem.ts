/** What refuses a change of an order's notes, by its customer and by staff. Apart from the fields, which checkout loads. */
import { type Common, commonMessage } from '#kernel/problem.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { customerStatusLabel } from './order.ts';
import type { OrderNotes } from './order-notes.ts';

export type OrderNotesProblem =
  | { kind: 'not-found' }
  | { kind: 'too-late'; what: 'note' | 'pickup-name'; status: OrderStatus }
  /** Saved elsewhere since the form was opened; `now` is what the order has. */
  | { kind: 'stale'; now: OrderNotes }
  | { kind: 'changed-often' };

export function orderNotesMessage(problem: OrderNotesProblem): string {
  switch (problem.kind) {
    case 'too-late':
      return `This order is ‘${customerStatusLabel[problem.status]}’, so ${problem.what === 'note' ? 'its note' : 'who picks it up'} can no longer be changed here. Please call us.`;
    case 'stale':
      return `This has changed since you opened the page. ${notesSentence(problem.now)} Check it, then save again.`;
    case 'changed-often':
      return 'The note has been changed too many times, so it can no longer be changed here. Please call us.';
    default:
      return commonMessage(problem, 'Order');
  }
}

function notesSentence({ customerNote, pickupName }: OrderNotes): string {
  const note = customerNote === null ? 'There is no note now.' : `The note is now “${customerNote}”.`;
  return `${note} ${pickupName === null ? 'You pick it up yourself.' : `${pickupName} picks it up.`}`;
}

/** Why staff cannot change who picks up an order. */
export type PickupNameProblem =
  | Common<'not-allowed' | 'not-found'>
  | { kind: 'ended' }
  /** Saved elsewhere since the form was opened; `now` is what the order has, null for the customer. */
  | { kind: 'stale'; now: string | null }
  /** Its ID was checked when the order was made. */
  | { kind: 'walk-in' };

export function pickupNameMessage(problem: PickupNameProblem): string {
  switch (problem.kind) {
    case 'ended':
      return 'This order has ended, so who picks it up can no longer be changed.';
    case 'stale':
      return `Someone else changed who picks it up: now ${problem.now ?? 'the customer'}. Check it, then save again.`;
    case 'walk-in':
      return 'A walk-in is handed over to the person whose ID was checked.';
    default:
      return commonMessage(problem, 'Order');
  }
}
