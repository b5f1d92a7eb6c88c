/**
 * Runs work outside of requests: reactions to events, mail, scheduled tasks. The one place that knows which reactions
 * belong to which event. Every handler is safe to repeat, because every job runs at least once.
 */
import { tellPartners, tickWebhooks } from '#api/tell-partners.server.ts';
import {
  notifyOfAgeDecision,
  notifyOfLicense,
} from '#core/accounts/customers/emails/verification-notifications.server.tsx';
import { notifyOfSecurity } from '#core/accounts/identity/accounts/emails/security-notifications.server.tsx';
import { accountMailJob } from '#core/accounts/identity/accounts/request-account-mail.server.ts';
import { writeAccountMail } from '#core/accounts/identity/accounts/write-account-mail.server.tsx';
import { sendTextCode } from '#core/accounts/identity/second-factor/send-text-code.server.ts';
import { textCodeJob } from '#core/accounts/identity/second-factor/text-code-job.ts';
import { readActorOfSession } from '#core/accounts/identity/sessions/actor-queries.server.ts';
import { importJob } from '#core/goods/catalogue/imports/import-job.ts';
import { workOnImport } from '#core/goods/catalogue/imports/work-on-import.server.ts';
import { notifyBackInStock } from '#core/goods/favorites/emails/back-in-stock-notification.server.tsx';
import { compareNow } from '#core/goods/tracking/compare-now.server.ts';
import { comparisonJob } from '#core/goods/tracking/comparison-job.ts';
import { notifyOfStateHold } from '#core/goods/tracking/holds/emails/hold-notification.server.tsx';
import { notifyOfStateTasks } from '#core/goods/tracking/reports/emails/tasks-notification.server.tsx';
import type { DomainEvent } from '#core/ground/events/event.ts';
import { eventJob } from '#core/ground/events/event-job.ts';
import { readEvent } from '#core/ground/events/event-queries.server.ts';
import { sendQueuedMail } from '#core/ground/mail/send-queued-mail.server.ts';
import { accountLetterJob, bulkJob, mailJob, safetyJob } from '#core/ground/mail/sending-jobs.ts';
import { pushJob, smsCodeJob, smsJob } from '#core/ground/notifications/delivery-jobs.ts';
import { sendSmsCode } from '#core/ground/notifications/request-sms-code.server.ts';
import { sendBulk } from '#core/ground/notifications/send-bulk.server.ts';
import { sendPush } from '#core/ground/notifications/send-push.server.ts';
import { sendSms } from '#core/ground/notifications/send-sms.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { notifyOfWhatStoodOut } from '#core/records/conduct/emails/stood-out-notification.server.tsx';
import { notifyOfDate } from '#core/records/dates/emails/date-notification.server.tsx';
import { notifyOfConnection } from '#core/running/connections/emails/connection-notification.server.tsx';
import { fileMoveJob } from '#core/running/move-in/files/file-move-job.ts';
import { workOnFileMove } from '#core/running/move-in/files/work-on-file-move.server.ts';
import { notifyOfIncident } from '#core/running/operations/emails/incident-notification.server.tsx';
import { deliverTo } from '#core/running/webhooks/deliver-messages.server.ts';
import { notifyOfWebhook } from '#core/running/webhooks/emails/webhook-notification.server.tsx';
import { planTicks } from '#core/running/webhooks/wake-endpoints.server.ts';
import { webhookJob, webhookTickJob } from '#core/running/webhooks/webhook-jobs.ts';
import { closureJob } from '#core/sales/closures/closure-job.ts';
import { tellClosure, tellOpenAgain } from '#core/sales/closures/tell-closure.server.ts';
import {
  notifyOfOrder,
  notifyOfReservation,
  type OrderEventKind,
  resendOrderNotification,
} from '#core/sales/orders/emails/order-notifications.server.tsx';
import { makeReceipt } from '#core/sales/orders/receipts/make-receipt.server.ts';
import { receiptJob } from '#core/sales/orders/receipts/receipt-job.ts';
import type { ReservationEvent } from '#core/sales/orders/reservations/reservation-news.ts';
import { correctionJob } from '#core/sales/price-corrections/correction-job.ts';
import { workOnCorrection } from '#core/sales/price-corrections/work-on-correction.server.ts';
import { handOverPromotion } from '#core/sales/promotions/hand-over-promotion.server.ts';
import { promotionJob } from '#core/sales/promotions/promotion-job.ts';
import { beginPromotion, tellNext } from '#core/sales/promotions/tell-promotion.server.ts';
import { recallJob } from '#core/sales/recalls/recall-job.ts';
import { tellNextBuyers } from '#core/sales/recalls/tell-recall.server.ts';
import { doEach } from '#platform/batches.ts';
import { type DoneJob, doing, dropOldSchedules, work } from '#platform/jobs.ts';
import { log } from '#platform/log.ts';
import { scheduledTasks } from './scheduled-tasks.ts';

