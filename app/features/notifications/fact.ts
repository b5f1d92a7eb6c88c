/** What can happen that others react to. The worker alone knows who reacts. */
import { z } from 'zod';

/** Payloads carry ids only; whoever reacts reads the rest from the database, as it is by then. */
export const factSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('order-placed'), orderId: z.uuid() }),
  z.object({ kind: z.literal('order-cancelled'), orderId: z.uuid() }),
  z.object({ kind: z.literal('receipt-requested'), orderId: z.uuid() }),
  z.object({ kind: z.literal('reservation-made'), reservationId: z.uuid() }),
  z.object({ kind: z.literal('reservation-cancelled'), reservationId: z.uuid() }),
  z.object({ kind: z.literal('reservation-expired'), reservationId: z.uuid() }),
]);

export type Fact = z.output<typeof factSchema>;

/** What a fact is about. */
export function subjectOf(fact: Fact): string {
  return 'orderId' in fact ? fact.orderId : fact.reservationId;
}
