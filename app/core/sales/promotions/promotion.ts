/**
 * Promotions, news and offers to people who asked for them: their texts, what may be sent, and the messages of
 * refusals.
 */
import { flaggedWords } from '#core/goods/catalogue/products/flagged-words.ts';
import { formatNumber } from '#kernel/number.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import type { PromotionStatus } from '#kernel/statuses.ts';
import type { Tone } from '#ui/badge.tsx';
import { readsLikeMoneyOff } from './money-off.ts';

/** The content. Days are store-local, yyyy-mm-dd. */
export type PromotionWords = {
  title: string;
  /** Paragraphs, separated by empty lines. */
  words: string;
  /** A page of the shop, '/products/12'; null without a link. */
  path: string | null;
  /** The terms of an offer; an advertised discount needs terms and dates (docs/law.md, Promotions). */
  offer: { terms: string; from: string; until: string } | null;
};

export const LONGEST_TITLE = 80;
export const LONGEST_WORDS = 4000;
export const LONGEST_TERMS = 1000;

/** The fields of its form and of its History. */
export const promotionLabels: Readonly<Record<string, string>> = {
  title: 'Title',
  words: 'Text',
  path: 'Link',
  kind: 'Kind',
  terms: 'Terms',
  from: 'First day',
  until: 'Last day',
};

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

/** Splits the text into paragraphs at empty lines. */
export function paragraphsOf(words: string): string[] {
  return words
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim().replaceAll(/\s*\n\s*/g, ' '))
    .filter(Boolean);
}

/** Warnings to read before sending: flagged words, and money off without terms. */
export function promotionWarnings(
  { title, words, offer }: PromotionWords,
  list: readonly string[],
): string[] {
  const flagged = flaggedWords([title, words, offer?.terms ?? ''].join('\n'), list);
  return [
    ...(flagged.length > 0 ? [`Words the state does not allow in advertising: ${flagged.join(', ')}.`] : []),
    ...(offer === null && readsLikeMoneyOff(`${title}\n${words}`)
      ? ['This looks like a discount. Discounts need terms and dates: make it an offer.']
      : []),
  ];
}

/** The warnings as one text, submitted by the person who has read them. */
export const warningsKey = (warnings: readonly string[]): string => warnings.join('\n');

export const PROMOTION_SAVED = 'Draft saved';
export const PROMOTION_DELETED = 'Draft deleted.';
export const PROMOTION_STOPPED = 'Sending stopped. No one else will get it.';
export const sendingMessage = (many: number): string =>
  `Sending to ${formatNumber(many)} ${many === 1 ? 'person' : 'people'}.`;
export const testMessage = (email: string, leaves: boolean): string =>
  leaves ? `The test goes to ${email} now.` : 'Not sent: no mail server is set. The test is under Sent Mail.';

export type PromotionProblem =
  | Common<'not-allowed' | 'not-found' | 'stale'>
  | { kind: 'not-recent' }
  | { kind: 'not-draft' }
  | { kind: 'not-sending' }
  | { kind: 'dead-link' }
  | { kind: 'over'; until: string }
  | { kind: 'no-recipients' }
  | { kind: 'shop-closed' }
  | { kind: 'too-many'; seconds: number }
  | { kind: 'warned'; warnings: readonly string[] };

export function promotionMessage(problem: PromotionProblem): string {
  switch (problem.kind) {
    case 'not-recent':
      return 'Confirm it’s you, then send it again.';
    case 'not-draft':
      return 'This promotion was sent and can no longer be changed.';
    case 'not-sending':
      return 'This promotion is not being sent.';
    case 'dead-link':
      return 'The link leads to a page that is not in the shop.';
    case 'over':
      return `The offer ended on ${problem.until}.`;
    case 'no-recipients':
      return 'No eligible subscribers: no one turned on promotions, or no subscriber is known to be old enough.';
    case 'shop-closed':
      return 'The shop is not open yet, so the link would not work.';
    case 'too-many':
      return `Too many tests. Try again in ${Math.ceil(problem.seconds / 60)} minutes.`;
    case 'warned':
      return 'Read the warnings before you send it.';
    default:
      return commonMessage(problem, 'Promotion');
  }
}
