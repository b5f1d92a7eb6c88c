/**
 * Scheduled tasks, in the store's time zone. Each has its own queue, so that one that fails or waits for a lock delays
 * no other; each is safe to repeat.
 */

import { cleanUpApiTokens } from '#core/accounts/api-tokens/revoke-token.server.ts';
import { cleanUpPhotos } from '#core/accounts/customers/remove-photos.server.ts';
import { cleanUpIdentity } from '#core/accounts/identity/accounts/clean-up-identity.server.ts';
import { rotateSigningKeys } from '#core/accounts/identity/sessions/signing-keys.server.ts';
import { cleanUpImports } from '#core/goods/catalogue/imports/clean-up-imports.server.ts';
import { cleanUpUnnamedPictures } from '#core/goods/catalogue/pictures/clean-up-unnamed-pictures.server.ts';
import { tintPictures } from '#core/goods/catalogue/pictures/tint-pictures.server.ts';
import { cleanUpCertificates } from '#core/goods/certificates/clean-up-certificates.server.ts';
import { cleanUpDrops } from '#core/goods/drops/remove-drops.server.ts';
import {
  announceBackInStock,
  cleanUpStockAlerts,
} from '#core/goods/favorites/announce-back-in-stock.server.ts';
import { retireExpiredLots } from '#core/goods/stock/lots/retire-expired-lots.server.ts';
import { readState } from '#core/goods/tracking/read-state.server.ts';
import { reportToState } from '#core/goods/tracking/reports/report-to-state.server.ts';
import { tellOfTasks } from '#core/goods/tracking/reports/tell-of-tasks.server.ts';
import { compareAtNight } from '#core/goods/tracking/start-comparison.server.ts';
import { cleanUpApiRequests } from '#core/ground/access/keyed-request.server.ts';
import { cleanUpOfflineActions } from '#core/ground/access/offline-action.server.ts';
import { purgeMail } from '#core/ground/mail/purge-mail.server.ts';
import { sendKeptMail } from '#core/ground/mail/send-kept-mail.server.ts';
import { recordMailStatus } from '#core/ground/notifications/record-mail-status.server.ts';
import { foldSales } from '#core/records/analytics/fold-sales.server.ts';
import { recordInventory } from '#core/records/books/record-inventory.server.ts';
import { tellWhatStoodOut } from '#core/records/conduct/tell-what-stood-out.server.ts';
import { remindOfDates } from '#core/records/dates/remind-of-dates.server.ts';
import { backupJob } from '#core/running/backups/backup-job.ts';
import { runBackup } from '#core/running/backups/run-backup.server.ts';
import { cleanUpFileMoves } from '#core/running/move-in/files/clean-up-file-moves.server.ts';
import { compareStock } from '#core/running/operations/watch/check-stock.server.ts';
import { watchShop } from '#core/running/operations/watch/watch-shop.server.ts';
import { endOldRehearsal } from '#core/running/rehearsals/hold-rehearsal.server.ts';
import { cleanUpWebhooks } from '#core/running/webhooks/clean-up-webhooks.server.ts';
import { planTicks } from '#core/running/webhooks/wake-endpoints.server.ts';
import { cleanUpTablets } from '#core/sales/cash-desk/report-tablet.server.ts';
import { cleanUpIdempotencyKeys } from '#core/sales/checkout/clean-up-idempotency-keys.server.ts';
import { forgetLines } from '#core/sales/line/take-number.server.ts';
import { forgetIdsOfDay } from '#core/sales/orders/hand-over/id-owner.server.ts';
import { releaseMissedOrders } from '#core/sales/orders/missed-pickups/release-missed-orders.server.ts';
import { remindOfMissedPickups } from '#core/sales/orders/missed-pickups/remind-of-missed-pickups.server.ts';
import { expireHolds } from '#core/sales/orders/reservations/expire-holds.server.ts';
import { warnOfExpiringHolds } from '#core/sales/orders/reservations/warn-of-expiring-holds.server.ts';
import { cleanUpPrintJobs, watchPrinters } from '#core/sales/printing/watch-printers.server.ts';
import { endAbandonedWalkIns } from '#core/sales/walk-ins/end-walk-ins.server.ts';
import { type DoneJob, doing, scheduledTask } from '#platform/jobs.ts';
import { cleanUpUploads } from '#platform/uploads/receive-upload.ts';

