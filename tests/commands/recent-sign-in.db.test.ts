/**
 * Every sensitive command checks for itself that the sign-in is recent: it exports or shows personal data, decides
 * about age and license, or changes who has access. A page left open must not be enough.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import {
  type ArrowFunctionExpression,
  type Function as NamedFunction,
  parseSync,
  type Statement,
} from 'oxc-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOwnToken, createStoreToken } from '#core/accounts/api-tokens/create-token.server.ts';
import { readAgeCase } from '#core/accounts/customers/age-queue-queries.server.ts';
import {
  correctBirthDate,
  takeLicenseBack,
  verifyLicense,
} from '#core/accounts/customers/change-customer-facts.server.ts';
import { changeAgeDecision, decideAge } from '#core/accounts/customers/decide-age.server.ts';
import { customerList } from '#core/accounts/customers/list/customer-list.ts';
import { exportCustomers } from '#core/accounts/customers/list/export-customers.server.ts';
import { revealCustomer } from '#core/accounts/customers/reveal-customer.server.ts';
import { photoContext } from '#core/accounts/customers/save-photo.server.ts';
import { viewPhoto } from '#core/accounts/customers/view-photo.server.ts';
import {
  confirmEmailChange,
  requestEmailChange,
} from '#core/accounts/identity/accounts/change-email.server.ts';
import { changePassword } from '#core/accounts/identity/accounts/change-password.server.ts';
import { removeOwnPin, removePin, setPin } from '#core/accounts/identity/pins/set-pin.server.ts';
import { shareTablet } from '#core/accounts/identity/pins/share-tablet.server.ts';
import { linkIdentity, unlinkIdentity } from '#core/accounts/identity/providers/link-provider.server.ts';
import { authenticatorSetUp } from '#core/accounts/identity/second-factor/authenticator-set-up.server.ts';
import {
  renewBackupCodes,
  turnAuthenticatorOff,
  turnAuthenticatorOn,
} from '#core/accounts/identity/second-factor/change-authenticator.server.ts';
import { addPasskey, removePasskey } from '#core/accounts/identity/second-factor/change-passkeys.server.ts';
import {
  requestSetUpCode,
  turnTextFactorOff,
  turnTextFactorOn,
} from '#core/accounts/identity/second-factor/change-text-factor.server.ts';
import { passkeyOptions } from '#core/accounts/identity/second-factor/passkey-options.server.ts';
import { resetSecondFactor } from '#core/accounts/identity/second-factor/reset-second-factor.server.ts';
import { signOutPerson } from '#core/accounts/identity/sessions/sign-out-person.server.ts';
import { changeRights } from '#core/accounts/identity/staff/change-rights.server.ts';
import { changeRole } from '#core/accounts/identity/staff/change-role.server.ts';
import { endWork } from '#core/accounts/identity/staff/end-work.server.ts';
import { inviteStaff, takeInvitationBack } from '#core/accounts/identity/staff/invite-staff.server.ts';
import { renameStaff } from '#core/accounts/identity/staff/rename-staff.server.ts';
import { rightsKey } from '#core/accounts/identity/staff/rights-form.ts';
import { identityTrial } from '#core/accounts/identity/testing/trial.ts';
import { exportInventory } from '#core/goods/catalogue/products/export-inventory.server.ts';
import { inventoryList } from '#core/goods/catalogue/products/inventory-list.ts';
import {
  changeReasons,
  startReporting,
  stopReporting,
} from '#core/goods/tracking/reports/start-reporting.server.ts';
import { ordinaryRights, type SignedIn } from '#core/ground/access/actor.ts';
import { guardedActions } from '#core/ground/audit/audit.ts';
import { auditList } from '#core/ground/audit/audit-list.ts';
import { exportAudit } from '#core/ground/audit/export-audit.server.ts';
import { PRIVATE_LINK } from '#core/ground/mail/private-link.ts';
import { readSentMail } from '#core/ground/notifications/read-sent-mail.server.ts';
import { publishContent, restoreContent } from '#core/ground/settings/content/publish-content.server.ts';
import { closeShop } from '#core/ground/settings/open-shop.server.ts';
import { removePriceList } from '#core/ground/settings/save-price-list.server.ts';
import { saveSettings } from '#core/ground/settings/save-settings.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { deleteAccount } from '#core/records/account-data/delete-account.server.tsx';
import { downloadData } from '#core/records/account-data/download-data.server.ts';
import { exportReport, exportStockReport } from '#core/records/analytics/export-report.server.ts';
import { rangeOf } from '#core/records/analytics/range.ts';
import { readReport } from '#core/records/analytics/report.ts';
import { makeBinder } from '#core/records/binder/make-binder.server.ts';
import { exportBatchSheet, exportRecordsPaper } from '#core/records/binder/papers/export-papers.server.ts';
import { exportReportPaper } from '#core/records/binder/papers/export-report-paper.server.ts';
import { closeMonth } from '#core/records/books/close-month.server.ts';
import { exportBooks, exportJournal } from '#core/records/books/export-books.server.ts';
import { reopenMonth } from '#core/records/books/reopen-month.server.ts';
import { requestBackup } from '#core/running/backups/request-backup.server.ts';
import {
  makePassphrase,
  removeConnection,
  saveConnection,
} from '#core/running/connections/save-connection.server.ts';
import { startMovingFiles, startUndoingFiles } from '#core/running/move-in/files/change-file-move.server.ts';
import { endRehearsal, startRehearsal } from '#core/running/rehearsals/hold-rehearsal.server.ts';
import { addEndpoint, changeEndpoint } from '#core/running/webhooks/add-endpoint.server.ts';
import { endFormerSecret, rotateSecret } from '#core/running/webhooks/rotate-secret.server.ts';
import { replaySince } from '#core/running/webhooks/send-again.server.ts';
import { turnEndpointOn } from '#core/running/webhooks/switch-endpoint.server.ts';
import { banCustomer, endBan } from '#core/sales/bans/ban-customer.server.ts';
import { exportCashDay } from '#core/sales/cash-desk/export-cash-day.server.ts';
import { showCallPhones } from '#core/sales/closures/show-call-phones.server.ts';
import {
  addTaxRule,
  applyNewYork,
  correctTaxRule,
  endTaxRule,
  removeTaxRule,
} from '#core/sales/compliance/change-tax-rules.server.ts';
import { exportOrders } from '#core/sales/orders/list/export-orders.server.ts';
import { orderList } from '#core/sales/orders/list/order-list.ts';
import { exportReservations } from '#core/sales/orders/reservations/export-reservations.server.ts';
import { reservationList } from '#core/sales/orders/reservations/reservation-list.ts';
import { exportAffected } from '#core/sales/price-corrections/export-affected.server.ts';
import { sendPromotion } from '#core/sales/promotions/send-promotion.server.ts';
import { exportRecall, exportRecallPdf } from '#core/sales/recalls/export-recall.server.ts';
import { type RecallRecord, readRecall } from '#core/sales/recalls/recalls-queries.server.ts';
import { createRecall } from '#core/sales/recalls/save-recall.server.ts';
import { showPhones } from '#core/sales/recalls/show-phones.server.ts';
import { startRecall } from '#core/sales/recalls/start-recall.server.ts';
import { customerPhotos, customerProfiles } from '#db/schema/customers.ts';
import { authenticators, sessions, staffInvitations, userRoles } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { promotions } from '#db/schema/promotions.ts';
import { lots } from '#db/schema/stock.ts';
import { CONFIRM_FIRST } from '#kernel/problem.ts';
import { parseDate, systemClock } from '#kernel/time.ts';
import { partsOfLeaving } from '#office/users/parts-of-leaving.server.ts';
import { readEnv } from '#platform/env.ts';
import { files, folderStore, openFiles } from '#platform/files/files.ts';
import { encryptBytes, keyIdOf, openKeyring } from '#platform/secrets/keyring.ts';
import { openUploads } from '#platform/uploads/receive-upload.ts';
import { newestToken } from '#tests/support/account-mail.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { type EveryRow, openEveryRow } from '#tests/support/every-row.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { aRecallOf } from '#tests/support/recalls.ts';
import { RECENT_COMMANDS, type RecentCommand } from '#tests/support/recent-commands.ts';
import { wrongOf } from '#tests/support/wrong-prices.ts';

let fresh: FreshDatabase;
let everyRow: EveryRow;
let folder: string;
beforeAll(async () => {
  fresh = await freshDatabase();
  // A mail may be opened without its link, which is on record.
  everyRow = await openEveryRow(fresh.url, { audit_log: "action <> 'mail.read'" });
  folder = await mkdtemp(join(tmpdir(), 'farmgate-recent-'));
  openFiles(folderStore(folder));
  await openUploads(folder);
  openKeyring(null);
});
afterAll(async () => {
  await everyRow.stop();
  await fresh.stop();
  await rm(folder, { recursive: true });
});

const ZONE = 'America/New_York';
const none = new URLSearchParams();
const today = parseDate('2026-11-23');
if (!today) throw new Error('a date');
const { request } = identityTrial(() => fresh.db);

type Call = (actor: SignedIn) => Promise<unknown>;
/** Prepares the command's subject and returns the call. `customer` is another person, with a profile. */
type Row = (actor: SignedIn, customer: SignedIn) => Call | Promise<Call>;

