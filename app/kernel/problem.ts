/** The refusals that any command may give, with one wording each. A command adds those of its own. Pure. */
import { assertNever } from './result.ts';

type CommonKind = 'not-allowed' | 'confirm-first' | 'not-found' | 'stale' | 'busy';

/** Some of them: `Common<'not-allowed' | 'not-found'>`. */
export type Common<K extends CommonKind = CommonKind> = { readonly [Kind in K]: { kind: Kind } }[K];

/** The message of a command that an old session may not run. */
export const CONFIRM_FIRST = 'It has been a while since you signed in. Please confirm it’s you.';

/** @param noun what was not found: 'Order' gives 'Order not found.' */
export function commonMessage(problem: Common, noun?: string): string {
  switch (problem.kind) {
    case 'not-allowed':
      return 'Your account cannot do this. Ask an admin.';
    case 'confirm-first':
      return CONFIRM_FIRST;
    case 'not-found':
      return noun === undefined ? 'Not found.' : `${noun} not found.`;
    case 'stale':
      return 'Someone else saved changes. Review them first.';
    case 'busy':
      return 'Many people are here right now. Please try again in a few seconds.';
    default:
      return assertNever(problem);
  }
}
