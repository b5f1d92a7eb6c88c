/** What a person or their software may do to a package: adjust, finish, reopen, note, move. */
import { z } from 'zod';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { type Caller, type Draft, packageOf, plus } from './draft.ts';
import { dateAt } from './local-time.ts';
import type { MetrcPackage } from './records.ts';

const date = z.iso.date();

export const adjustmentRow = z.object({
  Label: z.string(),
  Quantity: z.number(),
  UnitOfMeasure: z.string(),
  AdjustmentReason: z.string(),
  AdjustmentDate: date,
  ReasonNote: z.string().nullish(),
});

export const finishRow = z.object({ Label: z.string(), ActualDate: date });
export const unfinishRow = z.object({ Label: z.string() });
export const noteRow = z.object({ PackageLabel: z.string(), Note: z.string() });
export const locationRow = z.object({
  Label: z.string(),
  Location: z.string(),
  Sublocation: z.string().nullish(),
  MoveDate: date,
});

/** Why nothing may be sold from, adjusted on or finished of this package; null if it may. */
export function whyBlocked(found: MetrcPackage): string | null {
  if (found.finishedDate !== null) return `Package ${found.label} is finished.`;
  if (found.isInTransit) return `Package ${found.label} is in transit.`;
  if (found.isOnHold) return `Package ${found.label} is on hold.`;
  if (found.isOnRecall) return `Package ${found.label} is on recall.`;
  if (found.isOnInvestigation) return `Package ${found.label} is on investigation.`;
  return null;
}

/** The words about a label that this license does not have. */
export const notHere = (label: string) => `Package ${label} was not found at this facility.`;

/** Why this unit is not the package's; null if it is. */
export function whyOtherUnit(found: MetrcPackage, unit: string): string | null {
  if (unit === found.unit) return null;
  return `Unit of Measure ${unit} does not match ${found.unit} of Package ${found.label}.`;
}

/**
 * Changes a package's quantity by a difference. Refused: a package that is not here, blocked, in another unit or with
 * less than what goes; an unknown reason, a missing note, a date to come.
 */
export function adjust(
  caller: Caller,
  draft: Draft,
  row: z.infer<typeof adjustmentRow>,
): Result<number, string> {
  const found = packageOf(caller, draft, row.Label);
  if (!found) return refuse(notHere(row.Label));
  const problem = whyBlocked(found) ?? whyOtherUnit(found, row.UnitOfMeasure) ?? whyNoAdjustment(caller, row);
  if (problem) return refuse(problem);
  const left = plus(found.quantity, row.Quantity);
  if (left < 0)
    return refuse(
      `Adjustment Quantity ${row.Quantity} exceeds the ${found.quantity} ${found.unit} of Package ${row.Label}.`,
    );
  found.quantity = left;
  draft.adjustments.push({
    license: caller.license,
    label: row.Label,
    quantity: row.Quantity,
    reason: row.AdjustmentReason,
    note: row.ReasonNote ?? '',
    date: row.AdjustmentDate,
    by: caller.user,
    lastModified: caller.now.toISOString(),
  });
  return succeed(found.id);
}

function whyNoAdjustment(caller: Caller, row: z.infer<typeof adjustmentRow>): string | null {
  const reason = caller.state.adjustReasons.find(({ name }) => name === row.AdjustmentReason);
  if (!reason) return `Adjustment Reason ${row.AdjustmentReason} is not valid.`;
  if (reason.requiresNote && !row.ReasonNote?.trim()) return `Reason Note is required for ${reason.name}.`;
  if (row.Quantity === 0) return 'Quantity must not be zero.';
  if (row.AdjustmentDate > dateAt(caller.now, caller.zone)) return 'Adjustment Date cannot be in the future.';
  return null;
}

/** Finishes an empty package. Refused: one with a quantity left, or finished before. */
export function finish(caller: Caller, draft: Draft, row: z.infer<typeof finishRow>): Result<number, string> {
  const found = packageOf(caller, draft, row.Label);
  if (!found) return refuse(notHere(row.Label));
  const problem = whyBlocked(found);
  if (problem) return refuse(problem);
  if (found.quantity !== 0)
    return refuse(`Package ${row.Label} still has ${found.quantity} ${found.unit} and cannot be finished.`);
  if (row.ActualDate > dateAt(caller.now, caller.zone)) return refuse('Actual Date cannot be in the future.');
  found.finishedDate = row.ActualDate;
  return succeed(found.id);
}

/** Reopens a finished package. */
export function unfinish(
  caller: Caller,
  draft: Draft,
  row: z.infer<typeof unfinishRow>,
): Result<number, string> {
  const found = packageOf(caller, draft, row.Label);
  if (!found) return refuse(notHere(row.Label));
  if (found.finishedDate === null) return refuse(`Package ${row.Label} is not finished.`);
  found.finishedDate = null;
  return succeed(found.id);
}

/** Replaces a package's note. */
export function note(caller: Caller, draft: Draft, row: z.infer<typeof noteRow>): Result<number, string> {
  const found = packageOf(caller, draft, row.PackageLabel);
  if (!found) return refuse(notHere(row.PackageLabel));
  found.note = row.Note;
  return succeed(found.id);
}

/** Moves a package. Refused: a location that the facility does not have. */
export function move(caller: Caller, draft: Draft, row: z.infer<typeof locationRow>): Result<number, string> {
  const found = packageOf(caller, draft, row.Label);
  if (!found) return refuse(notHere(row.Label));
  if (!caller.state.locations.includes(row.Location)) return refuse(`Location ${row.Location} is not valid.`);
  found.location = row.Location;
  return succeed(found.id);
}