const profile = (of: SignedIn, values: Partial<typeof customerProfiles.$inferInsert>) =>
  fresh.db.update(customerProfiles).set(values).where(eq(customerProfiles.userId, of.userId));

/** A recall of a new product's lot. */
async function aDraft(actor: SignedIn): Promise<string> {
  const productId = await aProduct(fresh.db);
  const [lot] = await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, productId));
  const drafted = await createRecall(actor, aRecallOf([lot?.id ?? 0]));
  if (!drafted.ok) throw new Error(drafted.problem.kind);
  return drafted.value;
}

const backedUp = readEnv({ BACKUP_FOLDER: '/backups', BACKUP_PASSPHRASE: 'correct horse battery' });
const anEndpoint = { name: 'Partner', url: 'https://93.184.216.34/hooks', types: ['order.ready'] } as const;
const noId = crypto.randomUUID();
const partnerToken = { name: 'Partner', days: 30, scopes: ['menu.read'] } as const;

/** By file and function. Each refuses an old sign-in by itself. */
const asks: Readonly<Record<RecentCommand, Row>> = {
  // Exports personal data.
  'ground/audit/export-audit exportAudit': () => (actor) =>
    exportAudit(actor, auditList.parse(none), { zone: ZONE, labels: {} }),
  'sales/orders/list/export-orders exportOrders': () => (actor) =>
    exportOrders(actor, orderList.parse(none), ZONE),
  'sales/orders/reservations/export-reservations exportReservations': () => (actor) =>
    exportReservations(actor, reservationList.parse(none), ZONE),
  'records/binder/make-binder makeBinder': () => async (actor) => {
    const made = await makeBinder(actor, { from: today, to: today }, {});
    if (made.ok) await made.value.close();
    return made;
  },
  'accounts/customers/list/export-customers exportCustomers': () => (actor) =>
    exportCustomers(actor, customerList.parse(none), ZONE),
  'records/account-data/download-data downloadData': () => (actor) =>
    downloadData(request(), actor, '2026-11-23'),
  // Exports money and costs.
  'records/analytics/export-report exportReport': () => (actor) => {
    const { range } = rangeOf(readReport(none), today);
    if (!range) throw new Error('no range');
    return exportReport(actor, { range, breakdown: 'status', zone: ZONE });
  },
  'records/analytics/export-report exportStockReport': () => (actor) =>
    exportStockReport(actor, {
      days: { from: today, to: today },
      order: 'soon',
      clock: { now: systemClock(), today, zone: ZONE },
    }),
  'records/binder/papers/export-report-paper exportReportPaper': () => (actor) => {
    const { range } = rangeOf(readReport(none), today);
    if (!range) throw new Error('no range');
    return exportReportPaper(
      actor,
      { range, breakdown: 'status', zone: ZONE },
      { now: systemClock(), today, zone: ZONE },
    );
  },
  'records/binder/papers/export-papers exportRecordsPaper': () => (actor) =>
    exportRecordsPaper(actor, { from: today, to: today }, 'id-checks'),
  'records/binder/papers/export-papers exportBatchSheet': () => (actor) => exportBatchSheet(actor, 1),
  'records/books/export-books exportBooks': () => (actor) =>
    exportBooks(actor, { days: { from: today, to: today }, zone: ZONE, today }, 'csv'),
  'records/books/export-books exportJournal': () => (actor) =>
    exportJournal(actor, { days: { from: today, to: today }, zone: ZONE, today }, 'day'),
  'goods/catalogue/products/export-inventory exportInventory': () => (actor) =>
    exportInventory(actor, inventoryList({ shelves: [], types: [] }).parse(none), String(today)),
  'sales/cash-desk/export-cash-day exportCashDay': () => (actor) => exportCashDay(actor, today, 'csv'),
  // Shows personal data.
  'accounts/customers/reveal-customer revealCustomer': async (_, customer) => {
    await profile(customer, { phone: '(607) 555-0100' });
    return (actor) => revealCustomer(actor, customer.userId, 'phone');
  },
  'accounts/customers/view-photo viewPhoto': async (_, customer) => {
    const fileKey = crypto.randomUUID();
    const encrypted = encryptBytes(Buffer.from('photo'), photoContext(fileKey));
    await files().put(fileKey, encrypted, 'image/jpeg');
    const [photo] = await fresh.db
      .insert(customerPhotos)
      .values({
        userId: customer.userId,
        kind: 'license',
        state: 'kept',
        fileKey,
        keyId: keyIdOf(encrypted),
        contentType: 'image/jpeg',
      })
      .returning({ id: customerPhotos.id });
    return (actor) => viewPhoto(actor, photo?.id ?? '');
  },
  'accounts/customers/age-queue-queries readAgeCase': (_, customer) => (actor) =>
    readAgeCase(actor, customer.userId),
  'ground/notifications/read-sent-mail readSentMail': async (_, customer) => {
    const [mail] = await fresh.db
      .insert(mailMessages)
      .values({
        dedupeKey: crypto.randomUUID(),
        recipient: customer.email,
        subject: 'Choose a new password',
        html: PRIVATE_LINK,
        text: PRIVATE_LINK,
        status: 'kept',
        isPrivate: true,
        linkEncrypted: 'never decrypted for an old session',
        linkOpens: 'account',
        accountId: customer.userId,
      })
      .returning({ id: mailMessages.id });
    return async (actor) => {
      // An old session gets the mail without its link.
      const read = await readSentMail(actor, mail?.id ?? '', ZONE);
      return read?.link === 'confirm-first' ? { ok: false, problem: { kind: 'confirm-first' } } : read;
    };
  },
  // Decides about age and license.
  'accounts/customers/decide-age decideAge':
    (_, { userId }) =>
    (actor) =>
      decideAge(actor, { userId, decision: 'approved', version: 1, photo: '', sawLicense: '1' }),
  'accounts/customers/decide-age changeAgeDecision': async (_, customer) => {
    await profile(customer, { isVerifiedOver21: true, ageDecidedAt: new Date() });
    return (actor) =>
      changeAgeDecision(actor, customer.userId, {
        decision: 'undecided',
        from: 'approved',
        version: 1,
        reason: 'x',
      });
  },
  'accounts/customers/change-customer-facts verifyLicense': async (_, customer) => {
    await profile(customer, { licenseIdHash: 'x', licenseIdEncrypted: 'x', licenseIdLast4: '0000' });
    return (actor) => verifyLicense(actor, customer.userId);
  },
  'accounts/customers/change-customer-facts takeLicenseBack': async (_, customer) => {
    await profile(customer, { licenseIdHash: 'x', licenseVerified: true });
    return (actor) => takeLicenseBack(actor, customer.userId, 'Expired');
  },
  'accounts/customers/change-customer-facts correctBirthDate': (_, customer) => (actor) =>
    correctBirthDate(actor, customer.userId, {
      version: 1,
      birthDate: '1990-01-01',
      reason: 'As on the license',
    }),
  // Changes who has access.
  'accounts/identity/staff/change-role changeRole':
    (_, { userId }) =>
    (actor) =>
      changeRole(actor, { userId, role: 'staff', from: 'user' }),
  'accounts/identity/staff/change-rights changeRights': async (_, { userId }) => {
    await fresh.db.insert(userRoles).values({ userId, role: 'staff' }).onConflictDoNothing();
    const rights = { ...ordinaryRights, discountLimit: 10 };
    return (actor) => changeRights(actor, { userId, rights, from: rightsKey(ordinaryRights) });
  },
  'accounts/identity/staff/rename-staff renameStaff': async (_, { userId }) => {
    await fresh.db.insert(userRoles).values({ userId, role: 'staff' }).onConflictDoNothing();
    return (actor) => renameStaff(actor, { userId, fullName: `Juniper Vale ${userId}` });
  },
  'accounts/identity/staff/end-work endWork': async (_, { userId }) => {
    await fresh.db.insert(userRoles).values({ userId, role: 'staff' }).onConflictDoNothing();
    const choices = { drawerTo: null, chargeTo: null, tokens: 'revoke', webhooks: 'transfer' } as const;
    return (actor) => endWork(actor, { userId, ...choices }, partsOfLeaving);
  },
  'accounts/identity/staff/invite-staff inviteStaff': () => (actor) =>
    inviteStaff(actor, { email: 'invited@example.com', role: 'admin' }),
  'accounts/identity/staff/invite-staff takeInvitationBack': async ({ userId }) => {
    const [made] = await fresh.db
      .insert(staffInvitations)
      .values({
        email: 'open@example.com',
        role: 'staff',
        invitedBy: userId,
        expiresAt: new Date(Date.now() + 1e8),
      })
      .returning({ id: staffInvitations.id });
    return (actor) => takeInvitationBack(actor, made?.id ?? '');
  },
  'accounts/identity/pins/share-tablet shareTablet': () => (actor) => shareTablet(actor, 'Register 1'),
  'running/backups/request-backup requestBackup': () => (actor) => requestBackup(actor, backedUp),
  'running/move-in/files/change-file-move startMovingFiles': () => (actor) => startMovingFiles(actor),
  'running/move-in/files/change-file-move startUndoingFiles': () => (actor) => startUndoingFiles(actor),
  'accounts/api-tokens/create-token createStoreToken': () => (actor) => createStoreToken(actor, partnerToken),
  'accounts/api-tokens/create-token createOwnToken': () => (actor) =>
    createOwnToken(request(), actor, partnerToken),
  'running/rehearsals/hold-rehearsal startRehearsal': () => (actor) => startRehearsal(actor),
  'running/rehearsals/hold-rehearsal endRehearsal': () => (actor) => endRehearsal(actor),
  'running/connections/save-connection saveConnection': () => (actor) =>
    saveConnection(actor, 'mail', { values: { service: 'google' }, version: 0 }),
  'running/connections/save-connection removeConnection': () => (actor) => removeConnection(actor, 'sms', 0),
  'running/connections/save-connection makePassphrase': () => (actor) => makePassphrase(actor, 0),
  'goods/tracking/reports/start-reporting startReporting': () => (actor) =>
    startReporting(actor, { day: today, reasons: {} }),
  'goods/tracking/reports/start-reporting changeReasons': () => (actor) => changeReasons(actor, {}),
  'goods/tracking/reports/start-reporting stopReporting': () => (actor) => stopReporting(actor),
  'running/webhooks/add-endpoint addEndpoint': () => (actor) => addEndpoint(actor, anEndpoint),
  'running/webhooks/add-endpoint changeEndpoint': () => (actor) => changeEndpoint(actor, noId, anEndpoint),
  'running/webhooks/rotate-secret rotateSecret': () => (actor) => rotateSecret(actor, noId),
  'running/webhooks/rotate-secret endFormerSecret': () => (actor) => endFormerSecret(actor, noId),
  'running/webhooks/send-again replaySince': () => (actor) => replaySince(actor, noId, new Date(0)),
  'running/webhooks/switch-endpoint turnEndpointOn': () => (actor) => turnEndpointOn(actor, noId),
  'accounts/identity/pins/set-pin setPin': () => (actor) => setPin(request(), actor, '408213'),
  'accounts/identity/pins/set-pin removeOwnPin': () => (actor) => removeOwnPin(request(), actor),
  'accounts/identity/pins/set-pin removePin': (_, customer) => (actor) => removePin(actor, customer.userId),
  'accounts/identity/second-factor/reset-second-factor resetSecondFactor': async (_, customer) => {
    await fresh.db.insert(authenticators).values({ userId: customer.userId, secret: 'x', lastStep: 0 });
    return (actor) => resetSecondFactor(actor, customer.userId, 'Lost the phone');
  },
  'accounts/identity/sessions/sign-out-person signOutPerson': (_, customer) => (actor) =>
    signOutPerson(actor, customer.userId),
  'sales/bans/ban-customer banCustomer': (_, customer) => (actor) =>
    banCustomer(actor, customer.userId, { reason: 'Threats', openOrders: 'keep' }),
  'sales/bans/ban-customer endBan': async (_, customer) => {
    await profile(customer, { isBanned: true });
    return (actor) => endBan(actor, customer.userId, 'Settled');
  },
  // Changes how a person signs in to their own account.
  'records/account-data/delete-account deleteAccount': () => (actor) => deleteAccount(actor),
  'accounts/identity/accounts/change-password changePassword': () => (actor) =>
    changePassword(request(), actor, { password: 'kettle-orbit-mossy' }),
  'accounts/identity/accounts/change-email requestEmailChange': () => (actor) =>
    requestEmailChange(request(), actor, `${crypto.randomUUID()}@example.com`),
  'accounts/identity/accounts/change-email confirmEmailChange': async (actor) => {
    const email = `${crypto.randomUUID()}@example.com`;
    await requestEmailChange(request(), actor, email);
    const token = await newestToken(fresh.db, email);
    return (later) => confirmEmailChange(request(), later, token);
  },
  'accounts/identity/second-factor/change-authenticator turnAuthenticatorOn': async (actor) => {
    const { sealed } = await authenticatorSetUp(actor);
    return (later) => turnAuthenticatorOn(request(), later, { setUp: sealed, code: '000000' });
  },
  'accounts/identity/second-factor/change-authenticator renewBackupCodes': () => (actor) =>
    renewBackupCodes(request(), actor),
  'accounts/identity/second-factor/change-authenticator turnAuthenticatorOff': () => (actor) =>
    turnAuthenticatorOff(request(), actor),
  'accounts/identity/second-factor/change-text-factor requestSetUpCode': () => (actor) =>
    requestSetUpCode(request(), actor, '+16075550100'),
  'accounts/identity/second-factor/change-text-factor turnTextFactorOn': () => (actor) =>
    turnTextFactorOn(request(), actor, '000000'),
  'accounts/identity/second-factor/change-text-factor turnTextFactorOff': () => (actor) =>
    turnTextFactorOff(request(), actor),
  'accounts/identity/second-factor/passkey-options passkeyOptions': () => (actor) =>
    passkeyOptions(request(), actor, 'add'),
  'accounts/identity/second-factor/change-passkeys addPasskey': () => (actor) =>
    addPasskey(request(), actor, { name: 'Key', credential: {} }),
  'accounts/identity/second-factor/change-passkeys removePasskey': () => (actor) =>
    removePasskey(request(), actor, crypto.randomUUID()),
  'accounts/identity/providers/link-provider linkIdentity':
    ({ userId }) =>
    (actor) =>
      linkIdentity(request(), actor, {
        issuer: 'https://id.example',
        subject: userId,
        email: null,
        isEmailVerified: false,
        name: null,
      }),
  'accounts/identity/providers/link-provider unlinkIdentity': () => (actor) =>
    unlinkIdentity(request(), actor, crypto.randomUUID()),
  // Changes legal or security settings, or speaks in the store's name.
  'sales/compliance/change-tax-rules addTaxRule': () => (actor) => addTaxRule(actor, {}, today),
  'sales/compliance/change-tax-rules correctTaxRule': () => (actor) => correctTaxRule(actor, '1', {}, today),
  'sales/compliance/change-tax-rules endTaxRule': () => (actor) =>
    endTaxRule(actor, '1', '2026-12-01', today),
  'sales/compliance/change-tax-rules removeTaxRule': () => (actor) => removeTaxRule(actor, '1', today),
  'sales/compliance/change-tax-rules applyNewYork': () => (actor) =>
    applyNewYork(actor, { from: '2026-12-01', county: 'Delaware' }, today),
  'sales/promotions/send-promotion sendPromotion': async ({ userId }) => {
    const [draft] = await fresh.db
      .insert(promotions)
      .values({ title: 'News', words: 'Hello', createdBy: userId })
      .returning({ id: promotions.id });
    return (actor) => sendPromotion(actor, draft?.id ?? '', { version: 1, accepted: '' });
  },
  'records/books/close-month closeMonth': () => (actor) => closeMonth(actor, { month: '2026-01', seen: '' }),
  'records/books/reopen-month reopenMonth': () => (actor) =>
    reopenMonth(actor, { month: '2026-01', reason: 'Because' }),
  'sales/recalls/start-recall startRecall': async (actor) => {
    const id = await aDraft(actor);
    return (later) => startRecall(later, id, { version: 1 });
  },
  'sales/recalls/show-phones showPhones': async (actor) => {
    const id = await aDraft(actor);
    return (later) => showPhones(later, id, [1]);
  },
  'sales/closures/show-call-phones showCallPhones': () => (actor) => showCallPhones(actor, 1, [1]),
  'sales/price-corrections/export-affected exportAffected': () => (actor) =>
    exportAffected(actor, wrongOf(1, 2500), ZONE),
  'sales/recalls/export-recall exportRecall': async (actor) => {
    const recall = await readRecall(actor, await aDraft(actor));
    return (later) => exportRecall(later, recall as RecallRecord, ZONE);
  },
  'sales/recalls/export-recall exportRecallPdf': async (actor) => {
    const recall = await readRecall(actor, await aDraft(actor));
    const { store } = await readSettings();
    return (later) => exportRecallPdf(later, recall as RecallRecord, { store, zone: ZONE, today });
  },
  'ground/settings/save-settings saveSettings': () => (actor) =>
    saveSettings(actor, 'security', { staffSessionHours: 3 }, 0),
  'ground/settings/save-price-list removePriceList': () => removePriceList,
  'ground/settings/content/publish-content publishContent': () => (actor) =>
    publishContent(actor, 'faq', { title: 'FAQ', intro: 'Ask.', source: '## Hours\n\nTen.' }, 0),
  'ground/settings/content/publish-content restoreContent': () => (actor) =>
    restoreContent(actor, 'faq', 0, 0),
  // Last, because fewer settings are guarded while the shop is closed.
  'ground/settings/open-shop closeShop': () => closeShop,
};

