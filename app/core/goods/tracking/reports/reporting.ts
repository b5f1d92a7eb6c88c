/**
 * Reporting to the state's system: from which day, with which of the state's reasons, and why it does not begin. Pure.
 * Records are entered within 72 hours (docs/law.md, Tracking and lots); what is older is for a person.
 */
import { Temporal } from 'temporal-polyfill';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { type StateReason, stateReasons } from '#kernel/statuses.ts';
import { formatDate, formatDateTime, instantOf, type StoreDate, startOfDay } from '#kernel/time.ts';
import type { StateReasonName } from '../tracking.ts';
import { stateReasonLabel } from './act-words.ts';

/** Reporting begins at most this many days back: about the 72 hours in which records may be late. */
const MOST_DAYS_BACK = 3;

export const firstDayOf = (today: StoreDate): StoreDate => today.subtract({ days: MOST_DAYS_BACK });

/** From when on a shop with this first day reports. @param fromAt null for the whole day */
export function reportsSince(
  fromDay: StoreDate,
  fromAt: Temporal.Instant | null,
  zone: string,
): Temporal.Instant {
  const first = startOfDay(fromDay, zone);
  return fromAt && Temporal.Instant.compare(fromAt, first) > 0 ? fromAt : first;
}

/** 'Nov 29, 2026', or that day with a time. */
export function firstWords(
  { fromDay, fromAt }: { fromDay: string; fromAt: Date | null },
  zone: string,
): string {
  if (fromAt !== null) return formatDateTime(instantOf(fromAt), zone);
  return formatDate(Temporal.PlainDate.from(fromDay));
}

/** The state's reason for each of ours. */
export type ReasonChoice = Partial<Record<StateReason, StateReasonName>>;

export type ReportingProblem =
  | Common<'not-allowed' | 'confirm-first'>
  | { kind: 'not-connected' }
  | { kind: 'already-on'; by: string }
  | { kind: 'not-on' }
  | { kind: 'day-missing' }
  | { kind: 'day-ahead' }
  | { kind: 'day-too-old'; first: StoreDate }
  /** Without one of the state's, or with one that it does not have. */
  | { kind: 'reasons-missing'; reasons: readonly StateReason[] }
  /** The state's system could not be asked. */
  | { kind: 'no-answer'; says: string };

/** The first day to report. @param day null if it cannot be read */
export function checkDay(day: StoreDate | null, today: StoreDate): Result<StoreDate, ReportingProblem> {
  if (day === null) return refuse({ kind: 'day-missing' });
  if (Temporal.PlainDate.compare(day, today) > 0) return refuse({ kind: 'day-ahead' });
  const first = firstDayOf(today);
  return Temporal.PlainDate.compare(day, first) < 0 ? refuse({ kind: 'day-too-old', first }) : succeed(day);
}

/** Each of ours needs one that the state has now. @param chosen the names that a person chose */
export function checkReasons(
  chosen: Partial<Record<StateReason, string>>,
  theirs: readonly StateReasonName[],
): Result<Record<StateReason, StateReasonName>, ReportingProblem> {
  const found = new Map(theirs.map((each) => [each.name, each]));
  const missing = stateReasons.filter((reason) => !found.has(chosen[reason] ?? ''));
  if (missing.length > 0) return refuse({ kind: 'reasons-missing', reasons: missing });
  return succeed(
    Object.fromEntries(stateReasons.map((reason) => [reason, found.get(chosen[reason] ?? '')])) as Record<
      StateReason,
      StateReasonName
    >,
  );
}

/** Words of the state's names that fit each of ours; the first pattern that fits exactly one name is proposed. */
const likeness: Readonly<Record<StateReason, readonly RegExp[]>> = {
  count: [/scale variance/i, /\b(?:count|inventory|audit|variance)\b/i],
  damaged: [/damage/i],
  sample: [/\bsamples?\b/i],
  theft: [/theft|stolen/i, /\bloss\b/i],
  return: [/\breturn/i],
  correction: [/\b(?:correction|error)\b/i],
  'waste-damaged': [/waste.*damage|damage.*waste/i, /damage/i, /\bwaste\b/i],
  'waste-expired': [/expir/i, /spoil/i, /\bwaste\b/i],
  'waste-failed-test': [/fail/i, /\bwaste\b/i],
  'waste-contaminated': [/contaminat|mold/i, /\bwaste\b/i],
  'waste-returned': [/return/i, /\bwaste\b/i],
  'waste-recalled': [/recall/i, /\bwaste\b/i],
  'waste-other': [/^waste$/i, /\bwaste\b/i, /dispos|destr/i],
};

/** Where the words are clear. A person sees and confirms each, and chooses the others. */
export function proposeReasons(theirs: readonly StateReasonName[]): Partial<Record<StateReason, string>> {
  return Object.fromEntries(
    stateReasons.flatMap((reason) => {
      for (const pattern of likeness[reason]) {
        const fits = theirs.filter(({ name }) => pattern.test(name));
        if (fits.length === 1) return [[reason, fits[0]?.name]];
        // Two fit as well: a person decides.
        if (fits.length > 1) return [];
      }
      return [];
    }),
  );
}

/** @param name of the state's system: 'Metrc' */
export function reportingMessage(problem: ReportingProblem, name = 'Metrc'): string {
  switch (problem.kind) {
    case 'not-connected':
      return 'The shop is not connected to the state’s system. Connect it first.';
    case 'already-on':
      return `The shop reports already: ${problem.by} turned it on.`;
    case 'not-on':
      return 'The shop does not report now.';
    case 'day-missing':
      return 'Choose from when to report.';
    case 'day-ahead':
      return 'Choose today or an earlier day.';
    case 'day-too-old':
      return `Choose ${formatDate(problem.first)} or a later day. What happened before is entered in ${name} by a person: records are due within 72 hours.`;
    case 'reasons-missing':
      return `Choose ${name}’s reason for: ${problem.reasons.map((reason) => stateReasonLabel[reason]).join('; ')}.`;
    case 'no-answer':
      return problem.says;
    default:
      return commonMessage(problem);
  }
}
