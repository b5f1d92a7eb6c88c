/**
 * Every staff command checks again at commit: an actor who was demoted, banned or signed out after the request started
 * is refused, and nothing is written. A command without a row here fails the test.
 */
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addNote } from '#core/accounts/customers/list/add-note.server.ts';
import { blankProduct } from '#core/goods/catalogue/products/blank-product.ts';
import { ordinaryRights, type SignedIn, type Witness } from '#core/ground/access/actor.ts';
import { products } from '#db/schema/catalogue.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { sessions, userRoles } from '#db/schema/identity.ts';
import { lots } from '#db/schema/stock.ts';
import { systemClock } from '#kernel/time.ts';
import { readEnv } from '#platform/env.ts';
import { folderStore, openFiles } from '#platform/files/files.ts';
import { openUploads } from '#platform/uploads/receive-upload.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { type EveryRow, openEveryRow } from '#tests/support/every-row.ts';
import { PASSED } from '#tests/support/papers.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { aWitness } from '#tests/support/witness.ts';
import { wrongOf as wrongPriceOf } from '#tests/support/wrong-prices.ts';

let fresh: FreshDatabase;
let everyRow: EveryRow;
let folder: string;
/** The rows that the commands get as arguments. */
let known: {
  productId: number;
  categoryId: number;
  lotId: number;
  customerId: string;
  csv: string;
  witness: Witness;
};

beforeAll(async () => {
  fresh = await freshDatabase();
  everyRow = await openEveryRow(fresh.url);
  folder = await mkdtemp(join(tmpdir(), 'farmgate-staff-'));
  openFiles(folderStore(folder));
  await openUploads(folder);
  const csv = join(folder, 'products.csv');
  await writeFile(csv, 'name,retail_price\nKestrel Moon,45.00\n');
  const productId = await aProduct(fresh.db, { onHand: 10 });
  const [lot] = await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, productId));
  const { userId } = await aPerson(fresh.db);
  const [product] = await fresh.db
    .select({ categoryId: products.categoryId })
    .from(products)
    .where(eq(products.id, productId));
  known = {
    ...{ productId, categoryId: product?.categoryId ?? 0, lotId: lot?.id ?? 0, customerId: userId, csv },
    witness: await aWitness(fresh.db),
  };
});
afterAll(async () => {
  await everyRow.stop();
  await fresh.stop();
  await rm(folder, { recursive: true });
});

const aWrongPrice = (productId: number) => wrongPriceOf(productId, 2500);
const id = randomUUID();
const zone = 'America/New_York';
const today = systemClock().toZonedDateTimeISO(zone).toPlainDate();
const list = { filters: {}, sort: { column: 'created', direction: 'desc' }, page: 1 };
const anOffer = (productId: number) => ({
  ...{ name: 'Happy hour', terms: 'One each.', kind: 'percent', amount: 10, hours: null },
  ...{ startsAt: Date.now(), endsAt: Date.now() + 3_600_000, mostPerPerson: null, mostUnits: 5 },
  parts: [{ products: [productId], categories: [], units: 1 }],
});
const words = { title: 'News', words: 'New on the menu.', path: null, offer: null };
const recall = {
  isExercise: false,
  lotIds: [1],
  reason: 'Because.',
  title: 'Bring it back',
  words: 'Please.',
};
const date = { title: 'License', dueOn: '2030-01-01', repeat: 'never', reminderDays: [7], note: '' };
const reason = 'Because.';
const leaving = { drawerTo: null, chargeTo: null, tokens: 'revoke', webhooks: 'transfer' };
const printer = {
  name: 'Register',
  place: '',
  width: 80,
  printsReceipts: true,
  printsSlips: false,
  printsLabels: false,
  opensDrawer: false,
};

const anId = {
  ...{ key: id, idKind: 'passport', idIssuer: 'United States', idNumber: 'P1234567', nameMatches: true },
  ...{ idExpiresOn: '2190-01-01', idBirthDate: '1990-01-01' },
};