type Reaction<F extends DomainEvent> = (eventId: string, event: F) => Promise<void>;

const ofReservation =
  (event: ReservationEvent) =>
  (eventId: string, { reservationId }: { reservationId: string }) =>
    notifyOfReservation(eventId, reservationId, event);

/**
 * The reactions to each kind of event. The order room's table says what the customer gets for an order event, so those
 * need no entry here; any other kind without an entry does not compile.
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
  'reservation-price-lowered': [ofReservation('price-lowered')],
  'reservation-complete-again': [ofReservation('complete-again')],
  'security-changed': [notifyOfSecurity],
  'age-decided': [notifyOfAgeDecision],
  'license-verified': [notifyOfLicense],
  promotion: [(_, { promotionId }) => beginPromotion(promotionId)],
  closure: [(_, { closureId }) => tellClosure(closureId)],
  'closure-undone': [(_, { closureId }) => tellOpenAgain(closureId)],
  recall: [(_, { recallId }) => tellNextBuyers(recallId)],
  'date-due': [notifyOfDate],
  'incident-opened': [notifyOfIncident],
  'incident-closed': [notifyOfIncident],
  'webhook-stopped': [notifyOfWebhook],
  'state-hold': [notifyOfStateHold],
  'state-hold-ended': [notifyOfStateHold],
  'connection-changed': [notifyOfConnection],
  'state-tasks-waiting': [notifyOfStateTasks],
  'stood-out': [notifyOfWhatStoodOut],
  'back-in-stock': [(eventId, { alertId }) => notifyBackInStock(eventId, alertId)],
};

/** Runs all reactions to an event. Throws when one of them fails, so that the job is retried. */
export async function reactToEvent(eventId: string): Promise<void> {
  const event = await readEvent(eventId);
  if (!event) {
    log.error({ eventId }, 'a job speaks of an event that is not there');
    return;
  }
  // Neither depends on the other: a failed email must not stop the webhook.
  await doEach([() => reactInHouse(eventId, event), () => tellPartners(eventId, event)]);
}

async function reactInHouse(eventId: string, event: DomainEvent): Promise<void> {
  if ('orderId' in event && event.kind !== 'order-mail-requested')
    return notifyOfOrder(eventId, event.orderId, event.kind);
  // The table gives each kind reactions to that kind; TypeScript cannot follow this through the lookup.
  for (const react of reactions[event.kind] as readonly Reaction<DomainEvent>[]) await react(eventId, event);
}

/** Every kind of job and its handler. */
export const jobs: readonly DoneJob[] = [
  doing(eventJob, ({ eventId }) => reactToEvent(eventId)),
  doing(accountLetterJob, ({ mailId }) => sendQueuedMail(mailId, true)),
  doing(mailJob, ({ mailId }) => sendQueuedMail(mailId)),
  doing(promotionJob, ({ promotionId }) => tellNext(promotionId)),
  doing(bulkJob, handOverPromotion),
  doing(recallJob, ({ recallId }) => tellNextBuyers(recallId)),
  doing(closureJob, ({ closureId, isUndo }) => (isUndo ? tellOpenAgain(closureId) : tellClosure(closureId))),
  doing(correctionJob, ({ correctionId }) => workOnCorrection(correctionId)),
  doing(safetyJob, sendBulk),
  doing(receiptJob, ({ receiptId }) => makeReceipt(receiptId)),
  doing(pushJob, sendPush),
  doing(smsJob, sendSms),
  doing(textCodeJob, ({ encrypted }) => sendTextCode(encrypted)),
  doing(smsCodeJob, ({ encrypted }) => sendSmsCode(encrypted)),
  doing(accountMailJob, ({ accountMail }) => writeAccountMail(accountMail)),
  doing(importJob, async ({ importId, sessionId }) =>
    workOnImport(await readActorOfSession(sessionId), importId),
  ),
  doing(fileMoveJob, async ({ moveId, sessionId }) =>
    workOnFileMove(await readActorOfSession(sessionId), moveId),
  ),
  doing(comparisonJob, ({ comparisonId }) => compareNow(comparisonId)),
  doing(webhookJob, ({ endpointId }) => deliverTo(endpointId)),
  doing(webhookTickJob, () => tickWebhooks()),
  ...scheduledTasks,
];

/** Starts running jobs in this process. */
export async function startWorker(): Promise<void> {
  const { zone } = (await readSettings()).store;
  for (const job of jobs) await work(job, zone);
  await dropOldSchedules(jobs);
  // What a process that died left to send does not wait for the next minute.
  await planTicks();
}
