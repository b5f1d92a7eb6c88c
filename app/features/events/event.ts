/** What can happen that others react to. The worker alone knows who reacts. */
import { z } from 'zod';

/** Payloads carry ids only; whoever reacts reads the rest from the database, as it is by then. */
export const eventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('order-placed'), orderId: z.uuid() }),
  z.object({ kind: z.literal('order-confirmed'), orderId: z.uuid() }),
  z.object({ kind: z.literal('order-packing'), orderId: z.uuid() }),
  z.object({ kind: z.literal('order-ready'), orderId: z.uuid() }),
  z.object({ kind: z.literal('order-completed'), orderId: z.uuid() }),
  z.object({ kind: z.literal('order-cancelled'), orderId: z.uuid() }),
  z.object({ kind: z.literal('order-not-picked-up'), orderId: z.uuid() }),
  // Lines, quantities or pickup time are others than they were.
  z.object({ kind: z.literal('order-changed'), orderId: z.uuid() }),
  // Staff sent the mail about an earlier event again.
  z.object({ kind: z.literal('order-mail-requested'), orderId: z.uuid(), about: z.string() }),
  // Units that were held are in no lot any more, and are there again.
  z.object({ kind: z.literal('order-short'), orderId: z.uuid() }),
  z.object({ kind: z.literal('order-complete-again'), orderId: z.uuid() }),
  z.object({ kind: z.literal('reservation-short'), reservationId: z.uuid() }),
  z.object({ kind: z.literal('reservation-complete-again'), reservationId: z.uuid() }),
  z.object({ kind: z.literal('receipt-requested'), orderId: z.uuid() }),
  z.object({ kind: z.literal('reservation-made'), reservationId: z.uuid() }),
  z.object({ kind: z.literal('reservation-cancelled'), reservationId: z.uuid() }),
  z.object({ kind: z.literal('reservation-expired'), reservationId: z.uuid() }),
]);

export type DomainEvent = z.output<typeof eventSchema>;

/** What an event is about. */
export function subjectOf(event: DomainEvent): string {
  return 'orderId' in event ? event.orderId : event.reservationId;
}
