/** What a product cost, from when until when: the spans of its history, from the changes that the database notes. Pure. */
import { Temporal } from 'temporal-polyfill';

/** A list price in cents with its discount: cents off a unit on days from the first to the last, yyyy-mm-dd. */
export type PriceTerms = {
  price: number;
  discount: number | null;
  discountFrom: string | null;
  discountUntil: string | null;
};

/** `by` is null where the log does not say who: the shop itself, or a row from before. */
export type PriceChange = { at: Date; before: PriceTerms; after: PriceTerms; by: string | null };

/** `from` is null for what was so when the history began, `until` for what is so now. */
export type PriceSpan = PriceTerms & {
  from: Temporal.Instant | null;
  until: Temporal.Instant | null;
  by: string | null;
};

/**
 * The newest span first. A change of nothing that counts makes no span.
 * @param changes oldest first
 */
export function priceSpans(now: PriceTerms, changes: readonly PriceChange[]): PriceSpan[] {
  const spans: PriceSpan[] = [];
  let current: Omit<PriceSpan, 'until'> = { ...(changes[0]?.before ?? now), from: null, by: null };
  for (const { at, after, by } of changes) {
    if (sameTerms(current, after)) continue;
    const moment = Temporal.Instant.fromEpochMilliseconds(at.getTime());
    spans.push({ ...current, until: moment });
    current = { ...after, from: moment, by };
  }
  return [...spans, { ...current, until: null }].toReversed();
}

function sameTerms(one: PriceTerms, other: PriceTerms): boolean {
  const dayless = ({ price, discount }: PriceTerms) => `${price} ${discount ?? ''}`;
  if (dayless(one) !== dayless(other)) return false;
  return (
    one.discount === null ||
    (one.discountFrom === other.discountFrom && one.discountUntil === other.discountUntil)
  );
}
