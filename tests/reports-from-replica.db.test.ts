/** Every report and export reads its rows from the replica (docs/operations.md lists them); what a person acts on does not. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { customerList } from '#core/accounts/customers/list/customer-list.ts';
import { exportCustomers } from '#core/accounts/customers/list/export-customers.server.ts';
import { exportInventory } from '#core/goods/catalogue/products/export-inventory.server.ts';
import { inventoryList } from '#core/goods/catalogue/products/inventory-list.ts';
import { exportCount } from '#core/goods/counts/export-count.server.ts';
import { exportReconciliation } from '#core/goods/reconciliation/export-day.server.ts';
import { ledgerList } from '#core/goods/stock/ledger-list.ts';
import { exportLedger, exportLots } from '#core/goods/stock/lots/export-lots.server.ts';
import { lotList } from '#core/goods/stock/lots/lot-list.ts';
import { exportOutage } from '#core/goods/stock/outage/export-outage.server.ts';
import { outageEntryList } from '#core/goods/stock/outage/outage-list.ts';
import { exportWaste } from '#core/goods/stock/waste/export-waste.server.ts';
import { wasteList } from '#core/goods/stock/waste/waste-list.ts';
import { actList } from '#core/goods/tracking/reports/act-list.ts';
import { exportActs } from '#core/goods/tracking/reports/export-acts.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { auditList } from '#core/ground/audit/audit-list.ts';
import { exportAudit } from '#core/ground/audit/export-audit.server.ts';
import { invalidateSettings, readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { exportReport, exportStockReport } from '#core/records/analytics/export-report.server.ts';
import { rangeOf } from '#core/records/analytics/range.ts';
import { readAnalytics } from '#core/records/analytics/report-queries.server.ts';
import { readStockReport } from '#core/records/analytics/stock-queries.server.ts';
import { makeBinder } from '#core/records/binder/make-binder.server.ts';
import { exportReportPaper } from '#core/records/binder/papers/export-report-paper.server.ts';
import { readBooks, readBooksToClose } from '#core/records/books/books-queries.server.ts';
import { exportBooks, exportJournal } from '#core/records/books/export-books.server.ts';
import { exportCashDay } from '#core/sales/cash-desk/export-cash-day.server.ts';
import { exportOrders } from '#core/sales/orders/list/export-orders.server.ts';
import { orderList } from '#core/sales/orders/list/order-list.ts';
import { exportReservations } from '#core/sales/orders/reservations/export-reservations.server.ts';
import { reservationList } from '#core/sales/orders/reservations/reservation-list.ts';
import { exportAffected } from '#core/sales/price-corrections/export-affected.server.ts';
import { exportRecall, exportRecallPdf } from '#core/sales/recalls/export-recall.server.ts';
import type { RecallRecord } from '#core/sales/recalls/recalls-queries.server.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { closeReports, openReports, reportsFromPrimary } from '#db/reports.ts';
import { stateOutages } from '#db/schema/stock.ts';
import { newId } from '#kernel/ids.ts';
import type { Result } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { folderStore, openFiles } from '#platform/files/files.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { openUploads } from '#platform/uploads/receive-upload.ts';
import { wrongOf } from '#tests/support/wrong-prices.ts';
import { openTestMail } from './support/mail.ts';
import { aPerson, aProduct } from './support/people.ts';
import { type ReplicatedDatabase, startReplicated } from './support/replica.ts';
import { TEST_SECRET } from './support/secret.ts';

const zone = 'America/New_York';
const now = systemClock();
const today = now.toZonedDateTimeISO(zone).toPlainDate();
const days = { from: today.with({ day: 1 }), to: today };
const { range } = rangeOf({ range: 'custom', from: String(days.from), to: String(days.to) }, today);
const state = new URLSearchParams();

let servers: ReplicatedDatabase;
let folder: string;
let ada: SignedIn;
beforeAll(async () => {
  servers = await startReplicated((url) => migrateDatabase(url, join(import.meta.dirname, '..')));
  folder = await mkdtemp(join(tmpdir(), 'farmgate-reports-'));
  await openUploads(join(folder, 'uploads'));
  openFiles(folderStore(join(folder, 'files')));
  openSecrets({ given: TEST_SECRET, dataFolder: '.' });
  await openTestMail();
  const db = openDatabase({ url: servers.primaryUrl, max: 4 });
  openReports(servers.replicaUrl);
  invalidateSettings();
  ada = await aPerson(db, { role: 'admin', name: 'Ada Owner' });
  await aProduct(db);
  const declared = { declaredBy: ada.userId, declaredByName: ada.name };
  await db.insert(stateOutages).values({ id: newId(), startedAt: asDate(now), ...declared });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await closeReports();
  await closeDatabase();
  await servers.stop();
  await rm(folder, { recursive: true });
});

/** What a connection was asked while `work` ran: by the name that it has in pg_stat_activity. */
async function statementsOf(work: () => Promise<unknown>): Promise<Record<string, string[]>> {
  const asked: Record<string, string[]> = { farmgate: [], 'farmgate reports': [] };
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [first] = args as [string | { text: string }];
    const { application_name } = (this as unknown as { connectionParameters: pg.ClientConfig })
      .connectionParameters;
    asked[application_name ?? '']?.push(typeof first === 'string' ? first : first.text);
    return (query as (...given: unknown[]) => never).apply(this, args);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return asked;
}

