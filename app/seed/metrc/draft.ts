/** A call is all or nothing: its objects change a draft, which replaces the state's objects only when all were taken. */
import type { Result } from '#kernel/result.ts';
import type { MetrcAdjustment, MetrcPackage, MetrcReceipt, MetrcState } from './records.ts';

/** Who calls, for which license, and when. */
export type Caller = { state: MetrcState; license: string; user: string; now: Date; zone: string };

/** What a call changes: copies of packages and receipts, and new adjustments. */
export type Draft = {
  packages: Record<string, MetrcPackage>;
  receipts: Record<number, MetrcReceipt>;
  adjustments: MetrcAdjustment[];
};

/** Which object of the call was refused, counted from 0, in the words that staff read. */
export type Refusal = { row: number; message: string };

export type Decision = { draft: Draft; ids: number[]; refusals: Refusal[] };

/** Takes one object into the draft and returns its number, or says why not. */
export type Take<T> = (caller: Caller, draft: Draft, row: T) => Result<number, string>;

const emptyDraft = (): Draft => ({ packages: {}, receipts: {}, adjustments: [] });

/**
 * Decides about the objects of a call in their order, without changing packages, receipts or adjustments. Unless
 * `allOrNothing`, the objects that are right are taken although others are refused.
 */
export function decide<T>(caller: Caller, rows: readonly T[], take: Take<T>, allOrNothing = true): Decision {
  let draft = emptyDraft();
  const ids: number[] = [];
  const refusals: Refusal[] = [];
  for (const [row, value] of rows.entries()) {
    const before = structuredClone(draft);
    const taken = take(caller, draft, value);
    if (taken.ok) ids.push(taken.value);
    else {
      refusals.push({ row, message: taken.problem });
      draft = before;
    }
  }
  return { draft: refusals.length > 0 && allOrNothing ? emptyDraft() : draft, ids, refusals };
}

/** Replaces the state's objects by the draft's. */
export function commit({ state, now }: Caller, draft: Draft): void {
  const lastModified = now.toISOString();
  for (const each of Object.values(draft.packages)) state.packages[each.label] = { ...each, lastModified };
  for (const each of Object.values(draft.receipts)) state.receipts[each.id] = { ...each, lastModified };
  state.adjustments.push(...draft.adjustments);
}

/** The draft's copy of a package at this license; null if the license does not have it. */
export function packageOf({ state, license }: Caller, draft: Draft, label: string): MetrcPackage | null {
  const stored = state.packages[label];
  if (stored?.license !== license) return null;
  draft.packages[label] ??= structuredClone(stored);
  return draft.packages[label];
}

/** The draft's copy of a receipt of this license; null if it has none of this number. */
export function receiptOf({ state, license }: Caller, draft: Draft, id: number): MetrcReceipt | null {
  const stored = state.receipts[id];
  if (stored?.license !== license) return null;
  draft.receipts[id] ??= structuredClone(stored);
  return draft.receipts[id];
}

/** Quantities have four digits after the point: binary fractions must not leave 0.00000001 g. */
export function plus(quantity: number, change: number): number {
  return Math.round((quantity + change) * 10_000) / 10_000;
}
