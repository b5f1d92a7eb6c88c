/** Exports the slices of a report as rows for a spreadsheet. The audit log records first who exported which days. */
import type { Actor } from '#core/access/actor.ts';
import { staffTransaction } from '#core/access/staff-transaction.server.ts';
import { recordAudit } from '#core/audit/record-audit.server.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { partLabel } from './draw-report.ts';
import { type Breakdown, breakdownLabel } from './report.ts';
import { type ReportAsked, type ReportPart, readReportParts } from './report-queries.server.ts';

export type ReportRow = Record<'from' | 'to' | 'name' | 'orders' | 'units' | 'revenue' | 'share', Cell>;

/** The columns of a breakdown; only statuses have order counts. Money in dollars, before tax. */
export function reportColumns(breakdown: Breakdown): Partial<Record<keyof ReportRow, string>> {
  return {
    from: 'From',
    to: 'To',
    name: breakdownLabel(breakdown),
    ...(breakdown === 'status' ? { orders: 'Orders' } : {}),
    units: 'Units',
    revenue: 'Revenue',
    share: breakdown === 'status' ? 'Share of Orders' : 'Share of Revenue',
  };
}

/** Refused: people who may not read money figures. */
export async function exportReport(
  actor: Actor,
  asked: ReportAsked,
): Promise<Result<ReportRow[], { kind: 'admin-only' }>> {
  const asStaff = staffTransaction(actor, 'analytics.read', refuse({ kind: 'admin-only' }));
  const { breakdown } = asked;
  const { from, to } = asked.range.days;
  const denied = await asStaff((tx, actor) =>
    recordAudit(tx, actor, {
      action: 'analytics.exported',
      subject: 'store',
      subjectId: 'analytics',
      after: { breakdown, from: from.toString(), to: to.toString() },
    }),
  );
  if (denied) return denied;
  const parts = (await readReportParts(actor, asked)) ?? [];
  const measureOf = (part: ReportPart) => part.orders ?? part.revenue;
  const whole = parts.reduce((sum, part) => sum + measureOf(part), 0);
  return succeed(
    parts.map((part) => ({
      from: from.toString(),
      to: to.toString(),
      name: partLabel(part.name, breakdown),
      orders: part.orders,
      units: part.units,
      revenue: (part.revenue / 100).toFixed(2),
      share: whole > 0 ? (measureOf(part) / whole).toFixed(4) : null,
    })),
  );
}
