/** Why the state does not let a lot's package be sold, in words. Pure. */
import { type StateHoldReason, stateHoldReasons } from '#kernel/statuses.ts';

/** What the state's system says of a package. */
export type StateMarks = {
  isOnRecall: boolean;
  isOnHold: boolean;
  isInvestigated: boolean;
  hasPassed: boolean;
};

const applies: Readonly<Record<StateHoldReason, (marks: StateMarks) => boolean>> = {
  'on-recall': ({ isOnRecall }) => isOnRecall,
  'on-hold': ({ isOnHold }) => isOnHold,
  investigated: ({ isInvestigated }) => isInvestigated,
  'not-passed': ({ hasPassed }) => !hasPassed,
};

/** The most serious first; none if it may be sold. */
export const holdReasonsOf = (marks: StateMarks): StateHoldReason[] =>
  stateHoldReasons.filter((reason) => applies[reason](marks));

const reasonWords: Readonly<Record<StateHoldReason, string>> = {
  'on-recall': 'on recall',
  'on-hold': 'on hold',
  investigated: 'under investigation',
  'not-passed': 'test not passed',
};

/** 'on recall, test not passed' */
export const holdReasonWords = (reasons: readonly StateHoldReason[]): string =>
  reasons.map((reason) => reasonWords[reason]).join(', ');
