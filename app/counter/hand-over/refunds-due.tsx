/**
 * Renders the refunds due to the person because of a wrong price, separate from the cash due: one line and one press for
 * each order. Those of today that are paid stay as a line.
 */
import { Form, useNavigation } from 'react-router';
import type { Owed, PaidToday } from '#core/sales/price-corrections/owed-queries.server.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { useConnection } from '../network/use-connection.ts';

/** `narrow` matches the width of a finished order below it. */
export function RefundsDue({
  owed,
  paidToday,
  narrow,
}: {
  owed: readonly Owed[];
  paidToday: readonly PaidToday[];
  narrow: boolean;
}) {
  const sent = useNavigation().formData;
  // The press is a refund: it needs the network.
  const isLost = useConnection().lostSince !== null;
  const due = isLost ? [] : owed;
  if (due.length + paidToday.length === 0) return null;
  return (
    <Notice
      tone="info"
      className={`mx-auto mb-5 ${narrow ? 'max-w-4xl' : 'max-w-6xl'}`}
      title={due.length > 0 ? 'Refund due, separate from this order' : undefined}
    >
      {due.map(({ lineId, orderNumber, amount, cash, reason }) => (
        <Form
          key={lineId}
          method="post"
          preventScrollReset
          className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2"
        >
          <input type="hidden" name="intent" value="pay-refund" />
          <input type="hidden" name="lineId" value={lineId} />
          <input type="hidden" name="cash" value={cash} />
          <Button
            type="submit"
            rank="secondary"
            className="figures min-h-12"
            busy={sent?.get('lineId') === String(lineId)}
            busyText="Recording…"
          >
            Refund {amount}
          </Button>
          <span className="min-w-0 wrap-anywhere">
            {reason}, {orderNumber}
          </span>
        </Form>
      ))}
      {/* The message after the press is there for seconds only. */}
      {paidToday.map(({ lineId, words }) => (
        <p key={lineId} className="figures wrap-anywhere not-first:mt-2">
          {words}
        </p>
      ))}
    </Notice>
  );
}