/**
 * Commands allowed in a session of any age: the day's work, shopping, and anything that only makes an account safer.
 */
const everyday: Readonly<Record<string, string>> = {
  'sales/printing/change-printers': 'addPrinter changePrinter printTestPage removePrinter',
  'sales/printing/print-receipt': 'printReceipt printLabels settlePrint',
  'sales/printing/print-by-tablet': 'nextForTablet takeForTablet endForTablet printTestHere',
  'sales/printing/open-without-sale': 'openWithoutSale',
  'sales/displays/pair-display': 'pairDisplay unpairDisplay',
  'sales/displays/show-order': 'showOrder hideOrder',
  'sales/line/call-next': 'callNext callAgain giveNumber leaveWalkInLine',
  'sales/line/change-registers': 'addRegister removeRegister',
  'ground/access/hold-session': 'holdSession hasSession',
  'ground/access/offline-action': 'claimAction versionAfter',
  'ground/access/staff-transaction':
    'staffTransaction recentStaffTransaction rowsWhileAllowed approverAsActor isWitness',
  'ground/access/keyed-request': 'onceForKey answerBefore keepAnswer',
  'accounts/api-tokens/revoke-token': 'revokeStoreToken revokeOwnToken',
  'ground/audit/export-records': 'exportRecords recordExport',
  'goods/catalogue/categories/add-category': 'addCategory addStarterSet',
  'goods/catalogue/categories/archive-category': 'archiveCategory restoreCategory',
  'goods/catalogue/categories/merge-category': 'mergeCategory',
  'goods/catalogue/categories/rename-category': 'renameCategory',
  'goods/drops/place-pictures': 'placePictures',
  'goods/drops/receive-drops': 'receiveDrops',
  'goods/drops/remove-drops': 'removeDrops',
  'goods/catalogue/imports/apply-import': 'applyImport',
  'goods/catalogue/pictures/arrange-pictures': 'readPictures arrangePictures',
  'goods/catalogue/imports/change-import':
    'chooseColumns chooseHeads answerPreview startApplying startUndoing',
  'goods/catalogue/products/change-products': 'previewChange applyChange',
  'goods/catalogue/products/delete-products': 'previewDelete deleteProducts',
  'goods/catalogue/imports/import-stock': 'writeFirstStock writeNextStock',
  'goods/catalogue/products/product-selection': 'selectedIds readSelected',
  'goods/catalogue/imports/receive-import': 'receiveImport saveImport',
  'goods/catalogue/pictures/receive-picture': 'receivePicture recordPicture',
  'goods/catalogue/products/save-product': 'saveProduct createProduct restoreProduct',
  'goods/catalogue/products/undo-batch': 'readUndoable undoBatch',
  'goods/catalogue/imports/undo-import': 'undoImport',
  'goods/catalogue/imports/work-on-import': 'workOnImport',
  'sales/checkout/place-order': 'placeOrder',
  'sales/checkout/reserve-product': 'reserveProduct',
  'sales/checkout/save-cart': 'saveCart',
  'sales/checkout/submit-reservation': 'submitReservation',
  'sales/closures/close-days': 'closeDays',
  'sales/closures/record-call': 'recordCall',
  'sales/closures/undo-closure': 'undoClosure',
  'running/move-in/files/change-file-move':
    'chooseFileKind chooseFileColumns removeMoveFile startTryingFiles',
  'running/move-in/files/receive-files': 'receiveMoveFiles addMoveFile',
  'running/move-in/files/work-on-file-move': 'workOnFileMove',
  'running/connections/test-connection': 'readConnections testConnection testWith',
  'running/backups/try-place': 'testBackupPlace',
  'goods/tracking/start-comparison': 'startComparison',
  'goods/catalogue/write-wholesale': 'writeWholesale',
  'goods/tracking/deliveries/make-lot': 'makeLot',
  'goods/tracking/deliveries/remember-items': 'rememberItems',
  // Takes the admin of the command that ends the connection.
  'goods/tracking/reports/start-reporting': 'stopReportingWithin',
  'goods/tracking/reports/resolve-act': 'retryAct skipAct markEntered retryAll',
  'goods/tracking/reports/export-acts': 'exportActs',
  'accounts/customers/change-customer-facts': 'setLoyaltyPoints',
  'accounts/customers/lift-missed-limit': 'liftMissedLimit',
  'accounts/customers/save-photo': 'savePhoto deletePhoto',
  'accounts/customers/receive-photo': 'receivePhoto',
  'accounts/customers/save-profile': 'saveProfile',
  'records/dates/save-store-date':
    'addStoreDate changeStoreDate finishStoreDate reopenStoreDate removeStoreDate',
  'goods/favorites/mark-product': 'markProduct',
  'accounts/identity/sessions/access-token': 'issueToken',
  'accounts/identity/second-factor/authenticator-set-up': 'authenticatorSetUp openSetUp',
  'accounts/identity/accounts/change-email': 'dropEmailChange',
  'accounts/identity/second-factor/change-passkeys': 'namePasskey',
  'accounts/identity/second-factor/change-text-factor': 'setUpPlace forgetSetUpCode',
  'accounts/identity/sessions/check-password': 'checkPassword',
  'accounts/identity/sessions/confirm-session': 'confirmSession confirmSessionByPasskey',
  'accounts/identity/second-factor/current-factor': 'hasShownTextCodeOnly',
  'accounts/identity/sessions/end-sessions': 'endSessions endOtherSessions deleteOtherSessions',
  'accounts/identity/sessions/guards': 'requireRecentSignIn',
  'accounts/identity/sessions/pressed-form': 'isPressedBy readWaitingFile',
  'accounts/identity/sessions/sign-out': 'leaveSignedOut',
  'accounts/identity/providers/sign-in-with-provider': 'comeBackFromProvider',
  'goods/stock/lots/change-lot': 'recordLotChange',
  'goods/stock/lots/count-lot': 'countLot countLocked changeUnits',
  'goods/counts/start-count': 'startCount',
  'goods/counts/count-row': 'countRow',
  'goods/counts/count-found': 'countFound',
  'goods/counts/approve-row': 'approveRow approveAll',
  'goods/counts/close-count': 'closeCount',
  'goods/counts/export-count': 'exportCount',
  'goods/stock/undo-adjustment': 'undoAdjustment',
  'sales/cash-desk/change-charge': 'changeCharge',
  'sales/cash-desk/close-without-tablets': 'closeWithoutTablets mayStillApprove',
  'sales/cash-desk/report-tablet': 'reportTablet',
  'sales/cash-desk/open-drawer': 'openDrawer',
  'sales/cash-desk/record-entry': 'recordEntry reverseEntry',
  'sales/cash-desk/count-drawer': 'countDrawer closeDrawer',
  'sales/cash-desk/pass-cash-desk': 'passCharge passDrawer',
  'sales/cash-desk/write-closing': 'writeClosing',
  'sales/cash-desk/write-opening': 'writeOpening',
  'sales/cash-desk/export-cash-day': 'exportCashDayPdf',
  'sales/price-corrections/start-correction': 'startCorrection',
  'sales/price-corrections/undo-correction': 'undoCorrection',
  'sales/price-corrections/pay-refund': 'payRefund',
  'goods/reconciliation/close-day': 'closeDay',
  'goods/reconciliation/export-day': 'exportReconciliation',
  'goods/reconciliation/receive-state-file': 'receiveStateFile storeStateFile',
  'goods/stock/lots/export-lots': 'exportLots exportLedger',
  'goods/stock/lots/edit-lot': 'editLot editLocked saveCertificate',
  'goods/stock/file-stock': 'applyFileStock undoFileStock',
  'goods/stock/lots/quarantine-lot': 'quarantineLot',
  'goods/stock/lots/recall-lots': 'recallLots',
  'goods/stock/put-back/put-back-units': 'putBackUnits putBackOne undoPutBack',
  'goods/certificates/receive-certificate': 'receiveCertificate',
  'goods/stock/outage/declare-outage': 'declareOutage endOutage',
  'goods/stock/outage/enter-entries': 'enterEntries',
  'goods/stock/outage/export-outage': 'exportOutage',
  'goods/stock/waste/move-to-waste': 'moveToWaste',
  'goods/stock/waste/undo-waste': 'undoWaste',
  'goods/stock/waste/destroy-waste': 'destroyWaste',
  'goods/stock/waste/export-waste': 'exportWaste',
  'goods/stock/lots/receive-lot': 'receiveLot receiveWithin',
  'goods/stock/lots/release-lot': 'releaseLot releaseLocked fillLocked',
  'goods/stock/lots/release-waiting-lots': 'releaseWaitingLots',
  'ground/notifications/confirm-sms-code': 'confirmSmsCode stopSms',
  'ground/notifications/save-push-subscription': 'savePushSubscription forgetPushSubscription',
  'ground/notifications/mark-read': 'markRead markAllRead',
  'ground/notifications/request-sms-code': 'requestSmsCode',
  'ground/notifications/save-preferences': 'savePreferences',
  'running/operations/retry-jobs': 'retryJobs',
  'sales/orders/cancel-order': 'cancelOrder',
  'sales/orders/reservations/cancel-reservation': 'cancelReservation',
  'sales/orders/change-order-status': 'changeOrderStatus changePaymentStatus changeManyStatuses',
  'sales/orders/reservations/change-reservation-status': 'changeReservationStatus',
  'sales/orders/edit-order': 'editOrder',
  'sales/orders/receipts/generate-receipt': 'generateReceipt',
  'sales/orders/change-order-notes': 'changeOrderNotes',
  'sales/orders/change-pickup-name': 'changePickupName',
  'sales/orders/items-change/change-items': 'changeItems',
  'sales/orders/hand-over/hand-over-order': 'handOverOrder refuseHandOver',
  'sales/orders/hand-over/record-refused-hand-over': 'recordRefusedHandOver',
  'sales/orders/hand-over/settle-hand-over': 'settleHandOver',
  'sales/orders/hand-over/move-pickup': 'movePickup',
  'sales/orders/refunds/record-refund': 'recordRefund',
  'sales/orders/refunds/staff-refunds': 'checkStaffLimits checkYes',
  'sales/orders/receipts/request-receipt': 'requestReceipt',
  'sales/orders/receipts/send-receipt': 'sendReceipt',
  'accounts/identity/pins/approval': 'readWitness',
  'accounts/identity/pins/share-tablet': 'stopSharing',
  'sales/orders/receipts/mail-walk-in-receipt': 'mailWalkInReceipt',
  'running/webhooks/on-endpoint': 'onEndpoint',
  'running/webhooks/send-again': 'sendAgain sendTest',
  'running/webhooks/switch-endpoint': 'turnEndpointOff removeEndpoint',
  'sales/walk-ins/change-walk-in': 'addScanned setQuantity endWalkIn',
  'sales/walk-ins/pack-scanned': 'packScanned',
  'sales/walk-ins/place-walk-in': 'placeWalkIn',
  'sales/walk-ins/start-walk-in': 'startWalkIn',
  'sales/orders/resend-order-mail': 'resendOrderMail',
  'sales/orders/hand-over/add-order-note': 'addOrderNote',
  'sales/orders/exchange/exchange-units': 'exchangeUnits',
  'sales/orders/cash-corrections/correct-cash': 'correctCash',
  'sales/orders/fewer/take-fewer': 'takeFewer',
  'sales/orders/hand-over/put-off-order': 'putOffOrder',
  'sales/orders/hand-over/record-arrival': 'recordArrival undoArrival',
  'sales/orders/hand-over/report-arrival': 'reportArrival',
  'sales/orders/hand-over/report-late': 'reportLate',
  'sales/orders/packing/free-orders': 'freeOrders',
  'sales/orders/packing/lock-bag': 'lockBag packAgain',
  'sales/orders/packing/pack-unit': 'packUnit',
  'sales/orders/packing/start-packing': 'startPacking',
  'sales/orders/packing/take-out-scanned': 'takeOutScanned',
  'sales/orders/packing/take-out-unit': 'takeOutUnit',
  'accounts/customers/list/add-note': 'addNote',
  'sales/recalls/save-recall': 'createRecall saveRecall deleteRecall onRecall recordRecall',
  'sales/recalls/record-answer': 'recordAnswer',
  'sales/recalls/return-units': 'returnUnits',
  'sales/recalls/end-recall': 'endRecall',
  'goods/discounts/save-offer': 'saveOffer endOffer startOfferAgain',
  'sales/promotions/preview-promotion': 'previewPromotion',
  'sales/promotions/save-promotion': 'createPromotion savePromotion deletePromotion onDraft',
  'sales/promotions/send-promotion': 'stopPromotion sendTest',
  'ground/saved-views/save-view': 'saveView deleteView',
  'ground/saved-views/choose-columns': 'chooseColumns',
  // Sensitive ones check through `saveSettings`.
  'ground/settings/save-settings': 'saveLockedSettings',
  'ground/settings/save-price-list': 'receivePriceList',
  'ground/settings/open-shop': 'openShop confirmStep takeBackStep hideSetUp',
};

