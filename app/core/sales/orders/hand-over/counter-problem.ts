/** Lists everything that can be wrong at a hand-over, with its messages. Staff read all of it in one answer. */

import type { UnitsOut } from '#core/goods/stock/put-back/put-back.ts';
import { type LimitProblem, limitMessageForStaff } from '#core/sales/compliance/purchase-limits.ts';
import {
  type MissingLine,
  missingText,
  type ToPackLine,
  takeOutMessage,
  toPackText,
  UNITS_MISSING,
  UNITS_TO_PACK,
} from '../order-status.ts';
import type { CashProblem } from './cash.ts';
import type { IdProblem } from './id-check.ts';

/** What is wrong with the order itself, known before the ID is checked. */
export type OrderProblem = {
  /** The order is not marked ready. */
  notPacked: boolean;
  missing: readonly MissingLine[];
  /** Units that came in after it was packed. */
  toPack: readonly ToPackLine[];
  /** Units in the bag that are no longer the order's. */
  takeOut: readonly UnitsOut[];
  /** The account that ordered is banned; `reason` is what staff wrote. */
  ban: { reason: string | null } | null;
  limit: LimitProblem | null;
};

/** `id` and `cash` are problems of what was typed or scanned at the counter. */
export type CounterProblem = OrderProblem & {
  kind: 'counter';
  id: readonly IdProblem[];
  cash: CashProblem | null;
};

/** The gravest first; none if the order itself may be handed over. */
export function orderProblems({ notPacked, missing, toPack, takeOut, ban, limit }: OrderProblem): string[] {
  return [
    ...(ban ? [banMessage(ban)] : []),
    ...(takeOut.length > 0 ? [takeOutMessage(takeOut)] : []),
    ...(missing.length > 0
      ? [`${UNITS_MISSING}: ${missingText(missing)}. Replace or reduce them, or refuse the order.`]
      : []),
    ...(toPack.length > 0
      ? [`${UNITS_TO_PACK}: ${toPackText(toPack)}. Put them in the bag, then mark the order ready.`]
      : []),
    // An order with missing units cannot be packed before they are replaced.
    ...(notPacked && missing.length === 0 ? ['This order is not packed yet.'] : []),
    ...(limit ? [limitMessageForStaff(limit)] : []),
  ];
}

function banMessage({ reason }: { reason: string | null }): string {
  const why = reason ? `: ${reason.replace(/[.\s]+$/, '')}.` : '.';
  return `This customer is banned${why} Do not hand the order over; refuse it.`;
}
