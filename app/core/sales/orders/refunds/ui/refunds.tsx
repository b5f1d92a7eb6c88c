/** Renders an order's refunds: with person and reason for staff, without for its customer. */
import { CASH_ROUNDING, RETURNED_IN_CASH } from '#core/sales/cash-desk/cash-rounding.ts';
import type { OwnRefund } from '../../order-details-queries.server.ts';
import type { RefundLine } from '../refunds-queries.server.ts';

export function Refunds({ refunds }: { refunds: readonly (OwnRefund | RefundLine)[] }) {
  return (
    <ul className="figures divide-y divide-line border-y border-line">
      {refunds.map((refund) => (
        <li key={refund.id} className="py-3">
          <span className="flex flex-wrap justify-between gap-x-6">
            <span className="min-w-0 break-words">{refund.units}</span>
            <span className="font-semibold">−{refund.amount}</span>
          </span>
          {refund.rounding ? (
            <>
              <span className="flex flex-wrap justify-between gap-x-6 text-sm text-ink-soft">
                <span>{CASH_ROUNDING}</span>
                <span>{refund.rounding.amount}</span>
              </span>
              <span className="flex flex-wrap justify-between gap-x-6 text-sm">
                <span>{RETURNED_IN_CASH}</span>
                <span>−{refund.rounding.cash}</span>
              </span>
            </>
          ) : null}
          <span className="block text-sm text-ink-soft">
            Refunded in cash {refund.at}
            {'by' in refund ? ` by ${refund.by}` : ''}
          </span>
          {'reason' in refund ? (
            <span className="block text-sm break-words text-ink-soft">
              “{refund.reason}” {refund.goods}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
