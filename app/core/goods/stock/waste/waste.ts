/**
 * Waste in two stages: units leave sale with a reason and a witness, and two people destroy them (docs/law.md, Returns;
 * 9 NYCRR 125.8). Until then it can be undone. Pure: reasons, rules and messages.
 */
import { Temporal } from 'temporal-polyfill';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { type DestructionMethod, type WasteReason, wasteReasons } from '#kernel/statuses.ts';

export const wasteReasonLabel: Readonly<Record<WasteReason, string>> = {
  damaged: 'Damaged',
  expired: 'Expired',
  'failed-test': 'Failed its test',
  contaminated: 'Contaminated',
  returned: 'Returned by a customer',
  recalled: 'Recalled',
  other: 'Other',
};

/** What people choose from; returns are recorded where they come in. */
export const chosenReasons = wasteReasons.filter((reason) => reason !== 'returned');

export const methodLabel: Readonly<Record<DestructionMethod, string>> = {
  ground: 'Ground and mixed with other waste',
  composted: 'Composted',
  incinerated: 'Incinerated',
  hauler: 'Given to a licensed waste hauler',
  other: 'Other',
};

/** Waiting until undone or destroyed; both are final. */
export type WasteState = 'waiting' | 'destroyed' | 'undone';

export const wasteStateLabel: Readonly<Record<WasteState, string>> = {
  waiting: 'Waiting to be destroyed',
  destroyed: 'Destroyed',
  undone: 'Undone',
};

export const wasteStateTone: Readonly<Record<WasteState, 'yellow' | 'green' | 'blue'>> = {
  waiting: 'yellow',
  destroyed: 'green',
  undone: 'blue',
};

export function wasteStateOf(row: { undoneAt: Date | null; destroyedAt: Date | null }): WasteState {
  if (row.undoneAt !== null) return 'undone';
  return row.destroyedAt === null ? 'waiting' : 'destroyed';
}

/** 'Waste 12' */
export const wasteName = (number: number): string => `Waste ${number}`;

/** The most that one record may weigh: a metric ton. A larger weight is a slip of the finger. */
const MOST_GRAMS = 1_000_000;

/** '3.5 g'; null for an unknown weight. @param milligrams of all units together */
export function weightWords(milligrams: number | null): string | null {
  return milligrams === null ? null : `${Number((milligrams / 1000).toFixed(3))} g`;
}

/** Grams as typed, in milligrams; null if nothing was typed. */
export function readWeight(typed: string): Result<number | null, { kind: 'weight-invalid' }> {
  const text = typed.trim().replace(/\s*g$/i, '');
  if (text === '') return succeed(null);
  if (!/^\d{1,7}([.,]\d{1,3})?$/.test(text)) return refuse({ kind: 'weight-invalid' });
  const milligrams = Math.round(Number(text.replace(',', '.')) * 1000);
  return milligrams > 0 && milligrams <= MOST_GRAMS * 1000
    ? succeed(milligrams)
    : refuse({ kind: 'weight-invalid' });
}

export type WasteProblem =
  | Common<'not-allowed' | 'not-found'>
  /** The key of the form was used before, with other values. */
  | { kind: 'sent-before' }
  | { kind: 'units-invalid' }
  | { kind: 'weight-invalid' }
  | { kind: 'more-than-there'; left: number }
  /** No other lot has these reserved units. */
  | { kind: 'reserved'; missing: number }
  | { kind: 'witness-missing' }
  /** The same person cannot be both. */
  | { kind: 'witness-same' }
  /** Meanwhile they were banned, no longer work here, or have another PIN or password. */
  | { kind: 'witness-gone' }
  | { kind: 'note-missing' }
  | { kind: 'destroyed'; number: number }
  | { kind: 'undone'; number: number }
  | { kind: 'never-sold-again' }
  | { kind: 'none-chosen' }
  | { kind: 'second-missing' }
  | { kind: 'second-same' }
  | { kind: 'second-gone' }
  | { kind: 'time-invalid' }
  | { kind: 'time-ahead' }
  | { kind: 'time-before'; number: number };

/** What the message is about, as a field of the form. */
export const wasteField: Partial<Record<WasteProblem['kind'], string>> = {
  'units-invalid': 'units',
  'more-than-there': 'units',
  reserved: 'units',
  'weight-invalid': 'weight',
  'witness-missing': 'person',
  'witness-same': 'person',
  'witness-gone': 'person',
  'note-missing': 'note',
  'second-missing': 'person',
  'second-same': 'person',
  'second-gone': 'person',
  'time-invalid': 'time',
  'time-ahead': 'time',
  'time-before': 'time',
};

