/** What the shop itself refuses to report, and how an adjustment is found at the state's. Pure. */
import type { StateReason } from '#kernel/statuses.ts';
import { stateReasonLabel } from './act-words.ts';

/** How an act's adjustment is found again at the state's: part of its note. */
export const markOf = (actId: number): string => `Farmgate ${actId}`;

/** Why the shop does not send an act, before it asks. */
export type OwnRefusal =
  | { kind: 'no-tag' }
  /** It, or its sale, was for another license or system. */
  | { kind: 'other-place' }
  | { kind: 'no-reason'; reason: StateReason }
  | { kind: 'sale-skipped' }
  | { kind: 'before-first-day' }
  /** Each try ended without an answer, and the state's system does not have it. */
  | { kind: 'no-answer'; tries: number }
  /** It may have been taken, and the state's system does not let the shop look. */
  | { kind: 'not-seen' };

export function ownRefusalMessage(refusal: OwnRefusal): string {
  switch (refusal.kind) {
    case 'other-place':
      return 'It is of another license, for which the shop reported before. Enter it there by hand, and mark it here.';
    case 'no-tag':
      return 'A lot of it has no package tag. Enter the tag at the lot, then retry.';
    case 'no-reason':
      return `Choose the state’s reason for ‘${stateReasonLabel[refusal.reason]}’ in Settings, then retry.`;
    case 'sale-skipped':
      return 'Its sale was not reported by the shop. If it was entered by hand, enter this by hand too and mark it.';
    case 'before-first-day':
      return 'It happened before the first day that the shop reports.';
    case 'no-answer':
      return `${refusal.tries} tries ended without an answer, and it is not on record there. Enter it by hand and mark it, or retry.`;
    case 'not-seen':
      return 'An answer was lost, and whether it is on record could not be read. Look there: mark it if it is, or retry.';
  }
}
