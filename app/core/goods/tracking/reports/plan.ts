/**
 * What of the shop's records is reported to the state, and as what: a hand-over is a sale, a sale that comes back whole on
 * its day is voided, everything else that changes units of a package is an adjustment. Pure.
 */
import type { StateActKind, StateReason, WasteReason } from '#kernel/statuses.ts';
import { instantOf, storeDate } from '#kernel/time.ts';

/** A row of the stock ledger of cannabis that no act reports yet. */
export type LedgerRow = {
  id: number;
  lotId: number;
  /** In capitals; null for a lot without one. */
  tag: string | null;
  reason: 'sale' | 'return' | 'waste' | 'adjustment' | 'count' | 'damaged' | 'sample' | 'theft';
  /** Units more in the building, or fewer if negative. */
  units: number;
  orderId: string | null;
  reservationId: string | null;
  note: string;
  /** When it was written; rows of one transaction have the same time. */
  at: Date;
  /** Of waste. */
  wasteReason: WasteReason | null;
};

/** A sale that is reported, or will be. */
export type PlannedSale = {
  /** Null for one of the same plan. */
  id: number | null;
  source: string;
  /** Of its receipt: 'ORD123'. */
  number: string;
  /** Its order, or the reservation that was handed over without one. */
  subject: string;
  happenedAt: Date;
  lots: ReadonlyMap<number, number>;
  isVoided: boolean;
  /** Units of it came back, and were reported as adjustments. */
  cameBack: boolean;
};

/** An order or a reservation whose goods were handed over. */
export type Subject = {
  /** 'ORD123' */
  number: string;
  /** When the goods left. Null: when the ledger says. */
  soldAt: Date | null;
  /** Its sales so far, oldest first. */
  sales: PlannedSale[];
};

export type PlannedAct = {
  source: string;
  kind: StateActKind;
  orderId: string | null;
  reservationId: string | null;
  receiptNumber: string | null;
  /** The sale that it voids; one of the same plan by its source. */
  sale: { id: number | null; source: string } | null;
  tags: string[];
  units: number | null;
  reason: StateReason | null;
  note: string;
  happenedAt: Date;
  rows: { ledgerId: number; lotId: number }[];
};

/** Whose goods a row is about; '' for none. */
export const subjectOf = ({ orderId, reservationId }: Pick<LedgerRow, 'orderId' | 'reservationId'>): string =>
  orderId ?? reservationId ?? '';

/** Ours for the state's reason of an adjustment. */
function stateReasonOf({ reason, wasteReason }: Pick<LedgerRow, 'reason' | 'wasteReason'>): StateReason {
  switch (reason) {
    case 'waste':
      return `waste-${wasteReason ?? 'other'}`;
    case 'adjustment':
      return 'correction';
    case 'sale':
      throw new RangeError('a sale is not an adjustment');
    default:
      return reason;
  }
}

type Calendar = {
  zone: string;
  /** Store-local days that an admin closed, yyyy-mm-dd: their receipts are final. */
  closedDays: ReadonlySet<string>;
};

/**
 * Plans acts in the order of the rows. Adds what it plans to the subjects' sales.
 * @param rows in the order of their ids, whole transactions
 * @param subjects by `subjectOf`: every one that a row names
 */
export function planActs(
  rows: readonly LedgerRow[],
  subjects: ReadonlyMap<string, Subject>,
  calendar: Calendar,
): PlannedAct[] {
  const groups = Map.groupBy(rows, (row) => {
    const about = isAboutSale(row) ? `${row.reason} ${subjectOf(row)} ${row.at.getTime()}` : `row ${row.id}`;
    return about;
  });
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const subject = subjects.get(subjectOf(first));
    if (!subject || !isAboutSale(first)) return group.map(adjustmentOf);
    if (first.reason === 'sale') return [saleOf(first, group, subject)];
    const whole = voidableSale(group, subject, calendar);
    if (whole) return [voidingOf(first, group, whole)];
    for (const sale of subject.sales) sale.cameBack = true;
    return group.map(adjustmentOf);
  });
}

/** A sale, what comes back from one, or a hand-over that did not happen: a correction that names a reservation. */
const isAboutSale = ({ reason, reservationId, orderId }: LedgerRow) =>
  reason === 'sale' ||
  (reason === 'return' && (orderId !== null || reservationId !== null)) ||
  (reason === 'adjustment' && reservationId !== null);

const base = (row: LedgerRow, group: readonly LedgerRow[]) => ({
  source: `ledger ${row.id}`,
  orderId: row.orderId,
  reservationId: row.orderId === null ? row.reservationId : null,
  tags: [...new Set(group.flatMap(({ tag }) => tag ?? []))].sort(),
  rows: group.map(({ id, lotId }) => ({ ledgerId: id, lotId })),
});

function saleOf(first: LedgerRow, group: readonly LedgerRow[], subject: Subject): PlannedAct {
  const happenedAt = subject.soldAt ?? first.at;
  const nth = subject.sales.length + 1;
  const act = base(first, group);
  const number = nth === 1 ? subject.number : `${subject.number}-${nth}`;
  subject.sales.push({
    ...{ id: null, source: act.source, number, subject: subjectOf(first), happenedAt },
    ...{ lots: unitsByLot(group, -1), isVoided: false, cameBack: false },
  });
  return {
    ...{ ...act, kind: 'sale', receiptNumber: number },
    ...{ sale: null, units: null, reason: null, note: '', happenedAt },
  };
}

/** The sale that comes back as a whole with these rows, on its own day; null for parts, other days and closed days. */
function voidableSale(group: readonly LedgerRow[], subject: Subject, calendar: Calendar): PlannedSale | null {
  const sale = subject.sales.findLast(({ isVoided }) => !isVoided);
  const [first] = group;
  if (!sale || !first || sale.cameBack) return null;
  const back = unitsByLot(group, 1);
  const isWhole =
    back.size === sale.lots.size && [...back].every(([lotId, units]) => sale.lots.get(lotId) === units);
  const dayOf = (at: Date) => storeDate(instantOf(at), calendar.zone).toString();
  const day = dayOf(sale.happenedAt);
  const mayVoid = first.reason === 'adjustment' || day === dayOf(first.at);
  return isWhole && mayVoid && !calendar.closedDays.has(day) ? sale : null;
}

function voidingOf(first: LedgerRow, group: readonly LedgerRow[], sale: PlannedSale): PlannedAct {
  sale.isVoided = true;
  return {
    ...{ ...base(first, group), kind: 'sale-voided', receiptNumber: sale.number },
    ...{ sale: { id: sale.id, source: sale.source }, units: null, reason: null },
    ...{ note: first.note, happenedAt: first.at },
  };
}

function adjustmentOf(row: LedgerRow): PlannedAct {
  return {
    ...{ ...base(row, [row]), kind: 'adjustment', receiptNumber: null, sale: null },
    ...{ units: row.units, reason: stateReasonOf(row), note: row.note, happenedAt: row.at },
  };
}

function unitsByLot(rows: readonly LedgerRow[], sign: 1 | -1): Map<number, number> {
  const units = new Map<number, number>();
  for (const row of rows) units.set(row.lotId, (units.get(row.lotId) ?? 0) + sign * row.units);
  return units;
}