const STEP_UP = new Set(['confirm-first', 'sign-in-too-old', 'not-recent']);

/** Whether the result is that of an old session; commands that return data return null. */
function isStepUp(answer: unknown): boolean {
  if (answer === null) return true;
  const { ok, problem } = answer as {
    ok?: boolean;
    problem?: { kind?: string; problem?: { kind?: string } } | string;
  };
  if (ok !== false) return false;
  if (typeof problem === 'string') return problem === CONFIRM_FIRST;
  return STEP_UP.has(problem?.problem?.kind ?? problem?.kind ?? '');
}

/** The same admin in a session from 16 minutes ago, and just signed in. */
async function bothSessions(): Promise<{ old: SignedIn; recent: SignedIn }> {
  const recent = await aPerson(fresh.db, { role: 'admin' });
  const [made] = await fresh.db
    .insert(sessions)
    .values({
      userId: recent.userId,
      token: crypto.randomUUID(),
      expiresAt: new Date(Date.now() + 3_600_000),
      confirmedAt: sql`now() - interval '16 minutes'`,
    })
    .returning({ id: sessions.id });
  return { recent, old: { ...recent, sessionId: made?.id ?? '' } };
}

describe('an old session is refused and writes nothing, and a recent one succeeds:', () => {
  test.each(RECENT_COMMANDS)('%s', async (name) => {
    const { old, recent } = await bothSessions();
    const call = await asks[name](recent, await aPerson(fresh.db));
    const before = await everyRow.read();
    const answer = await call(old);
    expect(answer).toSatisfy(isStepUp);
    expect(await everyRow.read()).toBe(before);
    // The same call with a recent sign-in; any other failure is outside this test.
    const past = await call(recent).catch((error: unknown) => ({ error }));
    expect(past).not.toSatisfy(isStepUp);
  });
});

