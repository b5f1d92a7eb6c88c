/** Makes Order Analytics and Product Analytics as one PDF. */
import type { Actor } from '#core/ground/access/actor.ts';
import type { StoreClock } from '#core/ground/settings/store-clock.server.ts';
import { recordExport } from '#core/records/analytics/export-report.server.ts';
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
  const denied = await recordExport(actor, days, { form: 'pdf' });
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
