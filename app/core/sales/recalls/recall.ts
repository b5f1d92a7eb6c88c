/**
 * Recalls: lots that must come back, or an exercise of one. Their texts, states, what may be done, and the messages of
 * refusals.
 */
import { formatNumber } from '#kernel/number.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import type { RecallAnswer, RecallStatus } from '#kernel/statuses.ts';
import type { Tone } from '#ui/badge.tsx';
import { unitCount } from './trace.ts';

/** A lot as a recall names it. */
export type RecallLot = {
  id: number;
  productId: number;
  product: string;
  size: string | null;
  batch: string;
};

/** What staff write. */
export type RecallDraft = {
  isExercise: boolean;
  lotIds: readonly number[];
  /** What is wrong, for staff and the regulator. */
  reason: string;
  title: string;
  /** The message: paragraphs, separated by empty lines. */
  words: string;
};

export const LONGEST_REASON = 1000;
export const LONGEST_TITLE = 80;
export const LONGEST_WORDS = 4000;
/** Lots of one recall. */
export const MOST_LOTS = 100;

/** The fields of its form and of its History. */
export const recallLabels: Readonly<Record<string, string>> = {
  kind: 'Kind',
  reason: 'What is wrong',
  title: 'Title',
  words: 'Message',
};

export const recallStatusLabel: Readonly<Record<RecallStatus, string>> = {
  draft: 'Draft',
  active: 'Active',
  ended: 'Ended',
};

export const recallTones: Readonly<Record<RecallStatus, Tone>> = {
  draft: 'plain',
  active: 'red',
  ended: 'green',
};

/** What buyers answer, as their buttons say it. */
export const answerLabel: Readonly<Record<RecallAnswer, string>> = {
  'brings-back': 'I still have it and will bring it back',
  'used-up': 'I used it or threw it away',
};

/** The same for staff. */
export const answerOutcome: Readonly<Record<RecallAnswer, string>> = {
  'brings-back': 'Brings it back',
  'used-up': 'Used or thrown away',
};

/** 'Recall 3', 'Exercise 4'. */
export const recallName = ({ number, isExercise }: { number: number; isExercise: boolean }): string =>
  `${isExercise ? 'Exercise' : 'Recall'} ${number}`;

/** 'Kestrel, 3.5 g, batch BVK-2604'. */
export const lotName = ({ product, size, batch }: Pick<RecallLot, 'product' | 'size' | 'batch'>): string =>
  [product, size, `batch ${batch}`].filter(Boolean).join(', ');

/** Splits typed batch numbers at commas and line breaks; each once, in any case. */
export function batchesIn(text: string): string[] {
  const typed = text
    .split(/[,;\n]/)
    .map((batch) => batch.trim())
    .filter(Boolean);
  return [...new Map(typed.map((batch) => [batch.toLowerCase(), batch])).values()];
}

/** What the batch numbers of one family start with, in small letters: 'bvk-26-' of 'BVK-26-04'; null without parts. */
export function batchFamily(batch: string): string | null {
  return /^.*[\p{L}\p{N}]{2,}[-./_ ]+(?=[^-./_ ]+$)/u.exec(batch.trim().toLowerCase())?.[0] ?? null;
}

/** Names of more lots than fit here are left out of the message. */
const LONGEST_NAMES = 1500;

/** The message that a new recall starts with. */
export function shippedMessage(lots: readonly RecallLot[]): { title: string; words: string } {
  const names = lots.map(lotName).join('; ');
  const one = lots.length > 1 ? 'batches you may have bought' : 'a batch you bought';
  const named = names !== '' && names.length <= LONGEST_NAMES ? names : one;
  return {
    title: 'Please do not use what you bought, and bring it back',
    words: [
      `We are recalling ${named}. Our records show that you bought it. Please do not use it.`,
      'Bring what is left to the farm during pickup hours, in its packaging if you have it. We refund it in cash.',
      'Please tell us below whether you still have it, so that we do not have to call you.',
      'If you feel unwell after using it, call the Poison Center at 1-800-222-1222 or your doctor. In an emergency call 911.',
    ].join('\n\n'),
  };
}

/** The message for other lots than before: the shipped one names them, a message of staff's own stays. */
export function messageFor(
  words: string,
  before: readonly (readonly RecallLot[])[],
  lots: readonly RecallLot[],
): string {
  return before.some((named) => shippedMessage(named).words === words) ? shippedMessage(lots).words : words;
}

/** How long a trace took, '2 min 5 s'. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const minutes = Math.floor(whole / 60);
  return minutes === 0 ? `${whole} s` : `${minutes} min ${whole % 60} s`;
}

export const RECALL_SAVED = 'Draft saved';
export const RECALL_DELETED = 'Draft deleted.';
export const RECALL_STARTED = 'Recall started.';
export const EXERCISE_DONE = 'Exercise finished. Nothing was sent.';
export const RECALL_ENDED = 'Recall ended.';

export type RecallProblem =
  | Common<'not-allowed' | 'not-found' | 'confirm-first' | 'stale'>
  | { kind: 'not-draft' }
  | { kind: 'not-active' }
  | { kind: 'no-lots' }
  | { kind: 'too-many-lots' }
  /** Another active recall covers one of the lots. */
  | { kind: 'in-recall'; name: string }
  | { kind: 'still-sending'; waiting: number }
  | { kind: 'note-missing' }
  | { kind: 'units-invalid' }
  | { kind: 'too-many-units'; left: number };

export function recallMessage(problem: RecallProblem): string {
  switch (problem.kind) {
    case 'not-draft':
      return 'This recall has started, so it can no longer be edited.';
    case 'not-active':
      return 'This recall is not active, so this is not possible.';
    case 'no-lots':
      return 'Choose at least one lot.';
    case 'too-many-lots':
      return `A recall covers at most ${MOST_LOTS} lots. Start another recall for the others.`;
    case 'in-recall':
      return `${problem.name} already covers one of these lots.`;
    case 'still-sending':
      return `${formatNumber(problem.waiting)} messages are still waiting. End the recall when they are sent.`;
    case 'note-missing':
      return 'Enter how the recall ended.';
    case 'units-invalid':
      return 'Enter a whole number of units, 1 or more.';
    case 'too-many-units':
      return problem.left === 0
        ? 'All units of this sale were already returned.'
        : `Only ${unitCount(problem.left)} of this sale can still come back.`;
    default:
      return commonMessage(problem, 'Recall');
  }
}