test('every command with an actor is on exactly one of the two lists', () => {
  const listed = [
    ...RECENT_COMMANDS,
    ...Object.entries(everyday).flatMap(([file, names]) => names.split(' ').map((name) => `${file} ${name}`)),
  ];
  const found = commands();
  expect(found.length).toBeGreaterThan(100);
  // A query is on the list if it shows what is masked elsewhere.
  const written = listed.filter((name) => !/-queries /.test(name));
  expect(written.sort()).toEqual(found.sort());
});

test('a listed command records every guarded action of the audit log', () => {
  const files = RECENT_COMMANDS.map((name) => name.split(' ')[0] ?? '');
  const sources = files.map((file) => readFileSync(`app/core/${file}.server.${extension(file)}`, 'utf8'));
  for (const action of guardedActions) {
    const written = action.endsWith('-photo.viewed') ? '-photo.viewed' : action;
    expect(sources.filter((source) => source.includes(written))).not.toEqual([]);
  }
});

const extension = (file: string) => (file === 'records/account-data/delete-account' ? 'tsx' : 'ts');

/** 'room/verb-noun functionName' for every exported function in a command's file that has an actor parameter. */
function commands(): string[] {
  const isCommand = (file: string) => /\.server\.tsx?$/.test(file) && !/-queries\.server|\.test\./.test(file);
  return readdirSync('app/core', { recursive: true, encoding: 'utf8' })
    .filter(isCommand)
    .flatMap((file) => {
      const source = readFileSync(`app/core/${file}`, 'utf8');
      const { program, errors } = parseSync(file, source);
      if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
      const name = file.replace(/\.server\.tsx?$/, '');
      return program.body
        .flatMap((statement) => exportedNames(statement, source))
        .map((each) => `${name} ${each}`);
    });
}

function exportedNames(statement: Statement, source: string): string[] {
  const declared = 'declaration' in statement ? statement.declaration : null;
  if (declared?.type === 'FunctionDeclaration')
    return takesActor(declared, source) ? [declared.id?.name ?? ''] : [];
  if (declared?.type !== 'VariableDeclaration') return [];
  return declared.declarations.flatMap(({ id, init }) =>
    init?.type === 'ArrowFunctionExpression' && takesActor(init, source)
      ? [source.slice(id.start, id.typeAnnotation?.start ?? id.end)]
      : [],
  );
}

const takesActor = ({ params }: NamedFunction | ArrowFunctionExpression, source: string) =>
  params.some((each) => {
    const typed = each.type === 'AssignmentPattern' ? each.left : each;
    const type = 'typeAnnotation' in typed ? typed.typeAnnotation : null;
    return type && /\b(Actor|SignedIn|RecentActor)\b/.test(source.slice(type.start, type.end));
  });