/** The arguments after the actor. */
const rows: Record<string, () => readonly unknown[]> = {
  addPrinter: () => [{ ...printer, maker: 'star' }],
  changePrinter: () => [id, printer],
  removePrinter: () => [id],
  printTestPage: () => [{ id, key: id }],
  printReceipt: () => [{ number: 'ORD001', printerId: id, key: id }],
  printLabels: () => [{ number: 'ORD001', printerId: id, key: id }],
  nextForTablet: () => [id],
  takeForTablet: () => [{ printerId: id, job: '1-1' }],
  endForTablet: () => [{ printerId: id, named: '1-1', problem: null }],
  printTestHere: () => [{ printerId: id, key: id }],
  settlePrint: () => [{ id, answer: 'again' }],
  startRehearsal: () => [],
  endRehearsal: () => [],
  saveConnection: () => ['mail', { values: { service: 'google' }, version: 0 }],
  removeConnection: () => ['mail', 0],
  makePassphrase: () => [0],
  startComparison: () => [],
  makeLot: () => [{ tag: '1A4FF0100000022000000001', productId: known.productId }],
  rememberItems: () => [[{ item: 'Buds', productId: known.productId }]],
  startReporting: () => [{ day: today, reasons: {} }],
  changeReasons: () => [{}],
  stopReporting: () => [],
  retryAct: () => [1],
  skipAct: () => [1, reason],
  markEntered: () => [1, { receipt: '', note: '' }],
  retryAll: () => ['on-hold'],
  exportActs: () => [list, zone],
  changeRights: () => [{ userId: known.customerId, rights: ordinaryRights, from: '' }],
  inviteStaff: () => [{ email: 'new@example.com', role: 'staff' }],
  takeInvitationBack: () => [id],
  resetSecondFactor: () => [known.customerId, reason],
  signOutPerson: () => [known.customerId],
  endWork: () => [{ userId: known.customerId, ...leaving }, []],
  shareTablet: () => ['Register 1'],
  stopSharing: () => [id],
  removePin: () => [known.customerId],
  renameStaff: () => [{ userId: known.customerId, fullName: 'Juniper Vale' }],
  changeOrderStatus: () => [{ orderId: 'ORD001', to: 'cancelled', reason, version: null }],
  changePaymentStatus: () => [{ orderId: 'ORD001', to: 'paid', reason, version: null }],
  changePickupName: () => ['ORD001', { pickupName: 'Juniper Vale', seen: null }],
  resendOrderMail: () => ['ORD001', id],
  exportReservations: () => [list, zone],
  exportOrders: () => [list, zone],
  openDrawer: () => [{ key: id, amount: 20_000, pieces: null }],
  recordEntry: () => [{ key: id, sessionId: id, kind: 'pay-in', amount: 500, reason }],
  reverseEntry: () => [{ sessionId: id, entryId: id }],
  countDrawer: () => [{ key: id, sessionId: id, amount: 500, pieces: null, next: null }],
  reportTablet: () => [{ id, name: null, unsent: 0, handsOver: false }],
  exportCashDay: () => [today, 'csv'],
  changeCharge: () => [{ key: id, personId: null, seenId: null }],
  closeDrawer: () => [{ sessionId: id, countId: id, next: null, note: reason }],
  startCorrection: () => [
    {
      wrong: aWrongPrice(known.productId),
      settlement: 'visit',
      tells: true,
      reason,
      fingerprint: '',
      key: id,
    },
  ],
  undoCorrection: () => [1],
  payRefund: () => [{ lineId: 1, cash: 250 }],
  exportAffected: () => [aWrongPrice(known.productId), zone],
  recordRefund: () => ['ORD001', { units: {}, goods: 'kept', reason, version: 1 }],
  changeReservationStatus: () => [{ reservationId: id, status: 'cancelled' }],
  callNext: () => [{ lane: 'walk-in', registerId: null, key: id }],
  callAgain: () => [{ lane: 'walk-in', number: 1, registerId: null }],
  leaveWalkInLine: () => [1],
  giveNumber: () => [{ key: id, initials: 'JB' }],
  addRegister: () => ['Register 1'],
  removeRegister: () => [id],
  pairDisplay: () => [{ code: 'AAAAAAAB', registerId: null }],
  unpairDisplay: () => [id],
  showOrder: () => [{ registerId: id, shown: { order: 'ORD001', walkIn: null, received: null }, news: true }],
  hideOrder: () => [{ registerId: id, shown: { order: 'ORD001', walkIn: null } }],
  openWithoutSale: () => [{ key: id, reason }],
  startWalkIn: () => [anId],
  addScanned: () => [id, { key: id, code: { kind: 'unknown' }, text: 'X' }],
  setQuantity: () => [id, { productId: known.productId, quantity: 1 }],
  endWalkIn: () => [id],
  placeWalkIn: () => [{ id, expectedTotal: 0 }],
  mailWalkInReceipt: () => ['ORD001', { key: id, email: 'someone@example.com' }],
  startPacking: () => [{ orderId: 'ORD001', takeOver: false }],
  packUnit: () => [{ orderId: 'ORD001', key: id, code: { kind: 'unknown' }, otherLotBecause: '' }],
  takeOutUnit: () => [{ orderId: 'ORD001', unitId: id }],
  liftMissedLimit: () => [known.customerId, reason],
  moveToWaste: () => [
    { key: id, lotId: 1, units: 1, weightMg: null, reason: 'damaged', note: '', witness: known.witness },
  ],
  undoWaste: () => [{ number: 1, reason }],
  destroyWaste: () => [
    { numbers: [1], at: systemClock(), method: 'composted', second: known.witness, note: '' },
  ],
  exportWaste: () => [list, zone],
  declareOutage: () => [{ since: systemClock(), note: '' }],
  endOutage: () => [1],
  enterEntries: () => [{ number: 1, entries: [1], entered: true }],
  exportOutage: () => [1, list, zone],
  putBackUnits: () => [id],
  putBackOne: () => [{ id, key: randomUUID() }],
  undoPutBack: () => [id],
  recordArrival: () => ['ORD001'],
  addOrderNote: () => [{ orderId: 'ORD001', text: 'Side door' }],
  undoArrival: () => ['ORD001'],
  handOverOrder: () => ['ORD001', { version: 1 }],
  settleHandOver: () => [{ id, note: reason }],
  refuseHandOver: () => ['ORD001', { version: 1, refusal: 'under_age', note: '' }],
  generateReceipt: () => ['ORD001'],
  sendReceipt: () => ['ORD001', 'email'],
  exchangeUnits: () => [
    'ORD001',
    {
      ...{ key: id, version: 1, back: { itemId: id, quantity: 1 }, reason, due: 0, cashReceived: 0 },
      ...{ out: { productId: known.productId, quantity: 1 }, id: null },
    },
  ],
  correctCash: () => [
    'ORD001',
    { key: id, received: 1, change: 0, reason, seen: { received: 0, change: 0 } },
  ],
  takeFewer: () => ['ORD001', { productId: known.productId, from: 2, to: 1 }],
  putOffOrder: () => [{ orderId: 'ORD001', why: 'later' }],
  editOrder: () => ['ORD001', { version: 1, lines: [] }, {}],
  submitReservation: () => [{ reservationId: id, slotStartsAt: null }],
  addTaxRule: () => [
    { name: 'Tax', rate: '3', taxClass: 'cannabis', from: today.add({ days: 9 }).toString() },
    today,
  ],
  correctTaxRule: () => [id, { name: 'Tax', rate: '3', taxClass: 'cannabis' }, today],
  endTaxRule: () => [id, today.add({ days: 9 }).toString(), today],
  removeTaxRule: () => [id, today],
  applyNewYork: () => [{ from: today.add({ days: 9 }).toString(), county: 'Delaware' }, today],
  exportAudit: () => [list, { zone, labels: {} }],
  decideAge: () => [
    { userId: known.customerId, decision: 'approved', version: 1, photo: '', sawLicense: '1' },
  ],
  changeAgeDecision: () => [
    known.customerId,
    { from: 'undecided', decision: 'approved', reason, version: 1 },
  ],
  revealCustomer: () => [known.customerId, 'birthDate'],
  verifyLicense: () => [known.customerId],
  takeLicenseBack: () => [known.customerId, reason],
  correctBirthDate: () => [known.customerId, { birthDate: '1990-01-01', reason, version: 1 }],
  setLoyaltyPoints: () => [known.customerId, { from: 0, points: 5, reason }],
  readSentMail: () => [id, zone],
  saveView: () => [{ list: 'orders', name: 'Mine', query: '', isShared: false }],
  deleteView: () => [id],
  chooseColumns: () => [{ list: 'orders', hidden: ['Email'] }],
  saveSettings: () => ['store', { phone: '607-555-0100' }, 0],
  publishContent: () => ['faq', { title: 'FAQ', intro: 'Ask us.', source: '## Hours\n\nWe open at ten.' }, 0],
  restoreContent: () => ['about', 0, 0],
  quarantineLot: () => [{ lotId: known.lotId, reason }],
  closeDays: () => [
    { first: today.add({ days: 9 }).toString(), last: today.add({ days: 9 }).toString(), spans: [], reason },
    { notifies: true, version: 0 },
  ],
  undoClosure: () => [1],
  showCallPhones: () => [1, [1]],
  recordCall: () => [{ closure: 1, person: 1, call: 'no-answer' }],
  createRecall: () => [recall],
  saveRecall: () => [id, { version: 1, draft: recall }],
  deleteRecall: () => [id],
  onRecall: () => [id, 'draft', async () => ({ ok: true, value: null })],
  exportRecall: () => [{ lots: [], number: 1, isExercise: false }, zone],
  exportRecallPdf: () => [{ lots: [], number: 1, isExercise: false }, {}],
  recordAnswer: () => [{ recallId: id, number: 1, answer: 'used-up' }],
  returnUnits: () => [{ recallId: id, reservationId: id, lotId: known.lotId, units: 1 }],
  showPhones: () => [id, [1]],
  releaseWaitingLots: () => [{ lotIds: [known.lotId], reason, given: PASSED }],
  requestBackup: () => [readEnv({ BACKUP_FOLDER: '/backups', BACKUP_PASSPHRASE: 'correct horse battery' })],
  retryJobs: () => ['mail'],
  createStoreToken: () => [{ name: 'Partner', days: 30, scopes: ['menu.read'] }],
  revokeStoreToken: () => [id],
  countLot: () => [{ lotId: known.lotId, counted: 8, expected: 10, reason: 'damaged', note: reason }],
  undoAdjustment: () => [{ lotId: known.lotId, ledgerId: 1 }],
  startCount: () => [null],
  countRow: () => [{ sheetId: 1, rowId: 1, counted: 1, version: 0 }],
  countFound: () => [{ sheetId: 1, code: 'B-79', productId: known.productId, counted: 2 }],
  approveRow: () => [{ sheetId: 1, rowId: 1, version: 1, reason: 'count', note: '' }],
  closeCount: () => [1],
  exportCount: () => [1, zone],
  exportLots: () => [list, { zone, today }],
  exportLedger: () => [{ productId: known.productId, lotId: known.lotId }, list, zone],
  releaseLot: () => [{ lotId: known.lotId, reason, testStatus: 'RetestPassed' }],
  receiveLot: () => [
    {
      productId: known.productId,
      batchNumber: 'B-77',
      quantity: 5,
      expiresOn: null,
      ...PASSED,
    },
  ],
  editLot: () => [known.lotId, { batchNumber: 'B-78' }],
  saveCertificate: () => [known.lotId, 'certificates/1/abc'],
  sendPromotion: () => [id, { version: 1, accepted: '' }],
  stopPromotion: () => [id],
  sendTest: () => [id],
  saveOffer: () => [null, { version: 1, leavesOut: true, offer: anOffer(known.productId) }],
  endOffer: () => [1],
  startOfferAgain: () => [1],
  createPromotion: () => [words],
  savePromotion: () => [id, { version: 1, words }],
  deletePromotion: () => [id],
  onDraft: () => [id, async () => ({ ok: true, value: null })],
  applyChange: () => [{ ids: [known.productId] }, { forSale: false }, { fingerprint: '', accepted: true }],
  applyImport: () => [id],
  undoImport: () => [id],
  writeNextStock: () => [id, { now: systemClock(), zone }],
  saveImport: () => [known.csv],
  saveProduct: () => [known.productId, { version: 1 }, {}],
  createProduct: () => [{ ...blankProduct({ categoryId: 1, productType: 'cannabis' }), name: 'New' }, ''],
  restoreProduct: () => [known.productId],
  addCategory: () => ['Prints'],
  addStarterSet: () => [],
  renameCategory: () => [known.categoryId, 'Maps'],
  mergeCategory: () => [known.categoryId, { to: known.categoryId + 1, seen: 1, accepted: true }],
  removeDrops: () => ['picture', [id]],
  recordPicture: () => [
    { productId: known.productId, place: 'page', key: 'products/1/abc', tint: '#dde6df', alt: '' },
  ],
  archiveCategory: () => [known.categoryId, null],
  restoreCategory: () => [known.categoryId],
  deleteProducts: () => [{ ids: [known.productId] }, ''],
  arrangePictures: () => [known.productId, []],
  undoBatch: () => [id],
  exportInventory: () => [list, today.toString()],
  addStoreDate: () => [date],
  changeStoreDate: () => [id, date, 0],
  finishStoreDate: () => [id],
  reopenStoreDate: () => [id],
  removeStoreDate: () => [id],
  exportReport: () => [{ breakdown: 'status', range: { days: { from: today, to: today } }, zone }],
  exportStockReport: () => [
    { days: { from: today, to: today }, order: 'soon', clock: { now: systemClock(), today, zone } },
  ],
  exportReportPaper: () => [
    { breakdown: 'status', range: { days: { from: today, to: today } }, zone },
    { now: systemClock(), today, zone },
  ],
  closeMonth: () => [{ month: '2020-01', seen: '' }],
  reopenMonth: () => [{ month: '2020-01', reason }],
  exportRecordsPaper: () => [{ from: today, to: today }, 'id-checks'],
  exportBatchSheet: () => [1],
  exportBooks: () => [{ days: { from: today, to: today }, zone, today }, 'csv'],
  exportJournal: () => [{ days: { from: today, to: today }, zone, today }, 'day'],
  addNote: () => [known.customerId, 'Called.'],
  banCustomer: () => [known.customerId, { reason, openOrders: 'keep' }],
  endBan: () => [known.customerId, reason],
  closeDay: () => [{ key: id, day: today, note: reason, seen: 'x' }],
  storeStateFile: () => [{ key: id, day: today }, []],
  exportReconciliation: () => [today, zone],
  makeBinder: () => [{ from: today, to: today }, {}],
  exportCustomers: () => [list],
  addEndpoint: () => [{ name: 'Partner', url: 'https://93.184.216.34/hooks', types: ['order.ready'] }],
  changeEndpoint: () => [id, { name: 'Partner', types: ['order.ready'] }],
  addMoveFile: () => [known.csv, 'customers.csv'],
  chooseFileKind: () => [id, 'customers'],
  chooseFileColumns: () => [id, ['email']],
  removeMoveFile: () => [id],
  startTryingFiles: () => [],
  startMovingFiles: () => [],
  startUndoingFiles: () => [],
};

