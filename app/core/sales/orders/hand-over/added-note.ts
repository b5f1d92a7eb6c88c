/** Decides how a note from the counter joins what staff wrote on an order before. */
import { commonMessage } from '#kernel/problem.ts';
import { LONGEST_NOTE } from '../order-edit.ts';

/** Characters of one addition. */
export const LONGEST_ADDED = 300;

export type AddedNoteProblem =
  | { kind: 'not-found' }
  | { kind: 'empty' }
  | { kind: 'too-long' }
  | { kind: 'full' };

/** '5:02 PM, Kim Reyes: left side door' below what is there; the same line twice is one. null without room. */
export function withNote(note: string, added: { text: string; by: string; time: string }): string | null {
  const line = `${added.time}, ${added.by}: ${added.text}`;
  if (note.split('\n').at(-1) === line) return note;
  const whole = note === '' ? line : `${note}\n${line}`;
  return whole.length > LONGEST_NOTE ? null : whole;
}

export function addedNoteMessage(problem: AddedNoteProblem): string {
  switch (problem.kind) {
    case 'empty':
      return 'Enter the note.';
    case 'too-long':
      return `A note from the counter has at most ${LONGEST_ADDED} characters.`;
    case 'full':
      return 'The note of this order is full. Shorten it in the back office, then add yours.';
    default:
      return commonMessage(problem, 'Order');
  }
}
