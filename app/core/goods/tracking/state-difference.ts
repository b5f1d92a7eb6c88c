/** What differs between the shop's lots and the state's packages, in words, and what to do. Nothing is overwritten. Pure. */
import type { ComparedLot, Reconciled } from '#core/goods/reconciliation/reconciliation.ts';
import { type Cents, cents, formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';
import { assertNever } from '#kernel/result.ts';
import type { StateDifferenceKind } from '#kernel/statuses.ts';
import type { StateReceipt, TrackedPackage } from './tracking.ts';

export type StateDifference = {
  kind: StateDifferenceKind;
  tag: string | null;
  /** The product of the lot, the item of a package without a lot, or the number of a receipt. */
  item: string;
  batchNumber: string | null;
  lotId: number | null;
  productId: number | null;
  /** Units by the ledger, and by the state; cents of a receipt. */
  ours: number | null;
  theirs: number | null;
  /** The state's own word: a unit of measure, a test state or a receipt's id. */
  detail: string;
};

export type Compared = {
  differences: StateDifference[];
  /** Lots with units that the state tracks, and those of them whose tag is a package's. */
  lots: number;
  matched: number;
};

/**
 * Both directions: lots without a package, packages without a lot, other quantities, and packages that must not be sold.
 * The most urgent come first.
 * @param reconciled the lots beside the same packages
 * @param unreported units of each lot that the ledger has and the state will hear of: a sale of one is −1
 */
export function compareWithState(
  reconciled: Reconciled,
  packages: readonly TrackedPackage[],
  unreported: ReadonlyMap<number, number> = new Map(),
): Compared {
  const byTag = new Map(packages.map((each) => [each.tag, each]));
  const packageOf = (lot: ComparedLot) => byTag.get(lot.packageTag?.toUpperCase() ?? '');
  const live = reconciled.lots.filter(({ isTracked, ledger }) => isTracked && ledger !== 0);
  const tagOf = (lot: ComparedLot) => lot.packageTag?.toUpperCase() ?? `lot ${lot.lotId}`;
  const byTagOfLot = Map.groupBy(reconciled.lots, tagOf);
  const unreportedOf = (lot: ComparedLot) =>
    (byTagOfLot.get(tagOf(lot)) ?? []).reduce((sum, { lotId }) => sum + (unreported.get(lotId) ?? 0), 0);
  const ofLots = reconciled.lots.flatMap((lot) => unitsDiffer(lot, unreportedOf(lot)));
  const ofStates = live.flatMap((lot) => notForSale(lot, packageOf(lot)));
  const strangers = reconciled.onlyAtState.map(
    ({ tag, item, quantity, unit }): StateDifference => ({
      ...{ kind: 'no-lot', tag, item, batchNumber: null, lotId: null, productId: null },
      ...{ ours: null, theirs: quantity, detail: unit },
    }),
  );
  return {
    differences: [...ofStates, ...ofLots, ...strangers],
    lots: live.length,
    matched: live.filter((lot) => packageOf(lot) !== undefined).length,
  };
}

const ofLot = (
  lot: ComparedLot,
  kind: StateDifferenceKind,
  rest: Partial<Pick<StateDifference, 'ours' | 'theirs' | 'detail'>> = {},
): StateDifference => ({
  ...{ kind, tag: lot.packageTag, item: lot.product, batchNumber: lot.batchNumber },
  ...{ lotId: lot.lotId, productId: lot.productId, ours: lot.ledger, theirs: null, detail: '', ...rest },
});

function unitsDiffer(lot: ComparedLot, unreported: number): StateDifference[] {
  return lot.differences.flatMap((difference): StateDifference[] => {
    switch (difference.kind) {
      case 'shelf':
        // Of a count, which the three-way close is about.
        return [];
      case 'state':
        if (difference.ours - unreported === difference.theirs) return [];
        return [ofLot(lot, 'quantity', { ours: difference.ours, theirs: difference.theirs })];
      case 'not-at-state':
        return [ofLot(lot, 'not-at-state', { ours: difference.units })];
      case 'no-tag':
        return [ofLot(lot, 'no-tag')];
      case 'other-unit':
        return [ofLot(lot, 'other-unit', { detail: difference.unit })];
      default:
        return assertNever(difference);
    }
  });
}

function notForSale(lot: ComparedLot, found: TrackedPackage | undefined): StateDifference[] {
  if (!found) return [];
  return [
    ...(found.isOnRecall ? [ofLot(lot, 'on-recall')] : []),
    ...(found.isOnHold ? [ofLot(lot, 'on-hold')] : []),
    ...(found.isInvestigated ? [ofLot(lot, 'investigated')] : []),
    ...(found.hasPassed ? [] : [ofLot(lot, 'not-passed', { detail: found.testState })]),
  ];
}

const units = (count: number | null) =>
  `${formatNumber(count ?? 0)} ${Math.abs(count ?? 0) === 1 ? 'unit' : 'units'}`;

const dollars = (amount: number | null) => formatCents(cents(amount ?? 0));

/** What differs. @param name of the state's system: 'Metrc' */
export function stateDifferenceWords(
  { kind, ours, theirs, detail }: Pick<StateDifference, 'kind' | 'ours' | 'theirs' | 'detail'>,
  name = 'Metrc',
): string {
  switch (kind) {
    case 'not-at-state':
      return `${units(ours)} here; no active package in ${name} has this tag`;
    case 'no-lot':
      return `${units(theirs)} in ${name}; no lot here has this tag`;
    case 'quantity':
      return `${units(ours)} here, ${units(theirs)} in ${name}`;
    case 'no-tag':
      return `${units(ours)} here, and the lot has no package tag`;
    case 'other-unit':
      return `${name} counts this package in ${detail}`;
    case 'not-passed':
      return `Test state in ${name}: ${testStateWords(detail)}`;
    case 'on-hold':
      return `On hold in ${name}`;
    case 'on-recall':
      return `On recall in ${name}`;
    case 'investigated':
      return `Under investigation in ${name}`;
    case 'receipt-missing':
      return `Reported, and not among the receipts of ${name}`;
    case 'receipt-unknown':
      return `${dollars(theirs)} in ${name}; the shop did not report it`;
    case 'receipt-differs':
      return `${dollars(ours)} as reported, ${dollars(theirs)} in ${name}`;
    default:
      return assertNever(kind);
  }
}

/** 'not submitted' of 'NotSubmitted'. */
const testStateWords = (state: string) => state.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

/** What to do, and where; `to` is null if it is done in the state's system. */
export function stateCureOf(
  { kind, lotId, productId }: Pick<StateDifference, 'kind' | 'lotId' | 'productId'>,
  name = 'Metrc',
): { words: string; to: string | null } {
  const lot = `/admin/lots/${lotId}`;
  const lotsOfProduct = `/admin/products/${productId}/lots`;
  switch (kind) {
    case 'not-at-state':
      return { words: `Check the tag, or correct it in ${name}`, to: lotsOfProduct };
    case 'no-lot':
      return {
        words: `Make a lot of it, enter its tag at its lot, or correct it in ${name}`,
        to: '/admin/state-tracking/deliveries',
      };
    case 'quantity':
      return { words: 'Count it, then correct the side that is wrong', to: '/admin/counts' };
    case 'no-tag':
      return { words: 'Enter the package tag', to: lotsOfProduct };
    case 'other-unit':
      return { words: 'Compare it by hand', to: lot };
    case 'not-passed':
      return { words: `It goes off sale until ${name} says that it passed. Set its units apart`, to: lot };
    case 'on-hold':
    case 'investigated':
      return { words: 'It goes off sale by itself. Set its units apart', to: lot };
    case 'on-recall':
      return { words: 'It goes off sale by itself. Set its units apart, and start a recall', to: lot };
    case 'receipt-missing':
    case 'receipt-differs':
      return { words: `Ask who changed it in ${name}, and correct it there`, to: null };
    case 'receipt-unknown':
      return {
        words: `If it is a sale of the shop, void the one of the two in ${name} that is wrong`,
        to: null,
      };
    default:
      return assertNever(kind);
  }
}

export type StartProblem = { kind: 'not-allowed' } | { kind: 'not-connected' } | { kind: 'running' };

export function startMessage(problem: StartProblem): string {
  switch (problem.kind) {
    case 'not-allowed':
      return 'Only admins can start a comparison.';
    case 'not-connected':
      return 'The shop is not connected to the state’s system. Connect it in Settings, State tracking.';
    case 'running':
      return 'A comparison is running. Its result appears here.';
    default:
      return assertNever(problem);
  }
}

/** A sale of the day as the shop reported it. */
export type ReportedSale = {
  number: string;
  receiptId: string | null;
  amount: Cents;
  isVoided: boolean;
  /** Whether the state's system said yes to all of it. */
  isDone: boolean;
};

/** Both directions: reported sales without a receipt, receipts of other amounts, and receipts that no report made. */
export function compareReceipts(
  sales: readonly ReportedSale[],
  receipts: readonly StateReceipt[],
): StateDifference[] {
  const live = receipts.filter(({ isVoided }) => !isVoided);
  const byNumber = new Map(live.flatMap((each) => (each.number === null ? [] : [[each.number, each]])));
  const ofReceipt = (
    kind: StateDifferenceKind,
    number: string,
    rest: Pick<StateDifference, 'ours' | 'theirs' | 'detail'>,
  ): StateDifference => ({
    ...{ kind, tag: null, item: number, batchNumber: null, lotId: null, productId: null, ...rest },
  });
  const ofSales = sales.flatMap(({ number, receiptId, amount, isVoided, isDone }) => {
    const found = byNumber.get(number);
    if (!isDone || isVoided) return [];
    const detail = found?.id ?? receiptId ?? '';
    if (!found) return [ofReceipt('receipt-missing', number, { ours: amount, theirs: null, detail })];
    if (found.total === amount) return [];
    return [ofReceipt('receipt-differs', number, { ours: amount, theirs: found.total, detail })];
  });
  const ours = new Map(sales.map((sale) => [sale.number, sale]));
  const twice = Map.groupBy(live, ({ number, id }) => number ?? `id ${id}`);
  const strangers = live.flatMap((each) => {
    const sale = each.number === null ? undefined : ours.get(each.number);
    const isOther = (twice.get(each.number ?? '')?.length ?? 0) > 1 && sale?.receiptId !== each.id;
    const isKnown = sale !== undefined && !(sale.isVoided && sale.isDone) && !isOther;
    const { id: detail, total: theirs } = each;
    return isKnown
      ? []
      : [ofReceipt('receipt-unknown', each.number ?? `Receipt ${detail}`, { ours: null, theirs, detail })];
  });
  return [...ofSales, ...strangers];
}
