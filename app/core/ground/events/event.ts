/** Lists the events that others react to. Only the worker knows the reactions. */
import { z } from 'zod';
import {
  connectionChanges,
  orderStatusEvents,
  putOffReasons,
  reservationStatuses,
  shopConnectionKinds,
} from '#kernel/statuses.ts';

/** Changes to how people sign in to an account, or to who is signed in. Its owner is notified of each. */
const securityChanges = [
  'password-changed',
  'password-reset',
  'sessions-ended',
  'api-token-created',
  'api-token-revoked',
  'pin-set',
  'pin-removed',
  'authenticator-on',
  'authenticator-off',
  'text-codes-on',
  'text-codes-off',
  'text-codes-replaced',
  'backup-codes-renewed',
  'backup-code-used',
  'codes-guessed',
  'passkey-added',
  'passkey-removed',
  'provider-linked',
  'provider-unlinked',
  'email-changed',
  'email-restored',
  'data-downloaded',
  'second-factor-reset',
  'signed-out-by-staff',
  'role-changed',
] as const;
export type SecurityChange = (typeof securityChanges)[number];

/** Payloads contain ids only; reactions read the rest from the database, as it is by then. */
export const eventSchema = z.discriminatedUnion('kind', [
  // An order has reached a status.
  z.object({ kind: z.enum(orderStatusEvents), orderId: z.uuid() }),
  // An order that was ready is packed again.
  z.object({ kind: z.literal('order-not-ready'), orderId: z.uuid() }),
  // A wrong price of one line was lowered, and the total with it.
  z.object({ kind: z.literal('order-price-lowered'), orderId: z.uuid() }),
  // Too much was paid for it because of a wrong price, and is refunded at the next visit.
  z.object({ kind: z.literal('order-cash-owed'), orderId: z.uuid() }),
  // Staff changed lines, quantities or pickup time.
  z.object({ kind: z.literal('order-changed'), orderId: z.uuid() }),
  // The customer changed the items; the names and quantities before and after, which are stored nowhere else.
  z.object({
    kind: z.literal('order-items-changed'),
    orderId: z.uuid(),
    changes: z.array(
      z.object({ name: z.string(), from: z.number().int().min(0), to: z.number().int().min(0) }),
    ),
  }),
  // The customer chose another pickup time; from and to as ISO instants, which are stored nowhere else.
  z.object({
    kind: z.literal('order-moved'),
    orderId: z.uuid(),
    from: z.iso.datetime().nullable(),
    to: z.iso.datetime(),
  }),
  // The customer said that they will come around that time, which is outside the slot.
  z.object({ kind: z.literal('order-running-late'), orderId: z.uuid(), around: z.iso.datetime() }),
  // The customer was at the counter, and takes the order another time.
  z.object({ kind: z.literal('order-put-off'), orderId: z.uuid(), why: z.enum(putOffReasons) }),
  // The pickup time is over, and the order waits a little longer.
  z.object({ kind: z.literal('order-pickup-missed'), orderId: z.uuid() }),
  // The customer changed the note for staff, or who picks the order up.
  z.object({
    kind: z.enum(['order-note-changed', 'order-pickup-name-changed']),
    orderId: z.uuid(),
  }),
  // This amount, in cents, was returned; 0 where rounding to the nickel left nothing.
  z.object({ kind: z.literal('order-refunded'), orderId: z.uuid(), amount: z.number().int().min(0) }),
  // Staff sent the mail about an earlier event again.
  z.object({ kind: z.literal('order-mail-requested'), orderId: z.uuid(), about: z.string() }),
  // Reserved units are no longer in any lot, or are back again.
  z.object({ kind: z.literal('order-short'), orderId: z.uuid() }),
  z.object({ kind: z.literal('order-complete-again'), orderId: z.uuid() }),
  z.object({ kind: z.literal('reservation-short'), reservationId: z.uuid() }),
  z.object({ kind: z.literal('reservation-complete-again'), reservationId: z.uuid() }),
  // The customer or staff asked for the receipt by email; staff asked for a link to it by text message.
  z.object({ kind: z.enum(['receipt-requested', 'receipt-link-requested']), orderId: z.uuid() }),
  // A wrong price that it was promised was lowered.
  z.object({ kind: z.literal('reservation-price-lowered'), reservationId: z.uuid() }),
  z.object({ kind: z.literal('reservation-made'), reservationId: z.uuid() }),
  z.object({ kind: z.literal('reservation-cancelled'), reservationId: z.uuid() }),
  // Staff changed its status; cancelling is a separate event.
  z.object({
    kind: z.literal('reservation-changed'),
    reservationId: z.uuid(),
    to: z.enum(reservationStatuses),
  }),
  // The hold ends soon, and no pickup time has been chosen.
  z.object({ kind: z.literal('reservation-expiring'), reservationId: z.uuid() }),
  z.object({ kind: z.literal('reservation-expired'), reservationId: z.uuid() }),
  z.object({
    kind: z.literal('security-changed'),
    userId: z.uuid(),
    change: z.enum(securityChanges),
    // The device it was done on, as its owner knows it: it cannot be determined later.
    device: z.string().max(100),
  }),
  // Staff decided about a customer's age, or withdrew a decision.
  z.object({
    kind: z.literal('age-decided'),
    userId: z.uuid(),
    decision: z.enum(['approved', 'rejected', 'undecided']),
  }),
  z.object({ kind: z.literal('license-verified'), userId: z.uuid() }),
  // A reminder of a date that matters is due for an admin.
  z.object({ kind: z.literal('date-due'), userId: z.uuid(), dateId: z.uuid(), dueOn: z.iso.date() }),
  // A watched part of the shop passed its bound, or has been fine for a while since, for an admin.
  z.object({
    kind: z.enum(['incident-opened', 'incident-closed']),
    userId: z.uuid(),
    incidentId: z.uuid(),
  }),
  // An endpoint of webhooks no longer gets messages; an admin is to know.
  z.object({ kind: z.literal('webhook-stopped'), userId: z.uuid(), endpointId: z.uuid() }),
  // The state does not let lots be sold that were on sale, or lets them be sold again; a member of staff is to know.
  z.object({
    kind: z.enum(['state-hold', 'state-hold-ended']),
    userId: z.uuid(),
    holdIds: z.array(z.uuid()).min(1),
  }),
  // Someone set up, changed or removed a connection of the shop; an admin is to know.
  z.object({
    kind: z.literal('connection-changed'),
    userId: z.uuid(),
    connection: z.enum(shopConnectionKinds),
    change: z.enum(connectionChanges),
    byId: z.uuid(),
    at: z.iso.datetime(),
  }),
  // Reports to the state were refused hours ago and no one has decided; an admin is to know of how many.
  z.object({
    kind: z.literal('state-tasks-waiting'),
    userId: z.uuid(),
    tasks: z.number().int().positive(),
  }),
  // Acts of people at work on a day are far from usual; an admin is to know of how many people.
  z.object({
    kind: z.literal('stood-out'),
    userId: z.uuid(),
    day: z.iso.date(),
    people: z.number().int().positive(),
  }),
  // It is a person's turn to learn that a product they wait for is back.
  z.object({ kind: z.literal('back-in-stock'), alertId: z.uuid() }),
  // An admin sent a promotion.
  z.object({ kind: z.literal('promotion'), promotionId: z.uuid() }),
  // An admin closed or shortened days, or undid it.
  z.object({ kind: z.literal('closure'), closureId: z.uuid() }),
  z.object({ kind: z.literal('closure-undone'), closureId: z.uuid() }),
  // An admin started a recall.
  z.object({ kind: z.literal('recall'), recallId: z.uuid() }),
]);

/** One union member per kind. */
export type DomainEvent = ByKind<z.output<typeof eventSchema>>;
type ByKind<E> = E extends { kind: infer K }
  ? K extends string
    ? Omit<E, 'kind'> & { kind: K }
    : never
  : never;

/** The id of what an event is about. */
export function subjectOf(event: DomainEvent): string {
  if ('orderId' in event) return event.orderId;
  if ('userId' in event) return event.userId;
  if ('promotionId' in event) return event.promotionId;
  if ('recallId' in event) return event.recallId;
  if ('closureId' in event) return event.closureId;
  return 'alertId' in event ? event.alertId : event.reservationId;
}