/** Commands that are not called here, and why. */
const others: Record<string, string> = {
  exportCashDayPdf: 'is exportCashDay on paper',
  receiveStateFile: 'is storeStateFile for an uploaded file',
  approveAll: 'is approveRow for each difference',
  changeManyStatuses: 'is changeOrderStatus for each order',
  chooseColumns: 'finds no import of another person, and moves on by the transaction of ownImport',
  chooseHeads: 'finds no import of another person, and moves on by the transaction of ownImport',
  answerPreview: 'finds no import of another person, and moves on by the transaction of ownImport',
  startApplying: 'finds no import of another person, and moves on by the transaction of ownImport',
  startUndoing: 'finds no import of another person, and moves on by the transaction of ownImport',
  receiveImport: 'is saveImport after the upload',
  receiveMoveFiles: 'is addMoveFile for each uploaded file',
  receiveDrops: 'takes an upload; drops.db.test.ts calls it',
  receivePicture: 'takes an upload; receive-picture.db.test.ts calls it',
  viewPhoto: 'takes a stored photo; photos.db.test.ts calls it',
  recordRefusedHandOver: 'needs an action that waited on a tablet; run-action.db.test.ts calls it',
  staffTransaction: 'is what the commands use',
  recentStaffTransaction: 'is what the commands use',
  exportRecords: 'is what the exports use',
  recordExport: 'records what exportRecords and exportRecallPdf export',
  onEndpoint: 'is what the commands of an endpoint use',
};

