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
  'app/core/access/staff-transaction',
  'app/core/audit/',
  'app/core/backups/',
  'app/core/closures/show-call-phones',
  'app/core/connections/',
  'app/core/dates/',
  'app/core/identity/',
  'app/core/mail/withhold-mail',
  'app/core/notifications/',
  'app/core/operations/',
  'app/core/promotions/',
  'app/core/recalls/show-phones',
  'app/core/saved-views/',
  'app/core/account-data/download-data',
  'app/core/analytics/export-report',
  'app/core/binder/make-binder',
  'app/core/books/export-books',
  'app/core/cash-desk/change-charge',
  'app/core/cash-desk/export-cash-day',
  'app/core/books/record-inventory',
  'app/core/catalogue/imports/clean-up-imports',
  'app/core/catalogue/products/export-inventory',
  'app/core/counts/export-count',
  'app/core/customers/save-photo',
  'app/core/customers/remove-photos',
  'app/core/customers/reveal-customer',
  'app/core/customers/rotate-keys',
  'app/core/customers/save-profile',
  'app/core/customers/view-photo',
  'app/core/favorites/emails/back-in-stock-notification',
  'app/core/orders/list/export-orders',
  'app/core/orders/reservations/export-reservations',
  'app/core/orders/receipts/mail-walk-in-receipt',
  'app/core/orders/receipts/make-receipt',
  'app/core/orders/receipts/request-receipt',
  'app/core/orders/resend-order-mail',
  'app/core/people/export-customers',
  'app/core/reconciliation/',
  'app/core/settings/open-shop',
  'app/core/settings/content/publish-content',
  'app/core/stock/export-lots',
  'app/core/stock/waste/export-waste',
  // Locks only its own outage, and deliveries do not wait for it.
  'app/core/stock/outage/',
  // Meets only the endpoint and its messages.
  'app/core/webhooks/record-attempt',
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
