/** The query of Product Analytics, as in the URL: a range of days and an order of rows. Browsers load this file too. */
import { type ReportState, readReport, reportQuery } from './report.ts';

/** Rows on the page; the file has all. */
export const PRODUCTS_SHOWN = 40;

/** The first is the order without a choice. */
export const stockOrders = [
  { value: 'soon', label: 'Out the soonest' },
  { value: 'slow', label: 'Slowest first' },
  { value: 'sold', label: 'Most sold' },
] as const;
export type StockOrder = (typeof stockOrders)[number]['value'];

export type StockState = ReportState & { order: StockOrder };

/** Ignores unknown values. */
export function readStock(query: URLSearchParams): StockState {
  const order = stockOrders.find(({ value }) => value === query.get('order'))?.value ?? 'soon';
  return { ...readReport(query), breakdown: 'product-type', order };
}

/** The query string, without '?'. */
export function stockQuery(state: StockState): string {
  const query = new URLSearchParams(reportQuery(state));
  if (state.order !== 'soon') query.set('order', state.order);
  return query.toString();
}
