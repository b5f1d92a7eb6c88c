/** The days that the books show, as in the URL: a month, a quarter, a sales-tax quarter, any span. */
import type { MonthRange } from '#core/analytics/range.ts';
import type { RangeName } from '#core/analytics/report.ts';

export type SpanName = Extract<RangeName | MonthRange, (typeof spans)[number]['value']>;

/** The first applies when the URL names none: on the 1st, the accountant asks for last month. */
export const spans = [
  { value: 'last-month', label: 'Last month' },
  { value: 'this-month', label: 'This month' },
  { value: 'last-quarter', label: 'Last quarter' },
  { value: 'quarter', label: 'This quarter' },
  { value: 'last-tax-quarter', label: 'Last sales-tax quarter' },
  { value: 'tax-quarter', label: 'This sales-tax quarter' },
  { value: 'custom', label: 'Custom dates' },
] as const;

/** `from` and `to` as typed; they apply only to custom dates. */
export type SpanState = { range: SpanName; from: string; to: string };

/** Ignores unknown values. */
export function readSpan(query: URLSearchParams): SpanState {
  const range = spans.find(({ value }) => value === query.get('range'))?.value ?? 'last-month';
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
