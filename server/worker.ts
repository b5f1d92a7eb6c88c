/**
 * What happens outside of requests: reactions to events, mail, scheduled work. The one place that knows who
 * reacts to what. Every handler is safe to repeat, because every job is done at least once.
 */
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { events } from '#db/schema/events.ts';
import { singleStatement } from '#db/statement.ts';
import { foldSales } from '#features/analytics/fold-sales.server.ts';
import { cleanUpImports } from '#features/catalogue/clean-up-imports.server.ts';
import { cleanUpPictures } from '#features/catalogue/clean-up-pictures.server.ts';
import { importJob } from '#features/catalogue/import-job.ts';
import { tintPictures } from '#features/catalogue/tint-pictures.server.ts';
import { workOnImport } from '#features/catalogue/work-on-import.server.ts';
import { cleanUpIdempotencyKeys } from '#features/checkout/clean-up-idempotency-keys.server.ts';
import {
  notifyOfAgeDecision,
  notifyOfLicense,
} from '#features/customers/emails/verification-notifications.server.tsx';
import { cleanUpPhotos } from '#features/customers/remove-photos.server.ts';
import { notifyOfDate } from '#features/dates/emails/date-notification.server.tsx';
import { remindOfDates } from '#features/dates/remind-of-dates.server.ts';
import { type DomainEvent, eventSchema } from '#features/events/event.ts';
import { eventJob } from '#features/events/event-job.ts';
import {
  announceBackInStock,
  cleanUpStockAlerts,
} from '#features/favorites/announce-back-in-stock.server.ts';
import { notifyBackInStock } from '#features/favorites/emails/back-in-stock-notification.server.tsx';
import { readActorOfSession } from '#features/identity/actor-queries.server.ts';
import { cleanUpIdentity } from '#features/identity/clean-up-identity.server.ts';
import { notifyOfSecurity } from '#features/identity/emails/security-notifications.server.tsx';
import { accountMailJob } from '#features/identity/request-account-mail.server.ts';
import { sendTextCode } from '#features/identity/send-text-code.server.ts';
import { textCodeJob } from '#features/identity/text-code-job.ts';
import { writeAccountMail } from '#features/identity/write-account-mail.server.tsx';
import { retireExpiredLots } from '#features/inventory/retire-expired-lots.server.ts';
import { bulkJob } from '#features/mail/bulk-job.ts';
import { mailJob } from '#features/mail/mail-job.ts';
import { purgeMail } from '#features/mail/purge-mail.server.ts';
import { sendQueuedMail } from '#features/mail/send-queued-mail.server.ts';
import { pushJob } from '#features/notifications/push-job.ts';
import { sendSmsCode } from '#features/notifications/request-sms-code.server.ts';
import { sendPush } from '#features/notifications/send-push.server.ts';
import { sendSms } from '#features/notifications/send-sms.server.ts';
import { smsCodeJob, smsJob } from '#features/notifications/sms-job.ts';
import {
  notifyOfOrder,
  notifyOfReservation,
  type OrderEventKind,
  resendOrderNotification,
} from '#features/orders/emails/order-notifications.server.tsx';
import { expireHolds } from '#features/orders/expire-holds.server.ts';
import { makeReceipt } from '#features/orders/make-receipt.server.ts';
import { receiptJob } from '#features/orders/receipt-job.ts';
import type { ReservationEvent } from '#features/orders/reservation-news.ts';
import { warnOfExpiringHolds } from '#features/orders/warn-of-expiring-holds.server.ts';
import { handOverPromotion } from '#features/promotions/hand-over-promotion.server.ts';
import { promotionJob } from '#features/promotions/promotion-job.ts';
import { beginPromotion, tellNext } from '#features/promotions/tell-promotion.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { type DoneJob, defineJob, doing, work } from '#platform/jobs.ts';
import { log } from '#platform/log.ts';
import { cleanUpUploads } from '#platform/uploads/receive-upload.ts';

type Reaction<F extends DomainEvent> = (eventId: string, event: F) => Promise<void>;

const ofReservation =
  (event: ReservationEvent) =>
  (eventId: string, { reservationId }: { reservationId: string }) =>
    notifyOfReservation(eventId, reservationId, event);

/**
 * Who reacts to what. Of an event of an order its customer is told what the order room's table says, so it needs no
 * entry here; any other kind without an entry does not compile.
 */