export function wasteMessage(problem: WasteProblem): string {
  switch (problem.kind) {
    case 'not-found':
      return 'Not found. Nothing was recorded.';
    case 'sent-before':
      return 'This was already sent with other values. Check the list, then enter it again.';
    case 'units-invalid':
      return 'Enter how many units, at least 1.';
    case 'weight-invalid':
      return 'Enter grams, such as 3.5. Leave it empty if you do not know.';
    case 'more-than-there':
      return problem.left === 1
        ? 'This lot has 1 unit. Check the number.'
        : `This lot has ${problem.left} units. Check the number.`;
    case 'reserved':
      return `${problem.missing === 1 ? '1 of these units is' : `${problem.missing} of these units are`} reserved, and no other lot has any. Reduce or cancel an order first.`;
    case 'witness-missing':
      return 'Choose who saw it.';
    case 'witness-same':
      return 'Choose another person: you cannot be your own witness.';
    case 'witness-gone':
    case 'second-gone':
      return 'This person can no longer confirm it. Choose someone else.';
    case 'note-missing':
      return 'Enter what happened.';
    case 'destroyed':
      return `${wasteName(problem.number)} was destroyed and can no longer be changed.`;
    case 'undone':
      return `${wasteName(problem.number)} was undone. Reload the page.`;
    case 'never-sold-again':
      return 'A customer returned these units, so they never go back on sale.';
    case 'none-chosen':
      return 'Choose what was destroyed.';
    case 'second-missing':
      return 'Choose who destroyed it with you.';
    case 'second-same':
      return 'Choose another person: two people destroy waste.';
    case 'time-invalid':
      return 'Enter when it was destroyed.';
    case 'time-ahead':
      return 'This time is in the future. Enter when it was destroyed.';
    case 'time-before':
      return `${wasteName(problem.number)} was recorded after this time. Check the time.`;
    default:
      return commonMessage(problem);
  }
}

/** 'Lee Ford', or 'Lee Ford (name typed)' of a record from before people confirmed; null without a name. */
export function confirmedName(name: string | null, userId: string | null): string | null {
  return name && userId === null ? `${name} (name typed)` : name;
}

/** Checks what is typed at stage one. @param by the person who records it */
export function checkWaste(
  wanted: { units: number; reason: WasteReason; note: string; witness: { userId: string } | null },
  by: { userId: string },
): Result<null, WasteProblem> {
  const { units, reason, note, witness } = wanted;
  if (!Number.isSafeInteger(units) || units < 1) return refuse({ kind: 'units-invalid' });
  if (witness === null) return refuse({ kind: 'witness-missing' });
  if (witness.userId === by.userId) return refuse({ kind: 'witness-same' });
  return reason === 'other' && note === '' ? refuse({ kind: 'note-missing' }) : succeed(null);
}

/** Checks what is typed at stage two. @param by the person who records it; one of the two */
export function checkDestruction(
  wanted: {
    at: Temporal.Instant | null;
    method: DestructionMethod;
    second: { userId: string } | null;
    note: string;
  },
  by: { userId: string },
  now: Temporal.Instant,
): Result<null, WasteProblem> {
  const { at, method, second, note } = wanted;
  if (at === null) return refuse({ kind: 'time-invalid' });
  if (Temporal.Instant.compare(at, now) > 0) return refuse({ kind: 'time-ahead' });
  if (second === null) return refuse({ kind: 'second-missing' });
  if (second.userId === by.userId) return refuse({ kind: 'second-same' });
  return method === 'other' && note === '' ? refuse({ kind: 'note-missing' }) : succeed(null);
}

type Waiting = { number: number; createdAt: Date; undoneAt: Date | null; destroyedAt: Date | null };

/** Whether the record can be destroyed at that time: it waits, and was recorded before. Times are compared by the minute. */
export function checkWaiting(row: Waiting, at: Temporal.Instant): Result<null, WasteProblem> {
  const { number, createdAt } = row;
  const state = wasteStateOf(row);
  if (state !== 'waiting') return refuse({ kind: state, number });
  const recorded = Math.floor(createdAt.getTime() / 60_000) * 60_000;
  return at.epochMilliseconds < recorded ? refuse({ kind: 'time-before', number }) : succeed(null);
}
