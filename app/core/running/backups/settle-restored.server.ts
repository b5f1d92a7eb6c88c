/**
 * What a restored shop must not do: send again what the shop has sent since the backup, let people in whose sessions have
 * ended since, or, as a copy, count as the shop itself (docs/decisions/0063-what-a-restore-does-not-bring-back.md).
 */

import { accountMailJob } from '#core/accounts/identity/accounts/request-account-mail.server.ts';
import { textCodeJob } from '#core/accounts/identity/second-factor/text-code-job.ts';
import { endAllSessions } from '#core/accounts/identity/sessions/end-sessions.server.ts';
import { lookUpAllFirst } from '#core/goods/tracking/reports/start-reporting.server.ts';
import { eventJob } from '#core/ground/events/event-job.ts';
import { accountLetterJob, bulkJob, mailJob, safetyJob } from '#core/ground/mail/sending-jobs.ts';
import { withholdMail } from '#core/ground/mail/withhold-mail.server.ts';
import { pushJob, smsCodeJob, smsJob } from '#core/ground/notifications/delivery-jobs.ts';
import { withholdDeliveries } from '#core/ground/notifications/withdraw-deliveries.server.ts';
import { forgetConnections } from '#core/running/connections/save-connection.server.ts';
import { stopEndpoints, withholdWebhooks } from '#core/running/webhooks/clean-up-webhooks.server.ts';
import { webhookJob, webhookTickJob } from '#core/running/webhooks/webhook-jobs.ts';
import { closureJob } from '#core/sales/closures/closure-job.ts';
import { promotionJob } from '#core/sales/promotions/promotion-job.ts';
import { recallJob } from '#core/sales/recalls/recall-job.ts';
import { dropJobs } from '#platform/jobs.ts';
import { backupJob } from './backup-job.ts';
import { recordRestored } from './record-run.server.ts';

/** What leads to a message to someone outside. */
const sending = [
  ...[eventJob, mailJob, accountLetterJob, accountMailJob, bulkJob, safetyJob, promotionJob, recallJob],
  ...[closureJob, pushJob, smsJob, smsCodeJob, textCodeJob, webhookJob, webhookTickJob],
];

export type Settled = { sessions: number; messages: number; jobs: number };

/**
 * @param isCopy turns webhooks off and deletes the connections that were set in the office: neither partners nor customers
 *   must take what happens in a copy for the shop's
 * @param sendQueued sends the messages that waited when the backup was made
 */
export async function settleRestored(
  name: string,
  { isCopy, sendQueued }: { isCopy: boolean; sendQueued: boolean },
): Promise<Settled> {
  await recordRestored(name);
  const sessions = await endAllSessions();
  await dropJobs([backupJob.name]);
  await lookUpAllFirst();
  if (isCopy) await Promise.all([stopEndpoints(), forgetConnections()]);
  if (sendQueued) return { sessions, messages: 0, jobs: 0 };
  const jobs = await dropJobs(sending.map(({ name }) => name));
  const messages = (await withholdMail()) + (await withholdDeliveries()) + (await withholdWebhooks());
  return { sessions, messages, jobs };
}
