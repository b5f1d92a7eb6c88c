/** Loads how the shop reports to the state's system, for its settings and the page that starts it. */
import { modeWords, stateReasonLabel } from '#core/goods/tracking/reports/act-words.ts';
import { readReporting } from '#core/goods/tracking/reports/report-figures-queries.server.ts';
import {
  firstDayOf,
  firstWords,
  proposeReasons,
  reportingMessage,
} from '#core/goods/tracking/reports/reporting.ts';
import { readStateReasons } from '#core/goods/tracking/reports/start-reporting.server.ts';
import { type Actor, may, type SignedIn } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { stateReasons } from '#kernel/statuses.ts';
import { formatDate, formatDateTime, instantOf, type StoreDate } from '#kernel/time.ts';
import { confirmAtFor } from '#office/settings/settings-page.server.ts';
import { FROM_NOW } from './answer-reporting.server.ts';
import { readMatch } from './tracking-match-queries.server.ts';

/** For the page of the connection. Null for actors who may not see settings. */
export async function readReportingSection(actor: Actor, isConnected: boolean) {
  if (!may(actor, 'settings.manage')) return null;
  const [reporting, { zone }] = await Promise.all([readReporting(), storeClock()]);
  const isOn = reporting?.isOn === true;
  return {
    ...{ isOn, isConnected, mode: modeWords(isOn) },
    first: reporting && firstWords(reporting, zone),
    by: reporting?.changedByName ?? '',
    at: reporting?.changedAt ? formatDateTime(instantOf(reporting.changedAt), zone) : '',
    reasons: isOn
      ? stateReasons.map((reason) => ({
          ...{ reason, ours: stateReasonLabel[reason] },
          theirs: reporting.reasons[reason]?.name ?? '',
        }))
      : [],
  };
}

export type ReportingSectionData = NonNullable<Awaited<ReturnType<typeof readReportingSection>>>;

/** The state's system is asked for its reasons; `trouble` says why it gave none. */
export async function readReportingPage(actor: SignedIn, request: Request) {
  const [theirs, reporting, { today }, confirmAt, match] = await Promise.all([
    readStateReasons(),
    readReporting(),
    storeClock(),
    confirmAtFor(actor, request),
    readMatch(actor),
  ]);
  const names = theirs.ok ? theirs.value : [];
  const proposed = proposeReasons(names);
  const isOn = reporting?.isOn === true;
  return {
    ...{ isOn, confirmAt, days: daysFrom(today) },
    unmatched: match?.counts
      ? { lots: match.counts.lots - match.counts.matched, of: match.counts.lots }
      : null,
    trouble: theirs.ok ? null : reportingMessage(theirs.problem),
    names: names.map(({ name, requiresNote }) => ({ name, requiresNote })),
    reasons: stateReasons.map((reason) => {
      const stored = reporting?.reasons[reason]?.name ?? '';
      const isStill = names.some(({ name }) => name === stored);
      return {
        ...{ reason, label: stateReasonLabel[reason] },
        chosen: isStill ? stored : (proposed[reason] ?? ''),
        isOpen: !isStill && proposed[reason] === undefined,
      };
    }),
  };
}

/** From when a shop can report, the latest first. */
function daysFrom(today: StoreDate): { value: string; label: string }[] {
  const first = firstDayOf(today);
  const days = Array.from({ length: first.until(today).days + 1 }, (_, back) =>
    today.subtract({ days: back }),
  );
  return [
    { value: FROM_NOW, label: 'From now on' },
    ...days.map((day, back) => ({
      value: day.toString(),
      label: back === 0 ? `All of today, ${formatDate(day)}` : `From ${formatDate(day)} on`,
    })),
  ];
}

export type ReportingPage = Awaited<ReturnType<typeof readReportingPage>>;
