/** Makes Order Analytics and Product Analytics as one PDF. */
import type { Actor } from '#core/ground/access/actor.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { StoreClock } from '#core/ground/settings/store-clock.server.ts';
import { inWords } from '#core/records/analytics/range.ts';
import { type ReportAsked, readAnalytics } from '#core/records/analytics/report-queries.server.ts';
import { readStockReport } from '#core/records/analytics/stock-queries.server.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { aboutPaper } from './about-paper.server.ts';
import { drawRecords } from './draw-records.server.ts';
import { reportParts } from './report-paper.ts';

/** Its bytes. Refused: people who may not read money figures, and an old sign-in. The audit log records it first. */
export async function exportReportPaper(
  actor: Actor,
  asked: ReportAsked,
  clock: StoreClock,
): Promise<Result<Buffer, { kind: 'not-allowed' | 'confirm-first' }>> {
  const { days } = asked.range;
  const asStaff = recentStaffTransaction(
    actor,
    'analytics.read',
    refuse({ kind: 'not-allowed' as const }),
    refuse({ kind: 'confirm-first' as const }),
  );
  const denied = await asStaff((tx, actor) =>
    recordAudit(tx, actor, {
      action: 'analytics.exported',
      subject: 'store',
      subjectId: 'analytics',
      after: { form: 'pdf', from: days.from.toString(), to: days.to.toString() },
    }),
  );
  if (denied) return denied;
  const report = await readAnalytics(actor, asked);
  const stock = await readStockReport(actor, { days, order: 'soon', clock });
  if (!report || !stock) return refuse({ kind: 'not-allowed' });
  const about = await aboutPaper(
    actor.kind === 'user' ? actor.name : null,
    'Order Analytics',
    inWords(days),
    clock.now,
  );
  return succeed(await drawRecords(about, reportParts({ report, stock, asked, clock })));
}
