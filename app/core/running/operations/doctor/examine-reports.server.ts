/** Examines reports to the state's system. */
import {
  readReportFigures,
  readReporting,
} from '#core/goods/tracking/reports/report-figures-queries.server.ts';
import type { Finding } from './finding.ts';
import { judgeReports } from './report-rules.ts';

/** Nothing about a shop that never reported. */
export async function examineReports(now = new Date()): Promise<Finding[]> {
  const reporting = await readReporting();
  if (reporting === null) return [];
  const { isOn, silentSince } = reporting;
  const silentSeconds = silentSince && Math.max(0, (now.getTime() - silentSince.getTime()) / 1000);
  return [judgeReports({ ...(await readReportFigures()), isOn, silentSeconds })];
}
