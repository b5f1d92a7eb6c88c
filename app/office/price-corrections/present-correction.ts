/** Words of a price correction: its head, its sums and its lines. Pure. */
import type {
  CorrectedLine,
  Correction,
  CorrectionSums,
} from '#core/sales/price-corrections/corrections-queries.server.ts';
import type { Owed } from '#core/sales/price-corrections/owed-queries.server.ts';
import {
  correctedLineLabel,
  correctionName,
  correctionStatusLabel,
  mayUndoLine,
  saleWayLabel,
  settlementLabel,
} from '#core/sales/price-corrections/price-correction.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { type CorrectedLineStatus, type CorrectionStatus, correctedLineStatuses } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import type { Tone } from '#ui/badge.tsx';
import { type Buyer, buyerOf } from './present-affected.ts';

const money = (amount: number) => formatCents(cents(amount));

const correctionTones: Readonly<Record<CorrectionStatus, Tone>> = {
  running: 'yellow',
  done: 'green',
  undone: 'plain',
};

const lineTones: Readonly<Record<CorrectedLineStatus, Tone>> = {
  waiting: 'yellow-1',
  lowered: 'green',
  owed: 'yellow',
  paid: 'green',
  noted: 'blue',
  nothing: 'plain',
  undone: 'plain',
};

export type PresentedCorrection = ReturnType<typeof presentCorrection>;

export function presentCorrection(correction: Correction, zone: string) {
  const { number, status, wrongPrice, rightPrice, way } = correction;
  const at = (date: Date) => formatDateTime(instantOf(date), zone);
  return {
    number,
    name: correctionName(correction),
    reason: correction.reason,
    prices: `${wrongPrice === null ? 'Any price' : money(wrongPrice)} to ${money(rightPrice)}`,
    span: `${at(correction.fromAt)} to ${at(correction.untilAt)}`,
    way: way && saleWayLabel[way],
    settlement: `${settlementLabel[correction.settlement]}${correction.tells ? ', and notify them' : ''}`,
    started: `${at(correction.createdAt)}, ${correction.startedByName}`,
    undone: correction.undoneAt && `${at(correction.undoneAt)}, ${correction.undoneByName}`,
    status,
    statusLabel: correctionStatusLabel[status],
    tone: correctionTones[status],
  };
}

/** '12 orders, $33.60', by what became of them. */
export function presentSums(
  sums: CorrectionSums,
): { status: CorrectedLineStatus; label: string; text: string }[] {
  return correctedLineStatuses.flatMap((status) => {
    const sum = sums[status];
    if (!sum) return [];
    const orders = sum.lines === 1 ? '1 order' : `${sum.lines} orders`;
    return [{ status, label: correctedLineLabel[status], text: `${orders}, ${money(sum.cents)}` }];
  });
}

export type PresentedLine = {
  id: number;
  customer: Buyer;
  order: string | null;
  units: number;
  amount: string;
  status: { label: string; tone: Tone };
  settled: string | null;
  /** What one press refunds; null where no refund is due now. */
  back: { amount: string; cash: number } | null;
  mayUndo: boolean;
};

/** @param owed the refunds due now */
export function presentLines(
  lines: readonly CorrectedLine[],
  { tells, owed, zone }: { tells: boolean; owed: readonly Owed[]; zone: string },
): PresentedLine[] {
  return lines.map((line) => {
    const back = owed.find(({ lineId }) => lineId === line.id);
    const { settledAt, settledByName } = line;
    return {
      id: line.id,
      customer: buyerOf(line),
      order: line.orderNumber,
      units: line.units,
      amount: money(line.amount + line.tax),
      status: { label: correctedLineLabel[line.status], tone: lineTones[line.status] },
      settled: settledAt && `${formatDateTime(instantOf(settledAt), zone)}, ${settledByName}`,
      back: back ? { amount: back.amount, cash: back.cash } : null,
      mayUndo: mayUndoLine(line.status, tells),
    };
  });
}
