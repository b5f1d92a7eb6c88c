/** What the shop reports, in Metrc's names: local times, dollars, and a note by which an adjustment is found again. Pure. */
import { cleanLine, sliceSafe, withoutControls } from '#kernel/text.ts';
import type { StateAct, StateSale, StateSaleLine } from '../tracking.ts';
import { dollarsOf } from './dollars.ts';
import { localDateOf, localTimeOf } from './local-time.ts';

export type ActOf<Kind extends StateAct['kind']> = Extract<StateAct, { kind: Kind }>;

/** Metrc does not say how long a note may be; what it cuts off would be the mark. */
const LONGEST_NOTE = 200;

/** As it is in the note: 'Farmgate 12' must not be found in 'Farmgate 123'. */
export const markedAs = (mark: string): string => `(${mark})`;

/** 'Broken jar (Farmgate 123)'. A long note is shortened, the mark never. */
function noteWith(note: string, mark: string): string {
  const end = markedAs(mark);
  const room = LONGEST_NOTE - end.length - 1;
  if (room < 0) throw new RangeError('the mark is longer than a note');
  const words = cleanLine(withoutControls(note));
  const start = words.length > room ? `${sliceSafe(words, Math.max(room - 1, 0)).trimEnd()}…` : words;
  return start === '' ? end : `${start} ${end}`;
}

/** An object of `POST /sales/v2/receipts`. @param codesOf codes as Metrc writes them */
export function saleRow(sale: StateSale, zone: string, codesOf: (line: StateSaleLine) => readonly string[]) {
  return {
    SalesDateTime: localTimeOf(sale.soldAt, zone),
    ExternalReceiptNumber: sale.number,
    SalesCustomerType: 'Consumer',
    Transactions: sale.lines.map((line) => {
      const codes = codesOf(line);
      return {
        ...{ PackageLabel: line.tag, Quantity: line.units, UnitOfMeasure: line.unit },
        ...{ TotalAmount: dollarsOf(line.amount), QrCodes: codes.length > 0 ? codes : null },
      };
    }),
  };
}

/** An object of `POST /packages/v2/adjust`. */
export function adjustmentRow(act: ActOf<'adjustment'>, zone: string) {
  return {
    ...{ Label: act.tag, Quantity: act.units, UnitOfMeasure: act.unit, AdjustmentReason: act.reason },
    AdjustmentDate: localDateOf(act.happenedAt, zone),
    ReasonNote: noteWith(act.note, act.mark),
  };
}

/** An object of `PUT /packages/v2/finish`. */
export const finishRow = (act: ActOf<'package-empty'>, zone: string) => ({
  ...{ Label: act.tag, ActualDate: localDateOf(act.happenedAt, zone) },
});

/** The number of a receipt that Metrc gave. */
export function receiptNumberOf(receiptId: string): number {
  if (!/^\d{1,15}$/.test(receiptId)) throw new RangeError('not a receipt of Metrc');
  return Number(receiptId);
}
