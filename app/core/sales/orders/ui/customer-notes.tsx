/** Renders for staff what the customer added to an order: who picks it up, and a note. */
import { Notice } from '#ui/notice.tsx';
import type { OrderNotes } from '../order-notes.ts';

export function CustomerNotes({
  order: { notes, requiresId, customer },
}: {
  /** `customer` is who ordered. */
  order: { notes: OrderNotes; requiresId: boolean; customer: { name: string } };
}) {
  const { customerNote, pickupName } = notes;
  return (
    <>
      {pickupName ? (
        <Notice
          tone="caution"
          className="mb-5 wrap-anywhere"
          title={requiresId ? `Pickup by ${pickupName}: check that person’s ID` : `Pickup by ${pickupName}`}
        >
          {requiresId
            ? `The purchase counts toward the limits of ${customer.name}’s account, and today toward those of ${pickupName}’s ID.`
            : `The order is ${customer.name}’s.`}
        </Notice>
      ) : null}
      {customerNote ? (
        <Notice tone="info" className="mb-5 wrap-anywhere" title="Note from the customer">
          <p className="whitespace-pre-line">{customerNote}</p>
        </Notice>
      ) : null}
    </>
  );
}
