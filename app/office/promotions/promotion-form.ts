/** Defines the form of a promotion. */
import { z } from 'zod';
import {
  LONGEST_TERMS,
  LONGEST_TITLE,
  LONGEST_WORDS,
  type PromotionWords,
  paragraphsOf,
} from '#core/sales/promotions/promotion.ts';
import { isProductPath, isShopPage } from '#core/sales/promotions/promotion-link.ts';
import { parseDate } from '#kernel/time.ts';
import { typed, typedLine } from '#platform/requests/typed-text.ts';

const day = z
  .string()
  .refine((text) => text === '' || parseDate(text) !== null, 'Enter a date.')
  .default('');

/** News has no terms or dates; values entered there are ignored. */
export const promotionForm = z
  .object({
    title: typedLine(LONGEST_TITLE, 'title').min(1, 'Enter a title.'),
    words: typed(LONGEST_WORDS, 'text').refine((text) => paragraphsOf(text).length > 0, 'Enter the text.'),
    path: typedLine(300, 'link').default(''),
    kind: z.enum(['news', 'offer'], { error: 'Choose a kind.' }),
    terms: typed(LONGEST_TERMS, 'terms').default(''),
    from: day,
    until: day,
  })
  .superRefine(({ path, kind, terms, from, until }, context) => {
    const wrong = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (path !== '' && !isShopPage(path) && !isProductPath(path))
      wrong('path', 'Enter a page of the shop, such as /products or /products/12.');
    if (kind !== 'offer') return;
    if (terms === '') wrong('terms', 'An offer needs its terms.');
    if (from === '') wrong('from', 'An offer needs its first day.');
    if (until === '') wrong('until', 'An offer needs its last day.');
    if (from !== '' && until !== '' && until < from) wrong('until', 'The last day is before the first.');
  })
  .transform(
    ({ title, words, path, kind, terms, from, until }): PromotionWords => ({
      title,
      words,
      path: path || null,
      offer: kind === 'offer' ? { terms, from, until } : null,
    }),
  );

/** The fields of the form as they are stored. */
export function promotionValues({ title, words, path, offer }: PromotionWords): Record<string, string> {
  return {
    title,
    words,
    path: path ?? '',
    kind: offer ? 'offer' : 'news',
    terms: offer?.terms ?? '',
    from: offer?.from ?? '',
    until: offer?.until ?? '',
  };
}
