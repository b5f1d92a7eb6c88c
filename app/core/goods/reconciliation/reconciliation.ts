/**
 * The three-way close: shelf = ledger = state's file, for each lot at the end of a store-local day. Each difference has a
 * name and a cure (9 NYCRR 125.8; docs/law.md, Tracking and lots). Pure.
 */

import { formatNumber } from '#kernel/number.ts';
import { commonMessage } from '#kernel/problem.ts';
import { assertNever } from '#kernel/result.ts';
import type { StoreDate } from '#kernel/time.ts';

/** A lot at the end of the day. Units. */
export type DayLot = {
  lotId: number;
  productId: number;
  product: string;
  batchNumber: string;
  packageTag: string | null;
  /** Whether the state tracks it: cannabis. */
  isTracked: boolean;
  /** In the building by the ledger. */
  ledger: number;
  /** In the building by that day's count; null if it was not counted. */
  shelf: number | null;
  /** The sheet with that count. */
  sheetId: number | null;
  /** Whether it had units or moved on that day: an empty lot that no one touched has nothing to compare. */
  isLive: boolean;
};

/** A package in the state's file. `quantity` null: not counted in units. */
export type DayPackage = { tag: string; item: string; quantity: number | null; unit: string };

/** `state`: units of its package in the file; of several lots with one tag, of all of them together. */
export type ComparedLot = DayLot & { state: number | null; sharesTag: boolean; differences: Difference[] };

export type Difference =
  | { kind: 'shelf'; units: number; sheetId: number }
  | { kind: 'state'; ours: number; theirs: number; blame: 'state' | 'ledger' | 'count-first' | 'count-again' }
  | { kind: 'not-at-state'; units: number }
  | { kind: 'no-tag' }
  | { kind: 'other-unit'; unit: string };

/** A package with units that no lot has. */
export type OnlyAtState = DayPackage & { quantity: number };

/** `uncompared`: packages that the state counts in another unit, such as flower in bulk, and that no lot has. */
export type Reconciled = { lots: ComparedLot[]; onlyAtState: OnlyAtState[]; uncompared: number };

/**
 * Compares each lot with its package. A package of several lots is compared with all of them; its difference is at the first.
 * @param packages of the state's file; null without a file
 */
export function reconcile(lots: readonly DayLot[], packages: readonly DayPackage[] | null): Reconciled {
  const byTag = new Map(packages?.map((found) => [found.tag, found]));
  const tagOf = (lot: DayLot) => (lot.isTracked && lot.packageTag ? lot.packageTag.toUpperCase() : null);
  const together = Map.groupBy(lots, tagOf);
  const compared = lots.map((lot): ComparedLot => {
    const tag = tagOf(lot);
    const group = tag === null ? [lot] : (together.get(tag) ?? [lot]);
    const found = tag === null ? undefined : byTag.get(tag);
    const isFirst = group[0] === lot;
    return {
      ...lot,
      state: found?.quantity ?? null,
      sharesTag: group.length > 1,
      differences: [
        ...shelfDifference(lot),
        ...(packages === null || !lot.isTracked || !isFirst ? [] : stateDifference(group, tag, found)),
      ],
    };
  });
  const strangers = (packages ?? []).filter(({ tag }) => !together.has(tag));
  return {
    lots: compared.filter((lot) => lot.isLive || lot.state || lot.differences.length > 0),
    onlyAtState: strangers.flatMap((found) =>
      found.quantity === null || found.quantity === 0 ? [] : [{ ...found, quantity: found.quantity }],
    ),
    uncompared: strangers.filter(({ quantity }) => quantity === null).length,
  };
}

function shelfDifference({ shelf, ledger, sheetId }: DayLot): Difference[] {
  return shelf === null || sheetId === null || shelf === ledger
    ? []
    : [{ kind: 'shelf', units: shelf - ledger, sheetId }];
}

const total = (units: readonly number[]) => units.reduce((sum, each) => sum + each, 0);

function stateDifference(
  group: readonly DayLot[],
  tag: string | null,
  found: DayPackage | undefined,
): Difference[] {
  const ours = total(group.map(({ ledger }) => ledger));
  if (tag === null) return ours === 0 ? [] : [{ kind: 'no-tag' }];
  if (!found) return ours === 0 ? [] : [{ kind: 'not-at-state', units: ours }];
  if (found.quantity === null) return [{ kind: 'other-unit', unit: found.unit }];
  if (found.quantity === ours) return [];
  const counts = group.map(({ shelf }) => shelf);
  const shelf = counts.includes(null) ? null : total(counts.map((count) => count ?? 0));
  return [{ kind: 'state', ours, theirs: found.quantity, blame: blameOf(shelf, ours, found.quantity) }];
}

/** Who is wrong: two of three that agree are right. */
function blameOf(shelf: number | null, ledger: number, state: number) {
  if (shelf === null) return 'count-first';
  if (shelf === ledger) return 'state';
  return shelf === state ? 'ledger' : 'count-again';
}

