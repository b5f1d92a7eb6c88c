/** Promotions: news and offers to those who asked for them. What is one, what may be sent, and in which words it is refused. */
import { flaggedWords } from '#features/catalogue/flagged-words.ts';
import { assertNever } from '#kernel/result.ts';
import type { PromotionStatus } from '#kernel/statuses.ts';
import type { Tone } from '#ui/badge.tsx';
import { readsLikeMoneyOff } from './money-off.ts';

/** What is told. Days are store-local, yyyy-mm-dd. */
export type PromotionWords = {
  title: string;
  /** Paragraphs, with an empty line between them. */
  words: string;
  /** A page of the shop, '/products/12'; null where it leads nowhere. */
  path: string | null;
  /** Of an offer; an advertised discount needs terms and dates (docs/law.md, Promotions). */
  offer: { terms: string; from: string; until: string } | null;
};

export const LONGEST_TITLE = 80;
export const LONGEST_WORDS = 4000;
export const LONGEST_TERMS = 1000;

export const promotionStatusLabel: Readonly<Record<PromotionStatus, string>> = {
  draft: 'Draft',
  sending: 'Sending',
  sent: 'Sent',
  stopped: 'Stopped',
};

export const promotionTones: Readonly<Record<PromotionStatus, Tone>> = {
  draft: 'plain',
  sending: 'yellow',
  sent: 'green',
  stopped: 'red',
};

/** The words as paragraphs: what stands between empty lines. */
export function paragraphsOf(words: string): string[] {
  return words
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim().replaceAll(/\s*\n\s*/g, ' '))
    .filter(Boolean);
}

/** What somebody should have read before this goes out: listed words, and money off without terms. */
export function promotionWarnings(
  { title, words, offer }: PromotionWords,
  list: readonly string[],
): string[] {
  const flagged = flaggedWords([title, words, offer?.terms ?? ''].join('\n'), list);
  return [
    ...(flagged.length > 0 ? [`Words that the state keeps out of advertising: ${flagged.join(', ')}.`] : []),
    ...(offer === null && readsLikeMoneyOff(`${title}\n${words}`)
      ? [
          'This reads like a discount. Discounts may be advertised only with terms and dates: make it an offer.',
        ]
      : []),
  ];
}

/** The warnings as one text, to be sent along by who has read them. */
export const warningsKey = (warnings: readonly string[]): string => warnings.join('\n');

export const PROMOTION_SAVED = 'Draft saved';
export const PROMOTION_DELETED = 'The draft is deleted.';
export const PROMOTION_STOPPED = 'Stopped. Who was not told yet is not told any more.';
export const sendingMessage = (many: number): string =>
  `On its way to ${many.toLocaleString('en-US')} ${many === 1 ? 'person' : 'people'}.`;
export const testMessage = (email: string): string => `A test is on its way to ${email}.`;

export type PromotionProblem =
  | { kind: 'not-allowed' }
  | { kind: 'not-found' }
  | { kind: 'not-recent' }
  | { kind: 'not-draft' }
  | { kind: 'stale' }
  | { kind: 'not-sending' }
  | { kind: 'dead-link' }
  | { kind: 'over'; until: string }
  | { kind: 'nobody' }
  | { kind: 'shop-closed' }
  | { kind: 'too-many'; seconds: number }
  | { kind: 'warned'; warnings: readonly string[] };

export function promotionMessage(problem: PromotionProblem): string {
  switch (problem.kind) {
    case 'not-allowed':
      return 'Admin access only';
    case 'not-found':
      return 'There is no such promotion.';
    case 'not-recent':
      return 'Please confirm that it is you, then send it again.';
    case 'not-draft':
      return 'This promotion has been sent off and cannot be changed any more.';
    case 'stale':
      return 'Somebody saved this draft while you had it open. Look at it as it is now before you send it.';
    case 'not-sending':
      return 'This promotion is not being sent.';
    case 'dead-link':
      return 'It leads to a page that the shop does not show.';
    case 'over':
      return `The offer ended on ${problem.until}.`;
    case 'nobody':
      return 'Nobody wants promotions by any channel, or nobody who does is known to be old enough.';
    case 'shop-closed':
      return 'The shop is not open yet: whoever follows the link would find nothing.';
    case 'too-many':
      return `That were many tests. Try again in ${Math.ceil(problem.seconds / 60)} minutes.`;
    case 'warned':
      return 'Please read the warnings before you send it.';
    default:
      return assertNever(problem);
  }
}