const everyMinute = (name: string, run: () => Promise<unknown>) =>
  scheduledTask({ name, cron: '* * * * *', retryLimit: 0, run });

/** Runs once a day; retries a failure for about twenty minutes. */
const daily = (name: string, cron: string, run: () => Promise<unknown>) =>
  scheduledTask({ name, cron, retryLimit: 5, run });

export const scheduledTasks: readonly DoneJob[] = [
  everyMinute('end-expired-holds', () => expireHolds()),
  everyMinute('warn-of-expiring-holds', () => warnOfExpiringHolds()),
  everyMinute('remind-of-missed-pickups', () => remindOfMissedPickups()),
  everyMinute('release-missed-orders', () => releaseMissedOrders()),
  everyMinute('end-old-rehearsal', () => endOldRehearsal()),
  everyMinute('end-abandoned-walk-ins', () => endAbandonedWalkIns()),
  everyMinute('watch-printers', () => watchPrinters()),
  // Every minute, so that none is missed while the server restarts at midnight.
  everyMinute('forget-walk-in-ids', () => forgetIdsOfDay()),
  everyMinute('forget-lines', () => forgetLines()),
  everyMinute('retire-expired-lots', () => retireExpiredLots()),
  everyMinute('announce-back-in-stock', () => announceBackInStock()),
  everyMinute('fold-sales', foldSales),
  everyMinute('record-inventory', () => recordInventory()),
  everyMinute('send-kept-mail', sendKeptMail),
  everyMinute('report-to-state', () => reportToState()),
  everyMinute('read-state', () => readState()),
  everyMinute('tell-of-state-tasks', () => tellOfTasks()),
  everyMinute('watch-shop', () => watchShop()),
  // At a minute when nothing else is due.
  scheduledTask({ name: 'check-stock', cron: '47 * * * *', retryLimit: 0, run: () => compareStock() }),
  everyMinute('plan-webhooks', planTicks),
  doing(backupJob, runBackup),
  // Soon after the day has ended, so that its packages are those of its close.
  daily('compare-with-state', '10 0 * * *', () => compareAtNight()),
  // An hour that exists every day, whatever daylight saving time does.
  daily('remind-of-dates', '5 8 * * *', () => remindOfDates()),
  daily('tell-what-stood-out', '10 8 * * *', () => tellWhatStoodOut()),
  daily('rotate-signing-keys', '10 4 * * *', () => rotateSigningKeys()),
  daily('clean-up-sign-ins', '20 4 * * *', cleanUpIdentity),
  daily('clean-up-photos', '22 4 * * *', cleanUpPhotos),
  daily('clean-up-uploads', '24 4 * * *', cleanUpUploads),
  daily('clean-up-imports', '26 4 * * *', cleanUpImports),
  daily('clean-up-file-moves', '26 4 * * *', () => cleanUpFileMoves()),
  daily('clean-up-drops', '27 4 * * *', () => cleanUpDrops()),
  daily('clean-up-unnamed-pictures', '29 4 * * *', () => cleanUpUnnamedPictures()),
  daily('clean-up-certificates', '31 4 * * *', () => cleanUpCertificates()),
  daily('clean-up-stock-alerts', '30 4 * * *', cleanUpStockAlerts),
  daily('purge-mail', '32 4 * * *', async () => {
    await recordMailStatus();
    await purgeMail();
  }),
  daily('clean-up-idempotency-keys', '34 4 * * *', cleanUpIdempotencyKeys),
  daily('clean-up-offline-actions', '36 4 * * *', () => cleanUpOfflineActions()),
  daily('clean-up-api-requests', '37 4 * * *', cleanUpApiRequests),
  daily('clean-up-api-tokens', '38 4 * * *', cleanUpApiTokens),
  daily('clean-up-webhooks', '44 4 * * *', cleanUpWebhooks),
  daily('clean-up-print-jobs', '45 4 * * *', () => cleanUpPrintJobs()),
  daily('clean-up-tablets', '42 4 * * *', () => cleanUpTablets()),
  daily('tint-pictures', '40 4 * * *', () => tintPictures()),
];