const reactions: {
  readonly [K in Exclude<DomainEvent['kind'], OrderEventKind>]: readonly Reaction<
    Extract<DomainEvent, { kind: K }>
  >[];
} = {
  'order-mail-requested': [(eventId, { orderId, about }) => resendOrderNotification(eventId, orderId, about)],
  'reservation-made': [ofReservation('made')],
  'reservation-changed': [
    (eventId, { reservationId, to }) => notifyOfReservation(eventId, reservationId, 'changed', to),
  ],
  'reservation-cancelled': [ofReservation('cancelled')],
  'reservation-expiring': [ofReservation('expiring')],
  'reservation-expired': [ofReservation('expired')],
  'reservation-short': [ofReservation('short')],
  'reservation-complete-again': [ofReservation('complete-again')],
  'security-changed': [notifyOfSecurity],
  'age-decided': [notifyOfAgeDecision],
  'license-verified': [notifyOfLicense],
  promotion: [(_, { promotionId }) => beginPromotion(promotionId)],
  'date-due': [notifyOfDate],
  'back-in-stock': [(eventId, { alertId }) => notifyBackInStock(eventId, alertId)],
};

const readEvent = singleStatement((db) =>
  db
    .select({ payload: events.payload })
    .from(events)
    .where(eq(events.id, sql.placeholder('eventId'))),
);

/** Lets everybody react who does. Throws when one of them fails, so that the job is tried again. */
export async function reactToEvent(eventId: string): Promise<void> {
  const [stored] = await readEvent({ eventId });
  if (!stored) {
    log.error({ eventId }, 'a job speaks of an event that is not there');
    return;
  }
  const event = eventSchema.parse(stored.payload);
  if ('orderId' in event && event.kind !== 'order-mail-requested')
    return notifyOfOrder(eventId, event.orderId, event.kind);
  // The table gives each kind reactions to that kind; TypeScript cannot follow that through the lookup.
  for (const react of reactions[event.kind] as readonly Reaction<DomainEvent>[]) await react(eventId, event);
}

/**
 * Every minute: ends holds whose time has run out, says so of those that are about to, takes expired lots off sale,
 * tells who waits for what is back, adds up what was sold.
 */
const expiryJob = defineJob({ name: 'expire-holds', data: z.object({}), cron: '* * * * *' });
/** Reminds of the dates that matter: every morning, at an hour that every day has, whatever the clocks do. */
const datesJob = defineJob({ name: 'remind-of-dates', data: z.object({}), cron: '5 8 * * *' });
/** Removes what has served its time: every night. */
const cleanupJob = defineJob({ name: 'cleanup', data: z.object({}), cron: '20 4 * * *' });
/** Looks at pictures whose color nobody has seen yet: every night some of them. */
const tintJob = defineJob({ name: 'tint-pictures', data: z.object({}), cron: '40 4 * * *' });

/** Every kind of job there is, and what does it. */
export const jobs: readonly DoneJob[] = [
  doing(eventJob, ({ eventId }) => reactToEvent(eventId)),
  doing(mailJob, ({ mailId }) => sendQueuedMail(mailId)),
  doing(promotionJob, ({ promotionId }) => tellNext(promotionId)),
  doing(bulkJob, handOverPromotion),
  doing(receiptJob, ({ receiptId }) => makeReceipt(receiptId)),
  doing(pushJob, sendPush),
  doing(smsJob, sendSms),
  doing(textCodeJob, ({ encrypted }) => sendTextCode(encrypted)),
  doing(smsCodeJob, ({ encrypted }) => sendSmsCode(encrypted)),
  doing(accountMailJob, ({ accountMail }) => writeAccountMail(accountMail)),
  doing(importJob, async ({ importId, sessionId }) =>
    workOnImport(await readActorOfSession(sessionId), importId),
  ),
  doing(expiryJob, async () => {
    await expireHolds();
    await warnOfExpiringHolds();
    await retireExpiredLots();
    await announceBackInStock();
    await foldSales();
  }),
  doing(datesJob, () => remindOfDates()),
  doing(cleanupJob, cleanUp),
  doing(tintJob, () => tintPictures()),
];

/** Starts doing jobs in this process. */
export async function startWorker(): Promise<void> {
  const { zone } = (await readSettings()).store;
  for (const job of jobs) await work(job, zone);
}

export async function cleanUp(): Promise<void> {
  await cleanUpIdentity();
  await cleanUpPhotos();
  await cleanUpUploads();
  await cleanUpImports();
  await cleanUpPictures();
  await cleanUpStockAlerts();
  await purgeMail();
  await cleanUpIdempotencyKeys();
}
