/** What the shop reports to the state's system, in words: what it is, what became of it, and where it is. Pure. */
import { wasteReasonLabel } from '#core/goods/stock/waste/waste.ts';
import { formatNumber } from '#kernel/number.ts';
import type { StateActKind, StateActStatus, StateReason, WasteReason } from '#kernel/statuses.ts';
import type { Tone } from '#ui/badge.tsx';

export const actKindLabel: Readonly<Record<StateActKind, string>> = {
  sale: 'Sale',
  'sale-changed': 'Sale changed',
  'sale-voided': 'Sale voided',
  adjustment: 'Adjustment',
  'package-empty': 'Package finished',
  'day-closed': 'Sale made final',
};

export const actStatusLabel: Readonly<Record<StateActStatus, string>> = {
  waiting: 'Waiting',
  sending: 'Sending',
  sent: 'Reported',
  refused: 'Refused',
  skipped: 'Not reported',
};

export const actStatusTone: Readonly<Record<StateActStatus, Tone>> = {
  waiting: 'yellow-1',
  sending: 'yellow-2',
  sent: 'green',
  refused: 'red',
  skipped: 'plain',
};

const waste = Object.fromEntries(
  Object.entries(wasteReasonLabel).map(([reason, label]) => [
    `waste-${reason}`,
    `Waste: ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
  ]),
) as Record<`waste-${WasteReason}`, string>;

/** Our reasons, as the office has them. */
export const stateReasonLabel: Readonly<Record<StateReason, string>> = {
  count: 'Count',
  damaged: 'Damaged',
  sample: 'Sample',
  theft: 'Theft or loss',
  return: 'Return',
  correction: 'Correction',
  ...waste,
};

/** What an act is about. */
export type ActSubject = {
  kind: StateActKind;
  /** Our number of the receipt. */
  receiptNumber: string | null;
  tags: readonly string[];
  units: number | null;
  reason: StateReason | null;
};

const units = (count: number) => `${formatNumber(count)} ${count === 1 ? 'unit' : 'units'}`;

/** 'Sale, ORD123', 'Adjustment: 3 units fewer, damaged', 'Sale made final, ORD123'. */
export function actTitle({ kind, receiptNumber, tags, units: change, reason }: ActSubject): string {
  const label = actKindLabel[kind];
  if (kind === 'adjustment') {
    const why = reason === null ? '' : `, ${stateReasonLabel[reason].toLowerCase()}`;
    return change === null
      ? `${label}${why}`
      : `${label}: ${units(Math.abs(change))} ${change < 0 ? 'fewer' : 'more'}${why}`;
  }
  if (kind === 'package-empty') return `${label}: ${tags[0] ?? ''}`;
  return receiptNumber === null ? label : `${label}, ${receiptNumber}`;
}

/** What became of an act. Times are in words. */
export type ActFate = {
  status: StateActStatus;
  /** The state's system: 'Metrc'. */
  name: string;
  /** Whether the state's system was asked; if not, the shop itself refused it. */
  wasAsked: boolean;
  /** When it was taken. */
  sent: string | null;
  /** The state's id of what it made. */
  stateId: string | null;
  answer: string;
  endedBy: string | null;
  endNote: string | null;
  /** Not sent before. */
  due: string | null;
};

/** 'Reported Nov 29 2:14 PM, receipt 00012345', 'Waits to be reported', 'Metrc refused it: Package … is on hold.' */
export function fateWords(fate: ActFate): string {
  const { status, name, wasAsked, sent, stateId, answer, endedBy, endNote, due } = fate;
  switch (status) {
    case 'sent':
      return `Reported ${sent ?? ''}${stateId === null ? '' : `, receipt ${stateId}`}`.trim();
    case 'waiting':
      return `Waits to be reported${due === null ? '' : `, not before ${due}`}${answer === '' ? '' : wasAsked ? `; ${name} last said: ${answer}` : `: ${answer}`}`;
    case 'sending':
      return `Being reported to ${name}, which has not answered yet`;
    case 'refused':
      return [wasAsked ? `${name} refused it` : 'Not sent', answer].filter(Boolean).join(': ');
    case 'skipped':
      return [`Not reported${endedBy === null ? '' : `, decided by ${endedBy}`}`, endNote ?? answer]
        .filter(Boolean)
        .join(': ');
  }
}

/** '7 minutes', '3 hours', '2 days': how long something waits. */
export function waitWords(seconds: number): string {
  const words = (count: number, one: string) => `${formatNumber(count)} ${one}${count === 1 ? '' : 's'}`;
  if (seconds < 120) return 'a minute';
  if (seconds < 7200) return words(Math.floor(seconds / 60), 'minute');
  if (seconds < 172_800) return words(Math.floor(seconds / 3600), 'hour');
  return words(Math.floor(seconds / 86_400), 'day');
}

/** How the connection's mode reads. */
export const modeWords = (isOn: boolean): string => (isOn ? 'Report' : 'Watch only');
