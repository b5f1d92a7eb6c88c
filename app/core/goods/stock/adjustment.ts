/**
 * Why staff change a lot's units by hand, what each reason does, and what it needs. Every stock change is recorded by
 * batch with its reason (9 NYCRR 125.8; docs/law.md, Tracking and lots).
 */

/** Each is also a ledger reason. */
export const adjustReasons = ['count', 'damaged', 'sample', 'theft', 'waste', 'return'] as const;
export type AdjustReason = (typeof adjustReasons)[number];

export const adjustReasonLabel: Readonly<Record<AdjustReason, string>> = {
  count: 'Count',
  damaged: 'Damaged',
  sample: 'Sample',
  theft: 'Theft or loss',
  waste: 'Waste',
  return: 'Return',
};

/** What the number of units means for each reason. */
export const adjustUnitsLabel: Readonly<Record<AdjustReason, string>> = {
  count: 'Units counted',
  damaged: 'Units damaged',
  sample: 'Units taken',
  theft: 'Units missing',
  waste: 'Units of waste',
  return: 'Units returned',
};

/** What happens, as the form says it. */
export const adjustConsequence: Readonly<Record<AdjustReason, string>> = {
  count: 'The lot gets the number you counted. The difference is recorded as a count.',
  damaged: 'The units leave the shelf. They are recorded as damaged, not as waste.',
  sample: 'The units leave the shelf and are recorded as samples.',
  theft: 'The units leave the shelf. Theft and loss are records of their own: the note is required.',
  waste: 'The units leave the shelf as waste and wait until two people destroy them. The note is required.',
  return:
    'Merchandise goes back on the shelf. Cannabis is never sold again: it is recorded as returned and as waste.',
};

/** The reasons whose record is worth nothing without a note. */
const needNote: ReadonlySet<AdjustReason> = new Set(['theft', 'waste']);

export type AdjustProblem = { kind: 'note-missing' } | { kind: 'none-taken' } | { kind: 'none-returned' };

/** Null if a change by this many units may be recorded with this reason; only a count may find no difference. */
export function judgeAdjustment(change: {
  reason: AdjustReason;
  units: number;
  note: string;
}): AdjustProblem | null {
  const { reason, units, note } = change;
  if (reason === 'return' && units <= 0) return { kind: 'none-returned' };
  if (reason !== 'count' && reason !== 'return' && units >= 0) return { kind: 'none-taken' };
  return needNote.has(reason) && note === '' ? { kind: 'note-missing' } : null;
}

/** The lot's units after the change: the typed number if counted, otherwise that many fewer or more. */
export function unitsAfter(reason: AdjustReason, typed: number, onHand: number): number {
  if (reason === 'count') return typed;
  return reason === 'return' ? onHand + typed : onHand - typed;
}

/** What the form shows while staff type, 'Units of the lot: 32 → 31'; empty until a number is typed. */
export function changeLine(reason: AdjustReason, typed: string, onHand: number): string {
  if (!/^\d{1,7}$/.test(typed.trim())) return '';
  const after = unitsAfter(reason, Number(typed), onHand);
  return after < 0 ? `More than the lot has (${onHand}).` : `Units of the lot: ${onHand} → ${after}`;
}

/** Whether a count may be a slip: it takes more than a quarter of the lot, and at least three units. */
export function isLargeDrop(reason: AdjustReason, from: number, to: number): boolean {
  const drop = from - to;
  return reason === 'count' && drop >= 3 && drop * 4 > from;
}

/** The page of a lot offers to undo a person's own adjustment for this long; the ledger offers it for longer. */
export const OFFER_UNDO_MINUTES = 10;

/** An adjustment can be undone by its author or an admin for this long. */
export const UNDO_ADJUSTMENT_HOURS = 24;
