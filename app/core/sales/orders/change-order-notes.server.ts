/** Changes what a customer added to their own order for staff: the note, and who picks it up. */
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { countEvents } from '#core/ground/events/count-events.server.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { inTransaction } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { isOrderNumber, mayChangePickupName } from './order.ts';
import { areSameNotes, MOST_NOTE_CHANGES, mayCustomerChangeNote, type OrderNotes } from './order-notes.ts';
import type { OrderNotesProblem } from './order-notes-problem.ts';
import { lockOrder } from './write-order-status.server.ts';

/** `seen` is what the page showed when the customer began to type. */
export type OrderNotesInput = { notes: OrderNotes; seen: OrderNotes };

type Outcome = Result<{ changed: boolean }, OrderNotesProblem>;

/**
 * Refuses: another customer's order, a note for an order that is being packed, another person for one that has ended,
 * notes that were saved elsewhere since the page was opened, and more than twenty changes. Saving what is saved already
 * changes nothing, so clicking twice is not an error. The version increases: staff who are about to act read them first.
 */
export async function changeOrderNotes(
  actor: Actor,
  orderId: string,
  { notes, seen }: OrderNotesInput,
  now = systemClock(),
): Promise<Outcome> {
  if (actor.kind !== 'user' || actor.isBanned || !isOrderNumber(orderId))
    return refuse({ kind: 'not-found' });
  return inTransaction<Outcome>(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.userId !== actor.userId) return refuse({ kind: 'not-found' });
    if (areSameNotes(order, notes)) return succeed({ changed: false });
    const { customerNote, pickupName, status } = order;
    if (notes.pickupName !== pickupName && !mayChangePickupName(order))
      return refuse({ kind: 'too-late', what: 'pickup-name', status });
    if (notes.customerNote !== customerNote && !mayCustomerChangeNote(status))
      return refuse({ kind: 'too-late', what: 'note', status });
    if (!areSameNotes(order, seen)) return refuse({ kind: 'stale', now: { customerNote, pickupName } });
    const changes =
      (await countEvents(tx, order.id, 'order-note-changed')) +
      (await countEvents(tx, order.id, 'order-pickup-name-changed'));
    if (changes >= MOST_NOTE_CHANGES) return refuse({ kind: 'changed-often' });
    await tx
      .update(orders)
      .set({
        customerNote: notes.customerNote,
        pickupName: notes.pickupName,
        version: sql`${orders.version} + 1`,
        updatedAt: asDate(now),
      })
      .where(eq(orders.id, order.id));
    if (notes.customerNote !== customerNote)
      await recordEvent(tx, { kind: 'order-note-changed', orderId: order.id }, actor.userId);
    if (notes.pickupName !== pickupName)
      await recordEvent(tx, { kind: 'order-pickup-name-changed', orderId: order.id }, actor.userId);
    return succeed({ changed: true });
  });
}
