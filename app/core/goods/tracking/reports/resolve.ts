/** Why a decision about a refused report is not taken, in words. Pure. */
import { type Common, commonMessage } from '#kernel/problem.ts';
import type { StateActStatus } from '#kernel/statuses.ts';
import { actStatusLabel } from './act-words.ts';

export type ResolveProblem =
  | Common<'not-allowed' | 'not-found'>
  /** Someone or something else was first. `by` is null unless a person ended it. */
  | { kind: 'not-refused'; status: StateActStatus; by: string | null }
  | { kind: 'reason-missing' }
  | { kind: 'none-chosen' };

/** Characters of a reason, and of the state's receipt number. */
export const MOST_REASON = 500;
export const MOST_RECEIPT = 40;

/** 'Entered by hand, receipt 0000123456. Metrc was down.' */
export function enteredNote(receipt: string, note: string): string {
  const number = receipt.trim();
  return [`Entered by hand${number === '' ? '' : `, receipt ${number}`}.`, note.trim()]
    .filter(Boolean)
    .join(' ');
}

export function resolveMessage(problem: ResolveProblem): string {
  switch (problem.kind) {
    case 'not-refused': {
      const { status, by } = problem;
      return by === null
        ? `This report is no longer refused. It is now: ${actStatusLabel[status].toLowerCase()}.`
        : `${by} decided about this report already.`;
    }
    case 'reason-missing':
      return 'Enter why it is not reported.';
    case 'none-chosen':
      return 'No report is refused for this reason now.';
    default:
      return commonMessage(problem, 'Report');
  }
}
