/** What doctor and Operations page say about reports to the state's system. */
import { type Finding, ok, problem, span, waitWords, warning } from './finding.ts';

/** What the line is about. */
export const REPORTS = 'Reports to the state';
const HOUR = 3600;
/** Records are due within 72 hours (docs/law.md): a day before that it is a problem. */
const SECONDS = { warning: HOUR, problem: 48 * HOUR };

export type ReportFacts = {
  isOn: boolean;
  /** Since the state's system last answered, while it does not; null while it does. */
  silentSeconds: number | null;
  waiting: number;
  oldestSeconds: number | null;
  tasks: number;
  oldestTaskSeconds: number | null;
};

/** The most urgent first; what waits is none of a shop that only watches. */
export function judgeReports(facts: ReportFacts): Finding {
  const { isOn, silentSeconds, waiting, oldestSeconds, tasks, oldestTaskSeconds } = facts;
  const oldest = isOn ? (oldestSeconds ?? 0) : 0;
  const late = Math.max(oldest, oldestTaskSeconds ?? 0) > SECONDS.problem;
  const judge = late ? problem : warning;
  if (isOn && silentSeconds !== null && silentSeconds > SECONDS.warning)
    return judge(
      REPORTS,
      `The state’s system has not answered for ${span(silentSeconds)}; ${waitWords(waiting, oldest)}. Sales go on, and what waits is sent when it answers.`,
    );
  if (tasks > 0)
    return judge(
      REPORTS,
      `${tasks === 1 ? '1 was refused and needs' : `${tasks} were refused and need`} a decision under State Tracking, the oldest for ${span(oldestTaskSeconds ?? 0)}.`,
    );
  if (oldest > SECONDS.warning)
    return judge(REPORTS, `${waitWords(waiting, oldest)}; see State Tracking, and the jobs.`);
  if (!isOn) return ok(REPORTS, 'The shop only watches, and reports nothing.');
  return ok(REPORTS, waiting === 0 ? 'Nothing is waiting.' : `Waiting: ${waiting}, none for long.`);
}