const units = (count: number) => `${formatNumber(count)} ${Math.abs(count) === 1 ? 'unit' : 'units'}`;

/** What differs. */
export function differenceWords(difference: Difference): string {
  switch (difference.kind) {
    case 'shelf':
      return difference.units > 0
        ? `${units(difference.units)} more on the shelf than in the ledger`
        : `${units(-difference.units)} fewer on the shelf than in the ledger`;
    case 'state':
      return `The state has ${units(difference.theirs)}, the ledger ${units(difference.ours)}`;
    case 'not-at-state':
      return `${units(difference.units)} in the ledger, and the package is not in the state’s file`;
    case 'no-tag':
      return 'The lot has units and no package tag';
    case 'other-unit':
      return `The state counts this package in ${difference.unit}`;
    default:
      return assertNever(difference);
  }
}

/** What to do about it, and where; `to` is null if it is done in the state's system. */
export function cureOf(
  difference: Difference,
  lot: Pick<DayLot, 'lotId' | 'productId'>,
): { words: string; to: string | null } {
  switch (difference.kind) {
    case 'shelf':
      return { words: 'Approve the count', to: `/admin/counts/${difference.sheetId}?view=differs` };
    case 'state':
      switch (difference.blame) {
        case 'state':
          return { words: 'Correct it with the state: the count and the ledger agree', to: null };
        case 'ledger':
          return {
            words: 'Adjust the ledger with a reason: the count and the state agree',
            to: `/admin/lots/${lot.lotId}/units`,
          };
        case 'count-first':
          return { words: 'Count it first', to: '/admin/counts' };
        case 'count-again':
          return { words: 'Count it again: all three differ', to: '/admin/counts' };
        default:
          return assertNever(difference.blame);
      }
    case 'not-at-state':
      return {
        words: 'Check the package tag, or correct it with the state',
        to: `/admin/products/${lot.productId}/lots`,
      };
    case 'no-tag':
      return { words: 'Enter the package tag', to: `/admin/products/${lot.productId}/lots` };
    case 'other-unit':
      return { words: 'Compare it by hand', to: `/admin/lots/${lot.lotId}` };
    default:
      return assertNever(difference);
  }
}

/** The difference of a package that no lot has. */
export const onlyAtStateWords = ({ quantity }: OnlyAtState): string =>
  `The state has ${units(quantity)}, and no lot has this tag`;

export const ONLY_AT_STATE_CURE =
  'Enter the tag at its lot, receive it as a lot, or correct it with the state';

/** What is open, in words. */
export type OpenItem = { lot: string; what: string; cure: string };

/** Everything that is open when a day is closed. What was not compared is open too: it may differ. */
export function openIn({ lots, onlyAtState }: Reconciled, hasFile: boolean): OpenItem[] {
  const notCounted = lots.filter(({ shelf }) => shelf === null).length;
  return [
    ...(hasFile || !lots.some(({ isTracked }) => isTracked)
      ? []
      : [{ lot: 'The state’s file', what: 'No file for this day', cure: 'Upload it' }]),
    ...(notCounted === 0
      ? []
      : [
          {
            lot: notCounted === 1 ? '1 lot' : `${formatNumber(notCounted)} lots`,
            what: 'Not counted on this day',
            cure: 'Count',
          },
        ]),
    ...lots.flatMap((lot) =>
      lot.differences.map((difference) => ({
        lot: `${lot.product}, batch ${lot.batchNumber}`,
        what: differenceWords(difference),
        cure: cureOf(difference, lot).words,
      })),
    ),
    ...onlyAtState.map((found) => ({
      lot: `Package ${found.tag}, ${found.item}`,
      what: onlyAtStateWords(found),
      cure: ONLY_AT_STATE_CURE,
    })),
  ];
}

export const LONGEST_NOTE = 500;

export type CloseProblem =
  | { kind: 'not-allowed' }
  | { kind: 'future' }
  /** Something is open and no one said why. */
  | { kind: 'note-missing' }
  | { kind: 'note-invalid' }
  /** Units moved, or someone else closed the day, since the page was opened. */
  | { kind: 'changed' };

export function closeMessage(problem: CloseProblem): string {
  switch (problem.kind) {
    case 'future':
      return 'This day has not started.';
    case 'note-missing':
      return 'Something is open. Enter why you close the day with it.';
    case 'note-invalid':
      return 'These characters cannot be saved, or the text is longer than 500 characters.';
    case 'changed':
      return 'The figures have changed since you opened the page. Check them, then close the day.';
    default:
      return commonMessage(problem);
  }
}

/** A day can be closed from its morning on; null if this one can. */
export function dayProblem(day: StoreDate, today: StoreDate): CloseProblem | null {
  return day.since(today).sign > 0 ? { kind: 'future' } : null;
}