const folderOf = join(import.meta.dirname, '../../app/core');
const modules = globSync('**/*.server.{ts,tsx}', { cwd: folderOf })
  .map((file) => ({ file, source: readFileSync(join(folderOf, file), 'utf8') }))
  .filter(({ source }) => /\b(?:s|recentS)taffTransaction[(<]|\bexportRecords[(<]/.test(source));
const commands = modules.flatMap(({ file, source }) =>
  [...source.matchAll(/^export (?:async )?function (\w+)(?:<[^(]*>)?\(\s*actor: (?:Actor|SignedIn)/gm)]
    .map(([, name = '']) => ({ file, name }))
    .filter(({ name }) => !/^(?:read(?!SentMail)|preview)/.test(name)),
);

test('every staff command is listed', () => {
  expect(commands.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(rows), ...Object.keys(others)].toSorted(),
  );
});

test('every export of records checks permission again while it runs', () => {
  const exports = modules.filter(({ source }) => source.includes("'records.export'"));
  expect(exports.length).toBeGreaterThan(0);
  for (const { file, source } of exports)
    expect([file, source]).toEqual([file, expect.stringContaining('rowsWhileAllowed(')]);
});

test('code that checks a permission writes in no other transaction', () => {
  const own = globSync('**/*.server.{ts,tsx}', { cwd: folderOf }).filter((file) => {
    const source = readFileSync(join(folderOf, file), 'utf8');
    return /\bmay\(/.test(source) && /\bin(?:Long)?Transaction(?:Or)?[<(]/.test(source);
  });
  expect(own.toSorted()).toEqual([
    // An admin may give up their own role, so this checks under the lock on all admins instead.
    'accounts/identity/staff/change-role.server.ts',
    // Gives up an import that its actor may no longer do.
    'goods/catalogue/imports/work-on-import.server.ts',
    // The transaction itself.
    'ground/access/staff-transaction.server.ts',
    // Tests mail, messages and storage with the admin as recipient, and writes no shop data.
    'running/connections/test-connection.server.ts',
  ]);
});

async function withSession(person: SignedIn): Promise<SignedIn> {
  await signedIn(fresh.db, person);
  const [session] = await fresh.db.select().from(sessions).where(eq(sessions.userId, person.userId));
  return { ...person, sessionId: session?.id ?? '' };
}

const denials = ['not-allowed', 'not-allowed', 'not-found'];

async function call({ file, name }: { file: string; name: string }, actor: SignedIn): Promise<unknown> {
  const module = (await import(join(folderOf, file))) as Record<string, (...all: unknown[]) => unknown>;
  return module[name]?.(actor, ...(rows[name]?.() ?? []));
}

describe.each([
  ['demoted', async () => ({ ...(await aPerson(fresh.db)), role: 'admin' as const })],
  [
    'banned',
    async () => ({ ...(await aPerson(fresh.db, { role: 'admin', isBanned: true })), isBanned: false }),
  ],
])('an actor who was %s after the request started', (_, make) => {
  let actor: SignedIn;
  let before: string;
  beforeAll(async () => {
    actor = await withSession(await make());
    before = await everyRow.read();
  });

  test.each(commands.filter(({ name }) => name in rows))('is refused: $name', async (command) => {
    const outcome = await call(command, actor);
    if (command.name === 'revealCustomer') expect(outcome).toEqual({ ok: true, value: null });
    else if (outcome !== null && outcome !== 'denied')
      expect(denials).toContain((outcome as { problem?: { kind: string } }).problem?.kind);
    expect(await everyRow.read()).toBe(before);
  });
});

describe('an actor who loses the permission while the command waits', () => {
  let beside: pg.Client;
  let actor: SignedIn;
  beforeEach(async () => {
    beside = new pg.Client(fresh.url);
    await beside.connect();
    actor = await aPerson(fresh.db, { role: 'staff' });
    return () => beside.end();
  });

  const waits = async (change: () => Promise<unknown>) => {
    await beside.query('begin');
    await beside.query('select from users where id = $1 for update', [known.customerId]);
    const outcome = addNote(actor, known.customerId, 'Written too late.');
    await expect
      .poll(async () => {
        const { rows: waiting } = await fresh.db.execute(
          sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        return waiting.length;
      })
      .toBe(1);
    await change();
    await beside.query('commit');
    return outcome;
  };

  test('is refused without the role', async () => {
    expect(
      await waits(() => fresh.db.delete(userRoles).where(eq(userRoles.userId, actor.userId))),
    ).toMatchObject({ problem: { kind: 'not-allowed' } });
  });

  test('is refused after a ban', async () => {
    const ban = () =>
      fresh.db
        .update(customerProfiles)
        .set({ isBanned: true })
        .where(eq(customerProfiles.userId, actor.userId));
    expect(await waits(ban)).toMatchObject({ problem: { kind: 'not-allowed' } });
  });

  test('is refused after signing out everywhere', async () => {
    expect(
      await waits(() => fresh.db.delete(sessions).where(eq(sessions.userId, actor.userId))),
    ).toMatchObject({ problem: { kind: 'not-allowed' } });
  });

  test('is refused after the session expires', async () => {
    const end = () =>
      fresh.db.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.userId, actor.userId));
    expect(await waits(end)).toMatchObject({ problem: { kind: 'not-allowed' } });
  });

  test('succeeds when none of it happens, which the checksum shows', async () => {
    const before = await everyRow.read();
    expect(await waits(async () => {})).toMatchObject({ ok: true });
    expect(await everyRow.read()).not.toBe(before);
  });
});