/** Reads an export to its end. */
async function whole(exported: Promise<Result<unknown, { kind: string }>>): Promise<void> {
  const made = await exported;
  if (!made.ok) throw new Error(made.problem.kind);
  const rows = made.value as AsyncIterable<unknown>;
  if (Symbol.asyncIterator in Object(rows)) for await (const _ of rows);
}

const aRecall = (): RecallRecord =>
  ({
    ...{ id: newId(), number: 1, title: 'Recall', status: 'active', isExercise: false, counts: null },
    ...{ eventId: null, startedAt: asDate(now), createdAt: asDate(now), startedByName: 'Ada', reason: '' },
    lots: [],
  }) as unknown as RecallRecord;

async function binder(): Promise<void> {
  const made = await makeBinder(ada, days, {});
  if (!made.ok) throw new Error(made.problem.kind);
  await made.value.close();
}

async function recallPdf(): Promise<void> {
  const { store } = await readSettings();
  const made = await exportRecallPdf(ada, aRecall(), { store, zone, today });
  if (!made.ok) throw new Error(made.problem.kind);
}

async function settings(): Promise<void> {
  invalidateSettings();
  await readSettings();
}

if (!range) throw new Error('the days are wrong');
const asked = { range, breakdown: 'product-type', zone } as const;
const stockAsked = { days, order: 'soon', clock: { now: systemClock(), today, zone } } as const;
const reports: [string, RegExp, () => Promise<unknown>][] = [
  ['Order Analytics', /sales_by_hour/, () => readAnalytics(ada, asked)],
  ['its file', /sales_by_hour/, () => whole(exportReport(ada, asked))],
  ['its paper', /sales_by_hour/, () => whole(exportReportPaper(ada, asked, stockAsked.clock))],
  ['Product Analytics', /stock_ledger/, () => readStockReport(ada, stockAsked)],
  ['its file', /stock_ledger/, () => whole(exportStockReport(ada, stockAsked))],
  ['Month End', /inventory_by_day/, () => readBooks(ada, { days, zone, today })],
  ['its files', /inventory_by_day/, () => whole(exportBooks(ada, { days, zone, today }, 'pdf'))],
  ['its journal', /cash_by_person/, () => whole(exportJournal(ada, { days, zone, today }, 'day'))],
  ['the binder', /declare/, binder],
  ['orders', /from "orders"/, () => whole(exportOrders(ada, orderList.parse(state), zone))],
  [
    'reservations',
    /from "pickup_reservations"/,
    () => whole(exportReservations(ada, reservationList.parse(state), zone)),
  ],
  [
    'customers',
    /from "customer_profiles"/,
    () => whole(exportCustomers(ada, customerList.parse(state), zone)),
  ],
  [
    'the audit log',
    /from "audit_log"/,
    () => whole(exportAudit(ada, auditList.parse(state), { zone, labels: {} })),
  ],
  [
    'the inventory',
    /from "products"/,
    () => whole(exportInventory(ada, inventoryList({ shelves: [], types: [] }).parse(state), String(today))),
  ],
  [
    'lots',
    /from "lots"/,
    () => whole(exportLots(ada, lotList({ shelves: [], people: [] }).parse(state), { zone, today })),
  ],
  [
    'a ledger',
    /from "stock_ledger"/,
    () => whole(exportLedger(ada, { productId: 1, lotId: 1 }, ledgerList.parse(state), zone)),
  ],
  ['waste', /from "waste/, () => whole(exportWaste(ada, wasteList.parse(state), zone))],
  ['reports to the state', /state_acts/, () => whole(exportActs(ada, actList.parse(state), zone))],
  ['a count', /from "count_rows"/, () => whole(exportCount(ada, 1, zone))],
  ['an outage', /from "stock_ledger"/, () => whole(exportOutage(ada, 1, outageEntryList.parse(state), zone))],
  ['a reconciliation', /stock_ledger/, () => whole(exportReconciliation(ada, today, zone))],
  ['who paid a wrong price', /pickup_reservations/, () => whole(exportAffected(ada, wrongOf(1, 2500), zone))],
  ['a recall', /recall_people/, () => whole(exportRecall(ada, aRecall(), zone))],
  ['its PDF, counts included', /recall_people|reservation_lots|mail_messages/, recallPdf],
];

test.each(reports)('%s: read from the replica alone', async (_, its, read) => {
  const before = reportsFromPrimary();
  const asked = await statementsOf(read);
  expect(reportsFromPrimary()).toBe(before);
  expect(asked['farmgate reports']?.filter((statement) => its.test(statement))).not.toEqual([]);
  expect(asked.farmgate?.filter((statement) => its.test(statement))).toEqual([]);
});

test.each<[string, RegExp, () => Promise<unknown>]>([
  ['the month that a person closes', /inventory_by_day/, () => readBooksToClose(ada, { days, zone, today })],
  [
    'the cash of a day, which who closes the drawer may print',
    /paid_at/,
    () => whole(exportCashDay(ada, today, 'csv')),
  ],
  // Caches that an announcement invalidates: what a replica has a moment later would stay in them.
  ['settings', /store_settings/, settings],
])('%s: read from the primary alone', async (_, its, read) => {
  const asked = await statementsOf(read);
  expect(asked.farmgate?.filter((statement) => its.test(statement))).not.toEqual([]);
  expect(asked['farmgate reports']).toEqual([]);
});
