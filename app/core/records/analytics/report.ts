/**
 * The query of Order Analytics, as in the URL: a range of days and a breakdown of the figures (specification sections 2
 * and 9). Browsers load this file too, so it does not compute days; `range.ts` does.
 */

/** The first one with `isDefault` applies when the URL names none. */
export const ranges = [
  { value: 'today', label: 'Today' },
  { value: '30-days', label: 'Last 30 Days' },
  { value: '90-days', label: 'Last 90 Days' },
  { value: 'last-month', label: 'Last Month' },
  { value: 'month-before', label: 'Month Before Last' },
  { value: 'quarter', label: 'Last Quarter' },
  { value: 'tax-quarter', label: 'Tax Quarter' },
  { value: 'last-tax-quarter', label: 'Tax Quarter Before' },
  { value: 'year-over-year', label: 'Year Over Year' },
  { value: 'custom', label: 'Custom Dates' },
] as const;
export type RangeName = (typeof ranges)[number]['value'];

export const breakdowns = [
  { value: 'product-type', label: 'Product Type' },
  { value: 'category', label: 'Category' },
  { value: 'status', label: 'Status' },
] as const;
export type Breakdown = (typeof breakdowns)[number]['value'];

const DEFAULT_RANGE: RangeName = '30-days';
const DEFAULT_BREAKDOWN: Breakdown = 'product-type';

/** `from` and `to` as typed; they apply only to custom dates. */
export type ReportState = { range: RangeName; breakdown: Breakdown; from: string; to: string };

/** Ignores unknown values. */
export function readReport(query: URLSearchParams): ReportState {
  const range = ranges.find(({ value }) => value === query.get('range'))?.value ?? DEFAULT_RANGE;
  const day = (name: string) => (range === 'custom' ? (query.get(name) ?? '').trim().slice(0, 20) : '');
  return {
    range,
    breakdown: breakdowns.find(({ value }) => value === query.get('breakdown'))?.value ?? DEFAULT_BREAKDOWN,
    from: day('from'),
    to: day('to'),
  };
}

/** The query string of a report, without '?'; empty for the plain page. */
export function reportQuery({ range, breakdown, from, to }: ReportState): string {
  const query = new URLSearchParams();
  if (range !== DEFAULT_RANGE) query.set('range', range);
  if (range === 'custom') {
    if (from) query.set('from', from);
    if (to) query.set('to', to);
  }
  if (breakdown !== DEFAULT_BREAKDOWN) query.set('breakdown', breakdown);
  return query.toString();
}

export function breakdownLabel(breakdown: Breakdown): string {
  return breakdowns.find(({ value }) => value === breakdown)?.label ?? '';
}

export const MARGIN_WORDS =
  'Revenue after discounts, less wholesale prices at the time of the sale. Lines without a wholesale price are left out.';
