/** Exports Order Analytics as rows for a spreadsheet. The audit log records first who exported which days. */
import type { Actor } from '#core/ground/access/actor.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { dollars } from '#platform/csv/export-cells.ts';
import { partLabel } from './draw-report.ts';
import { marginOf } from './figures.ts';
import type { DayRange } from './range.ts';
import { type Breakdown, breakdownLabel } from './report.ts';
import { type ReportAsked, type ReportPart, readReportParts } from './report-queries.server.ts';
import { readStockLines, type StockAsked } from './stock-queries.server.ts';

export type ReportRow = Record<
  | ('from' | 'to' | 'name' | 'orders' | 'units' | 'discounts' | 'refunds' | 'revenue' | 'tax' | 'share')
  | ('cost' | 'margin' | 'known'),
  Cell
>;

/**
 * The columns of a breakdown. Money in dollars: Discounts are what was off the list prices, Revenue is before tax and
 * without the refunds beside it, Tax is without the tax of refunds. An order may have several types and categories, so
 * only statuses and the total count orders. Cost and Margin are of the lines whose wholesale price is known, and empty
 * where none is; Known is the part of the revenue that those lines have.
 */
export function reportColumns(breakdown: Breakdown): Record<keyof ReportRow, string> {
  return {
    from: 'From',
    to: 'To',
    name: breakdownLabel(breakdown),
    orders: 'Orders',
    units: 'Units',
    discounts: 'Discounts',
    refunds: 'Refunds',
    revenue: 'Revenue',
    tax: 'Tax',
    share: breakdown === 'status' ? 'Share of Orders' : 'Share of Revenue',
    cost: 'Wholesale Cost',
    margin: 'Margin',
    known: 'Cost Known For',
  };
}

/** Refused: people who may not read money figures, and an old sign-in. */
export async function exportReport(
  actor: Actor,
  asked: ReportAsked,
): Promise<Result<ReportRow[], ExportProblem>> {
  const { breakdown } = asked;
  const { days } = asked.range;
  const denied = await recordExport(actor, days, breakdown);
  if (denied) return denied;
  const report = await readReportParts(actor, asked);
  if (!report) return refuse({ kind: 'not-allowed' });
  return succeed(reportRows(report, breakdown, { from: days.from.toString(), to: days.to.toString() }));
}

export type StockRow = Record<
  'product' | 'name' | 'units' | 'there' | 'sellThrough' | 'available' | 'daysLeft' | 'revenue',
  Cell
>;

/** Sell-Through from 0 to 1, Days Left at the pace of the range; empty where there is none. Revenue in dollars. */
export const stockColumns: Record<keyof StockRow, string> = {
  product: 'Product #',
  name: 'Product',
  units: 'Units Sold',
  there: 'Units That Were There',
  sellThrough: 'Sell-Through',
  available: 'Available Now',
  daysLeft: 'Days Left',
  revenue: 'Revenue',
};

/** All products of Product Analytics. Refused: as above. */
export async function exportStockReport(
  actor: Actor,
  asked: StockAsked,
): Promise<Result<StockRow[], ExportProblem>> {
  const denied = await recordExport(actor, asked.days, 'products');
  if (denied) return denied;
  const lines = await readStockLines(actor, asked);
  if (!lines) return refuse({ kind: 'not-allowed' });
  return succeed(
    lines.map(({ id, name, units, there, sellThrough, available, daysLeft, revenue }) => ({
      ...{ product: id, name, units, there, available, revenue: dollars(revenue) },
      sellThrough: sellThrough === null ? null : sellThrough.toFixed(4),
      daysLeft: daysLeft === null ? null : daysLeft.toFixed(1),
    })),
  );
}

type ExportProblem = { kind: 'not-allowed' | 'confirm-first' };

/** The refusal; undefined once it is recorded. */
function recordExport(actor: Actor, { from, to }: DayRange, breakdown: Breakdown | 'products') {
  const asStaff = recentStaffTransaction(
    actor,
    'analytics.read',
    refuse({ kind: 'not-allowed' as const }),
    refuse({ kind: 'confirm-first' as const }),
  );
  return asStaff((tx, actor) =>
    recordAudit(tx, actor, {
      action: 'analytics.exported',
      subject: 'store',
      subjectId: 'analytics',
      after: { breakdown, from: from.toString(), to: to.toString() },
    }),
  );
}

/** Parts with their shares of the whole, from 0 to 1 with four places, and the total. `days` are store days. */
export function reportRows(
  report: { parts: readonly ReportPart[]; figures: Omit<ReportPart, 'name'> },
  breakdown: Breakdown,
  days: { from: string; to: string },
): ReportRow[] {
  const measureOf = (part: ReportPart) => part.orders ?? part.revenue;
  const whole = report.parts.reduce((sum, part) => sum + measureOf(part), 0);
  const rowOf = (part: ReportPart, name: string, share: Cell): ReportRow => {
    const { cost, margin, known } = marginOf(part);
    return {
      ...days,
      name,
      orders: part.orders,
      units: part.units,
      discounts: dollars(part.discount),
      refunds: dollars(part.refunded),
      revenue: dollars(part.revenue),
      tax: dollars(part.tax),
      share,
      cost: cost === null ? null : dollars(cost),
      margin: margin === null ? null : dollars(margin),
      known: known === null ? null : known.toFixed(4),
    };
  };
  return [
    ...report.parts.map((part) =>
      rowOf(part, partLabel(part.name, breakdown), whole > 0 ? (measureOf(part) / whole).toFixed(4) : null),
    ),
    rowOf({ ...report.figures, name: '' }, breakdown === 'status' ? TOTAL_OF_SALES : TOTAL, null),
  ];
}

/** The last row, equal to the cards of the page. */
const TOTAL = 'Total';
/** Canceled and missed orders are rows of their own, but not sales. */
const TOTAL_OF_SALES = 'Total of sales';
