/** The days that the books show, as in the URL: a month, a quarter, a sales-tax quarter, any span. */
import type { MonthRange } from '#core/records/analytics/range.ts';
import type { RangeName } from '#core/records/analytics/report.ts';

export type SpanName = Extract<RangeName | MonthRange, (typeof binderSpans)[number]['value']>;

/** The first applies when the URL names none: on the 1st, the accountant asks for last month. */
export const spans = [
  { value: 'last-month', label: 'Last month' },
  { value: 'this-month', label: 'This month' },
  { value: 'last-quarter', label: 'Previous quarter' },
  { value: 'quarter', label: 'This quarter' },
  { value: 'last-tax-quarter', label: 'Last sales-tax quarter' },
  { value: 'tax-quarter', label: 'This sales-tax quarter' },
  { value: 'custom', label: 'Custom dates' },
] as const;

/** Of the inspector's binder. The books have no weeks: they close by month. */
export const binderSpans = [{ value: 'last-week', label: 'Last week' }, ...spans] as const;

/** `from` and `to` as typed; they apply only to custom dates. */
export type SpanState = { range: SpanName; from: string; to: string };

/** Ignores unknown values. @param known the spans of the page */
export function readSpan(query: URLSearchParams, known: readonly { value: SpanName }[] = spans): SpanState {
  const range = known.find(({ value }) => value === query.get('range'))?.value ?? 'last-month';
  const day = (name: string) => (range === 'custom' ? (query.get(name) ?? '').trim().slice(0, 20) : '');
  return { range, from: day('from'), to: day('to') };
}

/** The query string of these days, without '?'. A closed month always has the same address. */
export function spanQuery(days: { from: { toString(): string }; to: { toString(): string } }): string {
  return new URLSearchParams({
    range: 'custom',
    from: days.from.toString(),
    to: days.to.toString(),
  }).toString();
}
