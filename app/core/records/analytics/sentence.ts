/** The sentence above a report. */
import { partLabel } from './draw-report.ts';
import type { ReportRange } from './range.ts';
import type { Report } from './report-queries.server.ts';
import { type SoldOf, whatChanged } from './what-changed.ts';

/** Categories explain the change, whatever the report is broken down by. */
export function changeOfReport(report: Report, { comparedWith }: ReportRange): string {
  const named = (parts: readonly SoldOf[]) =>
    parts.map(({ name, revenue }) => ({ name: partLabel(name, 'category'), revenue }));
  return whatChanged({
    now: report.figures.revenue,
    before: report.compared.revenue,
    comparedWith,
    parts: named(report.categories),
    partsBefore: named(report.comparedCategories),
  });
}
