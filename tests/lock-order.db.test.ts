/** Commands that meet at the same rows lock them in one order (docs/locks.md), so none ever deadlocks. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commands } from './support/commands-at-once.ts';
import { expectSound, runAtOnce } from './support/run-at-once.ts';

/**
 * Files with a transaction that never meets another subject's command: they write rows of one person, one list or one
 * job, or only read and record it. A room represents its files.
 */
const apart = [
  'app/core/ground/access/staff-transaction',
  'app/core/ground/audit/',
  'app/core/running/backups/',
  'app/core/sales/closures/show-call-phones',
  'app/core/running/connections/',
  'app/core/records/dates/',
  'app/core/accounts/identity/',
  'app/core/ground/mail/send-kept-mail',
  'app/core/ground/mail/withhold-mail',
  'app/core/ground/notifications/',
  'app/core/running/operations/',
  'app/core/sales/promotions/',
  'app/core/sales/recalls/show-phones',
  'app/core/ground/saved-views/',
  'app/core/records/account-data/download-data',
  'app/core/records/analytics/export-report',
  'app/core/records/binder/make-binder',
  'app/core/records/binder/papers/export-papers',
  'app/core/records/binder/papers/export-report-paper',
  'app/core/records/conduct/tell-what-stood-out',
  'app/core/records/books/export-books',
  'app/core/sales/cash-desk/change-charge',
  'app/core/sales/cash-desk/export-cash-day',
  'app/core/records/books/record-inventory',
  'app/core/goods/catalogue/imports/clean-up-imports',
  'app/core/goods/catalogue/products/export-inventory',
  'app/core/goods/counts/export-count',
  'app/core/accounts/customers/save-photo',
  'app/core/accounts/customers/remove-photos',
  'app/core/accounts/customers/reveal-customer',
  'app/core/accounts/customers/rotate-keys',
  'app/core/accounts/customers/save-profile',
  'app/core/accounts/customers/view-photo',
  'app/core/goods/favorites/emails/back-in-stock-notification',
  'app/core/sales/orders/list/export-orders',
  'app/core/sales/orders/reservations/export-reservations',
  'app/core/sales/orders/receipts/mail-walk-in-receipt',
  'app/core/sales/orders/receipts/make-receipt',
  'app/core/sales/orders/receipts/request-receipt',
  'app/core/sales/orders/resend-order-mail',
  'app/core/accounts/customers/list/export-customers',
  // Waits only for others who drop files of its kind.
  'app/core/goods/drops/',
  // Meets only the file's own row.
  'app/core/goods/reconciliation/',
  // Locks only its own comparison, and adds rows that no other command changes.
  'app/core/goods/tracking/compare-now',
  'app/core/goods/tracking/start-comparison',
  // Locks whether the shop reports, then the outage that is open.
  'app/core/goods/tracking/contact',
  // Locks whether the shop reports, then its own reports; adds rows that no other command changes.
  'app/core/goods/tracking/reports/',
  // Locks packages of the state alone, by their tags, and deliveries.
  'app/core/goods/tracking/read-state',
  // Locks holds of the state alone, without waiting.
  'app/core/goods/tracking/holds/tell-holds',
  // Locks only what is remembered of items, in their order.
  'app/core/goods/tracking/deliveries/remember-items',
  'app/core/ground/settings/open-shop',
  'app/core/ground/settings/content/publish-content',
  'app/core/goods/stock/lots/export-lots',
  'app/core/goods/stock/waste/export-waste',
  // Locks only its own outage, and deliveries do not wait for it.
  'app/core/goods/stock/outage/',
  // Fill a shop before it opens, one batch after the other, and delete what they wrote.
  'app/core/running/move-in/',
  'app/core/accounts/customers/move-profiles',
  // Waits for every table at once and gives up after three seconds; no shop with orders has one.
  'app/core/running/rehearsals/hold-rehearsal',
  // Meet only a printer and its papers.
  'app/core/sales/printing/',
  // Meets only the endpoint and its messages.
  'app/core/running/webhooks/record-attempt',
];

test('every file with a transaction runs against the others, or is listed as meeting none of them', () => {
  const files = readdirSync('app/core', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => `app/core/${file.replaceAll('\\', '/')}`)
    .filter((file) =>
      /\b(?:in(?:Long)?|(?:s|recentS)taff)Transaction(?:Or)?[<(]/.test(readFileSync(file, 'utf8')),
    )
    .map((file) => file.replace(/(?:\.server)?\.tsx?$/, ''));
  expect(files.length).toBeGreaterThan(60);
  const run = new Set(commands.flatMap((command) => command.files.map((file) => `app/core/${file}`)));
  const missing = files.filter((file) => !run.has(file) && !apart.some((start) => file.startsWith(start)));
  expect(missing).toEqual([]);
  expect([...run].filter((file) => !files.includes(file))).toEqual([]);
});

/** Half of all pairs, in which each command occurs several times; the long suite runs them all. */
const SOME = { share: 1 / 2, seed: 20_261_128 };

test('commands at once cause no deadlock, fault or broken invariant, and the audit log has text for all of it', async () => {
  const ran = await runAtOnce(SOME);
  console.log(ran.words);
  expectSound(ran);
});
