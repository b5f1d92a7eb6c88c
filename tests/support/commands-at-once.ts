/**
 * Every command that writes shared rows, in one small shop: two products, two customers, one slot. Each is prepared
 * alone and then runs at once with others (`docs/locks.md`).
 */

import { randomInt, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { createStoreToken } from '#core/accounts/api-tokens/create-token.server.ts';
import { revokeStoreToken } from '#core/accounts/api-tokens/revoke-token.server.ts';
import { setLoyaltyPoints } from '#core/accounts/customers/change-customer-facts.server.ts';
import { decideAge } from '#core/accounts/customers/decide-age.server.ts';
import { hashLicense } from '#core/accounts/customers/encrypt-license.server.ts';
import { liftMissedLimit } from '#core/accounts/customers/lift-missed-limit.server.ts';
import { addNote } from '#core/accounts/customers/list/add-note.server.ts';
import { saveRefusedBirthDate } from '#core/accounts/customers/lock-customer.server.ts';
import { resetSecondFactor } from '#core/accounts/identity/second-factor/reset-second-factor.server.ts';
import { endSessions } from '#core/accounts/identity/sessions/end-sessions.server.ts';
import { signOutPerson } from '#core/accounts/identity/sessions/sign-out-person.server.ts';
import { startSession } from '#core/accounts/identity/sessions/start-session.server.ts';
import { changeRights } from '#core/accounts/identity/staff/change-rights.server.ts';
import { changeRole } from '#core/accounts/identity/staff/change-role.server.ts';
import { endWork } from '#core/accounts/identity/staff/end-work.server.ts';
import { inviteStaff } from '#core/accounts/identity/staff/invite-staff.server.ts';
import { renameStaff } from '#core/accounts/identity/staff/rename-staff.server.ts';
import { rightsKey } from '#core/accounts/identity/staff/rights-form.ts';
import { productsForCart } from '#core/goods/catalogue/catalogue-queries.server.ts';
import { addCategory } from '#core/goods/catalogue/categories/add-category.server.ts';
import {
  archiveCategory,
  restoreCategory,
} from '#core/goods/catalogue/categories/archive-category.server.ts';
import { mergeCategory } from '#core/goods/catalogue/categories/merge-category.server.ts';
import { previewMerge } from '#core/goods/catalogue/categories/merge-preview-queries.server.ts';
import { renameCategory } from '#core/goods/catalogue/categories/rename-category.server.ts';
import { startApplying, startUndoing } from '#core/goods/catalogue/imports/change-import.server.ts';
import { saveImport } from '#core/goods/catalogue/imports/receive-import.server.ts';
import { workOnImport } from '#core/goods/catalogue/imports/work-on-import.server.ts';
import { arrangePictures } from '#core/goods/catalogue/pictures/arrange-pictures.server.ts';
import { applyChange, previewChange } from '#core/goods/catalogue/products/change-products.server.ts';
import { deleteProducts, previewDelete } from '#core/goods/catalogue/products/delete-products.server.ts';
import { readEditedProduct } from '#core/goods/catalogue/products/edited-products-queries.server.ts';
import { restoreProduct, saveProduct } from '#core/goods/catalogue/products/save-product.server.ts';
import { readUndoable, undoBatch } from '#core/goods/catalogue/products/undo-batch.server.ts';
import { approveRow } from '#core/goods/counts/approve-row.server.ts';
import { closeCount } from '#core/goods/counts/close-count.server.ts';
import { countFound } from '#core/goods/counts/count-found.server.ts';
import { countRow } from '#core/goods/counts/count-row.server.ts';
import { startCount } from '#core/goods/counts/start-count.server.ts';
import type { OfferInput } from '#core/goods/discounts/offer-rules.ts';
import { endOffer, saveOffer } from '#core/goods/discounts/save-offer.server.ts';
import { announceBackInStock } from '#core/goods/favorites/announce-back-in-stock.server.ts';
import { markProduct } from '#core/goods/favorites/mark-product.server.ts';
import { countLot } from '#core/goods/stock/lots/count-lot.server.ts';
import { editLot } from '#core/goods/stock/lots/edit-lot.server.ts';
import type { LotPapers } from '#core/goods/stock/lots/lots.ts';
import { quarantineLot } from '#core/goods/stock/lots/quarantine-lot.server.ts';
import { receiveLot } from '#core/goods/stock/lots/receive-lot.server.ts';
import { releaseLot } from '#core/goods/stock/lots/release-lot.server.ts';
import { releaseWaitingLots } from '#core/goods/stock/lots/release-waiting-lots.server.ts';
import { retireExpiredLots } from '#core/goods/stock/lots/retire-expired-lots.server.ts';
import { putBackUnits, undoPutBack } from '#core/goods/stock/put-back/put-back-units.server.ts';
import { undoAdjustment } from '#core/goods/stock/undo-adjustment.server.ts';
import { destroyWaste } from '#core/goods/stock/waste/destroy-waste.server.ts';
import { moveToWaste } from '#core/goods/stock/waste/move-to-waste.server.ts';
import { undoWaste } from '#core/goods/stock/waste/undo-waste.server.ts';
import { makeLot } from '#core/goods/tracking/deliveries/make-lot.server.ts';
import { applyHolds } from '#core/goods/tracking/holds/apply-holds.server.ts';
import { ordinaryRights, type SignedIn, startingSets } from '#core/ground/access/actor.ts';
import { saveSettings } from '#core/ground/settings/save-settings.server.ts';
import { fieldsSection } from '#core/ground/settings/settings-field.ts';
import { newestVersion } from '#core/ground/settings/settings-versions-queries.server.ts';
import { deleteAccount } from '#core/records/account-data/delete-account.server.tsx';
import { foldSales } from '#core/records/analytics/fold-sales.server.ts';
import { fingerprintOf, readBooks } from '#core/records/books/books-queries.server.ts';
import { closeMonth } from '#core/records/books/close-month.server.ts';
import { daysOfMonth, parseMonth } from '#core/records/books/month.ts';
import { reopenMonth } from '#core/records/books/reopen-month.server.ts';
import { addEndpoint } from '#core/running/webhooks/add-endpoint.server.ts';
import { storeMessage } from '#core/running/webhooks/store-message.server.ts';
import { removeEndpoint } from '#core/running/webhooks/switch-endpoint.server.ts';
import { tellProducts } from '#core/running/webhooks/tell-products.server.ts';
import { banCustomer, endBan } from '#core/sales/bans/ban-customer.server.ts';
import { closeDrawer, countDrawer } from '#core/sales/cash-desk/count-drawer.server.ts';
import { expectedOf } from '#core/sales/cash-desk/drawer.ts';
import { drawerCash, openSession } from '#core/sales/cash-desk/drawer-cash-queries.server.ts';
import { openDrawer } from '#core/sales/cash-desk/open-drawer.server.ts';
import { recordEntry, reverseEntry } from '#core/sales/cash-desk/record-entry.server.ts';
import { reportTablet } from '#core/sales/cash-desk/report-tablet.server.ts';
import {
  checkHoldForSignUp,
  holdForSignUp,
  readHoldTerms,
} from '#core/sales/checkout/hold-for-sign-up.server.ts';
import { placeOrder } from '#core/sales/checkout/place-order.server.ts';
import { reserveProduct } from '#core/sales/checkout/reserve-product.server.ts';
import { submitReservation } from '#core/sales/checkout/submit-reservation.server.ts';
import { addTaxRule, correctTaxRule, removeTaxRule } from '#core/sales/compliance/change-tax-rules.server.ts';
import { termsSeen } from '#core/sales/compliance/tax-change.ts';
import { readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { askDisplay } from '#core/sales/displays/ask-display.server.ts';
import { newDisplayToken } from '#core/sales/displays/display-cookie.server.ts';
import { pairDisplay } from '#core/sales/displays/pair-display.server.ts';
import { hideOrder, showOrder } from '#core/sales/displays/show-order.server.ts';
import { callAgain, callNext, giveNumber, leaveWalkInLine } from '#core/sales/line/call-next.server.ts';
import { addRegister, removeRegister } from '#core/sales/line/change-registers.server.ts';
import { cancelOrder } from '#core/sales/orders/cancel-order.server.ts';
import { correctCash } from '#core/sales/orders/cash-corrections/correct-cash.server.ts';
import { changeOrderNotes } from '#core/sales/orders/change-order-notes.server.ts';
import { changeOrderStatus, changePaymentStatus } from '#core/sales/orders/change-order-status.server.ts';
import { changePickupName } from '#core/sales/orders/change-pickup-name.server.ts';
import { exchangeUnits } from '#core/sales/orders/exchange/exchange-units.server.ts';
import { takeFewer } from '#core/sales/orders/fewer/take-fewer.server.ts';
import { addOrderNote } from '#core/sales/orders/hand-over/add-order-note.server.ts';
import { handOverOrder, refuseHandOver } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { forgetIdsOfDay } from '#core/sales/orders/hand-over/id-owner.server.ts';
import { movePickup } from '#core/sales/orders/hand-over/move-pickup.server.ts';
import { putOffOrder } from '#core/sales/orders/hand-over/put-off-order.server.ts';
import { recordArrival, undoArrival } from '#core/sales/orders/hand-over/record-arrival.server.ts';
import { recordRefusedHandOver } from '#core/sales/orders/hand-over/record-refused-hand-over.server.ts';
import { reportArrival } from '#core/sales/orders/hand-over/report-arrival.server.ts';
import { reportLate } from '#core/sales/orders/hand-over/report-late.server.ts';
import { settleHandOver } from '#core/sales/orders/hand-over/settle-hand-over.server.ts';
import { changeItems } from '#core/sales/orders/items-change/change-items.server.ts';
import { releaseMissedOrders } from '#core/sales/orders/missed-pickups/release-missed-orders.server.ts';
import { remindOfMissedPickups } from '#core/sales/orders/missed-pickups/remind-of-missed-pickups.server.ts';
import { NO_NOTES } from '#core/sales/orders/order-notes.ts';
import { packUnit } from '#core/sales/orders/packing/pack-unit.server.ts';
import { startPacking } from '#core/sales/orders/packing/start-packing.server.ts';
import { takeOutUnit } from '#core/sales/orders/packing/take-out-unit.server.ts';
import { generateReceipt } from '#core/sales/orders/receipts/generate-receipt.server.ts';
import { sendReceipt } from '#core/sales/orders/receipts/send-receipt.server.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { cancelReservation } from '#core/sales/orders/reservations/cancel-reservation.server.ts';
import { changeReservationStatus } from '#core/sales/orders/reservations/change-reservation-status.server.ts';
import { expireHolds } from '#core/sales/orders/reservations/expire-holds.server.ts';
import { releaseSignUpHold } from '#core/sales/orders/reservations/release-sign-up-hold.server.ts';
import { warnOfExpiringHolds } from '#core/sales/orders/reservations/warn-of-expiring-holds.server.ts';
import { readOwedOf } from '#core/sales/price-corrections/owed-queries.server.ts';
import { payRefund } from '#core/sales/price-corrections/pay-refund.server.ts';
import { undoCorrection } from '#core/sales/price-corrections/undo-correction.server.ts';
import { workOnCorrection } from '#core/sales/price-corrections/work-on-correction.server.ts';
import { setQuantity } from '#core/sales/walk-ins/change-walk-in.server.ts';
import { endAbandonedWalkIns } from '#core/sales/walk-ins/end-walk-ins.server.ts';
import { placeWalkIn } from '#core/sales/walk-ins/place-walk-in.server.ts';
import { startWalkIn } from '#core/sales/walk-ins/start-walk-in.server.ts';
import { type Database, inTransaction } from '#db/client.ts';
import { apiTokens } from '#db/schema/api-tokens.ts';
import { drawerCounts, drawerEntries } from '#db/schema/cash-desk.ts';
import { productImages, products } from '#db/schema/catalogue.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { authenticators, sessions } from '#db/schema/identity.ts';
import { orders, pickupReservations } from '#db/schema/orders.ts';
import { correctedLines, priceCorrections } from '#db/schema/price-corrections.ts';
import { lots, putBacks } from '#db/schema/stock.ts';
import { stateDeliveries, stateDeliveryPackages, trackedPackages } from '#db/schema/tracking.ts';
import { webhookEndpoints } from '#db/schema/webhooks.ts';
import { parseDate } from '#kernel/time.ts';
import { readImport } from '#office/imports/imports-queries.server.ts';
import { paperFields } from '#office/lots/lot-form.ts';
import { cashFields, holdFields, securityFields } from '#office/settings/section-fields.ts';
import { partsOfLeaving } from '#office/users/parts-of-leaving.server.ts';
import { recallAndEnd } from '#tests/support/recalls.ts';
import { aToken } from './api.ts';
import { closeAndUndo } from './closures.ts';
import { AFTER_PICKUP, aMug, anOrder, bringTo, edit, LATER_SLOT, NOW, SLOT, storedOrder } from './orders.ts';
import { aPerson } from './people.ts';
import { SHOWN_ID } from './shown-id.ts';
import { aWitness } from './witness.ts';
import { start, wrongOf } from './wrong-prices.ts';

export type SmallShop = {
  db: Database;
  /** For uploaded files. */
  folder: string;
  products: readonly [number, number];
  customers: readonly [SignedIn, SignedIn];
  admin: SignedIn;
  /** Two more admins, who may be banned, demoted or reset while they work. */
  colleagues: readonly [SignedIn, SignedIn];
};

/**
 * Prepares a command alone; the returned function runs at once with others. A refusal is a result, an exception is a
 * fault.
 */
type Prepare = (shop: SmallShop) => Promise<() => Promise<unknown>>;
/** The command's files by their names here. */
type Command = { name: string; files: readonly string[]; prepare: Prepare };

const oneOf = <T>(list: readonly [T, T]): T => list[randomInt(2)] as T;
const notOf = (who: SignedIn, list: readonly [SignedIn, SignedIn]) =>
  who.userId === list[0].userId ? list[1] : who.userId === list[1].userId ? list[0] : oneOf(list);
const both = ({ products }: SmallShop) => (randomInt(2) ? products : products.toReversed());
const order = (shop: SmallShop, who = oneOf(shop.customers)) =>
  anOrder(
    who,
    both(shop).map((id) => [id, 1] as const),
  );

export async function aSmallShop(db: Database, folder: string): Promise<SmallShop> {
  const products = [await aMug(db, { onHand: 50_000 }), await aMug(db, { onHand: 50_000 })] as const;
  const admin = await signedInNow(db, await aPerson(db, { role: 'admin' }));
  const customers = [await aPerson(db), await aPerson(db)] as const;
  // One license, which some walk-ins show too.
  await db
    .update(customerProfiles)
    .set({ licenseIdHash: hashLicense('P0000000'), licenseIdLast4: '0000', licenseVerified: true })
    .where(
      inArray(
        customerProfiles.userId,
        customers.map(({ userId }) => userId),
      ),
    );
  const colleagues = [await aPerson(db, { role: 'admin' }), await aPerson(db, { role: 'admin' })] as const;
  return { db, folder, products, admin, customers, colleagues };
}

/** The shop as any of its three admins sees it. */
export const seenByAny = (shop: SmallShop): SmallShop => ({
  ...shop,
  admin: [shop.admin, ...shop.colleagues][randomInt(3)] as SignedIn,
});

/** Undoes what would block later commands: an archived product, a ban, a role, an ended session, open orders. */
export async function tidy(shop: SmallShop): Promise<void> {
  const {
    db,
    products: [first, second],
    customers,
    colleagues,
  } = shop;
  await db.execute(sql`update products set for_sale = true, archived_at = null
    where id in (${first}, ${second}) and (not for_sale or archived_at is not null)`);
  for (const { userId } of customers)
    await db.execute(
      sql`update customer_profiles set is_banned = false, birth_date = '1995-06-15' where user_id = ${userId}`,
    );
  for (const { userId, sessionId } of colleagues) {
    await db.execute(sql`update customer_profiles set is_banned = false where user_id = ${userId}`);
    await db.execute(sql`update user_roles set role = 'admin' where user_id = ${userId} and role <> 'admin'`);
    await db
      .insert(sessions)
      .values({ id: sessionId, userId, token: randomUUID(), expiresAt: new Date(Date.now() + 86_400_000) })
      .onConflictDoNothing();
  }
  // Closing a day notifies every open order of it: those of earlier rounds would make each round longer than the
  // last.
  const open = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(inArray(orders.status, ['pending', 'confirmed', 'packing', 'ready']));
  for (const { orderId } of open)
    await changeOrderStatus(
      shop.admin,
      { orderId, to: 'cancelled', reason: 'Of an earlier round', version: null },
      NOW,
    );
}

async function signedInNow(db: Database, person: SignedIn): Promise<SignedIn> {
  const [session] = await db
    .insert(sessions)
    .values({
      userId: person.userId,
      token: randomUUID(),
      expiresAt: new Date(Date.now() + 86_400_000),
      confirmedAt: new Date(),
    })
    .returning({ id: sessions.id });
  return { ...person, sessionId: session?.id ?? '' };
}

/** Of everyone who bought one of the products: the start, the job of those that run, a refund for anyone, or an undo. */
async function wrongPriceCommands(shop: SmallShop) {
  const { orderId, version } = await ready(shop);
  await handOverOrder(shop.admin, orderId, { version, ...ID }, NOW);
  const wrong = wrongOf(oneOf(shop.products), randomInt(1, 100));
  const newest = () =>
    shop.db.select().from(priceCorrections).orderBy(desc(priceCorrections.number)).limit(3);
  const acts: (() => Promise<unknown>)[] = [
    () => start(shop.admin, wrong),
    async () => {
      for (const { id } of await newest()) await workOnCorrection(id, NOW);
    },
    async () => {
      const [owed] = await shop.db
        .select()
        .from(correctedLines)
        .where(eq(correctedLines.status, 'owed'))
        .orderBy(sql`random()`)
        .limit(1);
      const [shown] = owed ? await readOwedOf(shop.admin, [owed.id]) : [];
      return shown && payRefund(shop.admin, { lineId: shown.lineId, cash: shown.cash }, NOW);
    },
    async () => undoCorrection(shop.admin, (await newest())[0]?.number ?? 0),
  ];
  const act = acts[randomInt(acts.length)] as (typeof acts)[number];
  return act;
}

async function hold({ customers, products }: SmallShop, at = NOW, who = oneOf(customers)): Promise<string> {
  const wanted = { productId: oneOf(products), quantity: 1, key: randomUUID(), again: true };
  const made = await reserveProduct(who, wanted, at);
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  return made.value.reservationId;
}

/** A customer whose account came from a sign-up that holds a unit of each. */
async function signUpHold(shop: SmallShop): Promise<SignedIn> {
  const who = await aPerson(shop.db);
  await holdBySignUp(await signUpInput(shop, who.userId));
  return who;
}

async function signUpInput(shop: SmallShop, signUpId: string = randomUUID()) {
  const lines = both(shop).map((productId) => ({ productId, quantity: 1 }));
  const person = { birthDate: '1990-02-28', address: randomUUID() };
  return {
    terms: await readHoldTerms(),
    input: { signUpId, lines, slotStartsAt: SLOT, expectedTotal: null, ...person },
  };
}

const holdBySignUp = ({ terms, input }: Awaited<ReturnType<typeof signUpInput>>) =>
  inTransaction((tx) => holdForSignUp(tx, terms, input, NOW));

async function ownHold(shop: SmallShop): Promise<{ who: SignedIn; reservationId: string }> {
  const who = oneOf(shop.customers);
  return { who, reservationId: await hold(shop, NOW, who) };
}

function delivered({ admin, products }: SmallShop, expiresOn: string | null = null) {
  const delivery = { productId: oneOf(products), batchNumber: randomUUID(), quantity: 5, testStatus: null };
  return receiveLot(admin, { ...delivery, expiresOn }, NOW);
}

/** A package that the state's system has here, and its delivery; returns its tag. */
async function aPackage({ db }: SmallShop, { isOnHold = false, wholesale = 0 }): Promise<string> {
  const tag = `1A4FF0100000${String(randomInt(10 ** 12)).padStart(12, '0')}`;
  const what = {
    tag,
    item: `Item ${tag}`,
    quantity: 5,
    unit: 'Each',
    testState: 'TestPassed',
    hasPassed: true,
  };
  await db.insert(trackedPackages).values({ ...what, isOnHold, readAt: new Date() });
  const from = { manifest: '1', shipper: 'Hudson Extracts', shipperLicense: '' };
  await db.insert(stateDeliveries).values({ id: tag, ...from, receivedAt: new Date(), readAt: new Date() });
  const sent = { deliveryId: tag, position: 0, state: 'Accepted', wholesale };
  await db.insert(stateDeliveryPackages).values({ ...what, ...sent });
  return tag;
}

/** A separate lot for each command, so that they meet at its product's stock and not at its status. */
async function lot(shop: SmallShop, expiresOn: string | null = null): Promise<number> {
  const made = await delivered(shop, expiresOn);
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  return made.value.lotId;
}

async function price(shop: SmallShop, productId: number, now = NOW): Promise<() => Promise<unknown>> {
  const product = await readEditedProduct(shop.admin, productId);
  const values = { retailPrice: 1000 + randomInt(2000) };
  const wanted = { version: product?.version ?? 0, values, accepted: '' };
  return () => saveProduct(shop.admin, productId, wanted, { base: {}, mine: {} }, now);
}

async function bulk({ admin, products }: SmallShop) {
  const change = { price: { to: 1000 + randomInt(2000) } };
  const selection = { ids: products };
  const seen = await previewChange(admin, selection, change);
  if (!seen.ok) throw new Error(JSON.stringify(seen.problem));
  return () => applyChange(admin, selection, change, { fingerprint: seen.value.fingerprint, accepted: true });
}

/** Over all products, with a limit for all, which sales lock. */
const anOffer = (products: readonly number[]): OfferInput => ({
  ...{ name: 'Happy hour', terms: 'One each.', kind: 'percent', amount: 10, hours: null },
  ...{ startsAt: Date.now() - 60_000, endsAt: Date.now() + 3_600_000, mostPerPerson: 5, mostUnits: 1000 },
  parts: [{ products: [...products], categories: [], units: 1 }],
});

/** New prices, a count and a new product. */
async function imported({ db, admin, folder, products }: SmallShop): Promise<string> {
  const path = join(folder, randomUUID());
  const stock = await db.execute<{ id: number; name: string; units: number }>(sql`
    select id, name, on_hand as units from products join product_stock on product_id = id
    where id = any(${sql.param([...products])}::int[])`);
  const rows = stock.rows.map(({ id, name, units }) => `${name},${units + 1},${10 + randomInt(20)}.00,${id}`);
  await writeFile(path, ['Product,Stock,Retail,ID', ...rows, `Plover ${randomUUID()},,12.00,`].join('\n'));
  const kept = await saveImport(admin, path);
  if (!kept.ok) throw new Error(JSON.stringify(kept.problem));
  const { importId } = kept.value;
  await workOnImport(admin, importId);
  const preview = (await readImport(admin, importId))?.preview ?? 0;
  const started = await startApplying(admin, importId, { preview, accepted: true });
  if (!started.ok) throw new Error(JSON.stringify(started.problem));
  return importId;
}
/** The open drawer, with what it should hold; opened if none is. */
async function drawer({ db, admin }: SmallShop) {
  const float = { key: randomUUID(), amount: 100_000, pieces: null };
  const open = (await openSession(db)) ?? ((await openDrawer(admin, float, NOW)) && (await openSession(db)));
  if (!open) throw new Error('no drawer is open');
  return { sessionId: open.id, expected: expectedOf(await drawerCash(db, open)) };
}

const exactly = (sessionId: string, expected: number, next: string | null = null) => ({
  ...{ key: randomUUID(), sessionId, next },
  ...{ amount: Math.max(0, expected), pieces: null },
});

const drawerCommands = [
  async (shop) => {
    const { sessionId, expected } = await drawer(shop);
    await countDrawer(shop.admin, exactly(sessionId, expected), NOW);
    return () => openDrawer(shop.admin, { key: randomUUID(), amount: 100_000, pieces: null }, NOW);
  },
  async (shop) => {
    const { sessionId } = await drawer(shop);
    const move = { sessionId, reason: 'Change', amount: 100 };
    await recordEntry(shop.admin, { ...move, key: randomUUID(), kind: 'pay-in' }, NOW);
    const [entry] = await newestIn(shop, drawerEntries, sessionId);
    return async () => {
      await recordEntry(shop.admin, { ...move, key: randomUUID(), kind: 'drop' }, NOW);
      return reverseEntry(shop.admin, { sessionId, entryId: entry?.id ?? '' }, NOW);
    };
  },
  async (shop) => {
    const { sessionId, expected } = await drawer(shop);
    const next = oneOf(shop.colleagues).userId;
    return () => countDrawer(shop.admin, exactly(sessionId, expected, next), NOW);
  },
  async (shop) => {
    const { sessionId, expected } = await drawer(shop);
    const front = { id: randomUUID(), name: 'Front', handsOver: true, inView: true };
    return async () => {
      await reportTablet(shop.admin, { ...front, unsent: 2 }, NOW);
      await countDrawer(shop.admin, { ...exactly(sessionId, expected), without: 'It is broken' }, NOW);
      return reportTablet(shop.admin, { ...front, unsent: 0 }, NOW);
    };
  },
  async (shop) => {
    const { sessionId, expected } = await drawer(shop);
    await countDrawer(shop.admin, exactly(sessionId, expected + 1000), NOW);
    const [count] = await newestIn(shop, drawerCounts, sessionId);
    const closing = { sessionId, countId: count?.id ?? '', next: null, note: 'Change' };
    return () => closeDrawer(shop.admin, closing, NOW);
  },
] as const satisfies readonly Prepare[];

const newestIn = ({ db }: SmallShop, table: typeof drawerEntries | typeof drawerCounts, sessionId: string) =>
  db
    .select({ id: table.id })
    .from(table)
    .where(eq(table.sessionId, sessionId))
    .orderBy(desc(table.id))
    .limit(1);

/** A walk-in with one unit of each product. Two of them share their ID. */
async function walkIn(shop: SmallShop): Promise<string> {
  const started = await startWalkIn(
    shop.admin,
    {
      ...{ key: randomUUID(), idKind: 'passport', idIssuer: 'Canada', idNumber: `P${randomInt(2)}000000` },
      ...{ idExpiresOn: '2190-01-01', idBirthDate: '1990-01-01', nameMatches: true },
    },
    NOW,
  );
  // Refused while its actor is banned by another command.
  if (!started.ok) return randomUUID();
  const { id } = started.value;
  for (const productId of both(shop)) await setQuantity(shop.admin, id, { productId, quantity: 1 }, NOW);
  return id;
}

async function packing(shop: SmallShop): Promise<string> {
  const orderId = await order(shop);
  await startPacking(shop.admin, { orderId, takeOver: true }, NOW);
  return orderId;
}

async function ready(shop: SmallShop): Promise<{ orderId: string; version: number }> {
  const orderId = await order(shop);
  await bringTo(shop.admin, orderId, 'ready');
  return { orderId, version: (await storedOrder(shop.db, orderId)).version };
}

const ID = { ...SHOWN_ID, cashReceived: 100_000 };
const today = parseDate('2026-06-06');
if (!today) throw new Error('not a date');

const ZONE = 'America/New_York';
const DAY = NOW.toZonedDateTimeISO(ZONE).toPlainDate();
/** The month before that day. */
const MONTH = '2026-05';

async function closeAMonth(admin: SignedIn) {
  const month = parseMonth(MONTH);
  const books = month && (await readBooks(admin, { days: daysOfMonth(month), zone: ZONE, today: DAY }));
  if (!books) return null;
  return closeMonth(admin, { month: MONTH, seen: fingerprintOf(books.figures) }, NOW);
}

export const commands: readonly Command[] = [
  {
    name: 'checkout',
    files: ['sales/checkout/place-order'],
    prepare: async (shop) => {
      const lines = both(shop).map((productId) => ({ productId, quantity: 1 }));
      const input = { key: randomUUID(), lines, reservationId: null, slotStartsAt: SLOT, birthDate: null };
      return () => placeOrder(oneOf(shop.customers), { ...input, expectedTotal: null, again: true }, NOW);
    },
  },
  {
    name: 'checkout of a reservation',
    files: ['sales/checkout/place-order'],
    prepare: async (shop) => {
      const { who, reservationId } = await ownHold(shop);
      const input = { key: randomUUID(), lines: [], reservationId, slotStartsAt: SLOT, birthDate: null };
      return () => placeOrder(who, { ...input, expectedTotal: null, again: true }, NOW);
    },
  },
  {
    name: 'hold for a sign-up',
    files: ['sales/checkout/hold-for-sign-up'],
    prepare: async (shop) => {
      const wanted = await signUpInput(shop);
      return async () => {
        await checkHoldForSignUp(wanted.input, NOW);
        return holdBySignUp(wanted);
      };
    },
  },
  {
    name: 'checkout of what a sign-up holds',
    files: ['sales/checkout/place-order'],
    prepare: async (shop) => {
      const who = await signUpHold(shop);
      const input = { key: who.userId, lines: [], reservationId: null, slotStartsAt: null, birthDate: null };
      return () => placeOrder(who, { ...input, fromSignUp: true, expectedTotal: null }, NOW);
    },
  },
  {
    name: 'release what a sign-up holds',
    files: ['sales/orders/reservations/release-sign-up-hold'],
    prepare: async (shop) => {
      const who = await signUpHold(shop);
      return () => releaseSignUpHold(who.userId, 'changed', NOW);
    },
  },
  {
    name: 'reserve',
    files: ['sales/checkout/reserve-product'],
    prepare: async ({ customers, products: [first] }) => {
      const wanted = { productId: first, quantity: 1, key: randomUUID(), again: true };
      return () => reserveProduct(oneOf(customers), wanted, NOW);
    },
  },
  {
    name: 'staff order from a reservation',
    files: ['sales/checkout/submit-reservation'],
    prepare: async (shop) => {
      const reservationId = await hold(shop);
      return () => submitReservation(shop.admin, { reservationId, slotStartsAt: SLOT }, NOW);
    },
  },
  {
    name: 'cancel an order',
    files: ['sales/orders/cancel-order'],
    prepare: async (shop) => {
      const who = oneOf(shop.customers);
      const orderId = await order(shop, who);
      return () => cancelOrder(who, orderId, NOW);
    },
  },
  {
    name: 'cancel a reservation',
    files: ['sales/orders/reservations/cancel-reservation'],
    prepare: async (shop) => {
      const { who, reservationId } = await ownHold(shop);
      return () => cancelReservation(who, reservationId, NOW);
    },
  },
  {
    name: 'status and payment',
    files: ['sales/orders/change-order-status'],
    prepare: async (shop) => {
      const orderId = await order(shop);
      return async () => {
        await changePaymentStatus(shop.admin, { orderId, to: 'paid', reason: '', version: null }, NOW);
        return changeOrderStatus(
          shop.admin,
          { orderId, to: 'no_show', reason: 'Late', version: null },
          AFTER_PICKUP,
        );
      };
    },
  },
  {
    name: 'status of a reservation',
    files: ['sales/orders/reservations/change-reservation-status'],
    prepare: async (shop) => {
      const reservationId = await hold(shop);
      return async () => {
        await changeReservationStatus(shop.admin, { reservationId, status: 'cancelled' }, NOW);
        return changeReservationStatus(shop.admin, { reservationId, status: 'pending' }, NOW);
      };
    },
  },
  {
    name: 'edit an order',
    files: ['sales/orders/edit-order'],
    prepare: async (shop) => {
      const orderId = await order(shop);
      const [first, second] = both(shop) as [number, number];
      return () =>
        edit(shop.db, shop.admin, orderId, {
          to: [
            [first, 2],
            [second, 1],
          ],
          slotStartsAt: LATER_SLOT,
        });
    },
  },
  {
    name: 'exchange of units, and the cash corrected',
    files: ['sales/orders/exchange/exchange-units', 'sales/orders/cash-corrections/correct-cash'],
    prepare: async (shop) => {
      const made = await ready(shop);
      const { orderId } = made;
      await handOverOrder(shop.admin, orderId, { version: made.version, ...ID }, NOW);
      const { version, items } = await storedOrder(shop.db, orderId);
      const [line] = items;
      const [first] = both(shop) as [number, number];
      return () =>
        Promise.all([
          exchangeUnits(
            shop.admin,
            orderId,
            {
              ...{ key: randomUUID(), version, back: { itemId: line?.id ?? '', quantity: 1 } },
              ...{ out: { productId: first, quantity: 1 }, reason: 'Wrong jar', due: 0 },
              ...{ cashReceived: 100_000, id: null },
            },
            NOW,
          ),
          correctCash(
            shop.admin,
            orderId,
            { key: randomUUID(), received: 1, change: 0, reason: 'Typed', seen: { received: 0, change: 0 } },
            NOW,
          ),
        ]);
    },
  },
  {
    name: 'fewer of a line at the counter',
    files: ['sales/orders/fewer/take-fewer'],
    prepare: async (shop) => {
      const orderId = await order(shop);
      const [line] = (await storedOrder(shop.db, orderId)).items;
      const { productId = 0, quantity: from = 0 } = line ?? {};
      return () => takeFewer(shop.admin, orderId, { productId, from, to: from - 1 }, NOW);
    },
  },
  {
    name: 'change of items by the customer',
    files: ['sales/orders/items-change/change-items'],
    prepare: async (shop) => {
      const who = oneOf(shop.customers);
      const orderId = await order(shop, who);
      const { version, items } = await storedOrder(shop.db, orderId);
      const lines = both(shop).map((productId, nth) => ({ productId, quantity: 2 - nth }));
      const input = { lines, seen: { version, lines: items }, expectedTotal: null };
      return () => changeItems(who, orderId, input, NOW);
    },
  },
  {
    name: 'move a pickup',
    files: ['sales/orders/hand-over/move-pickup'],
    prepare: async (shop) => {
      const who = oneOf(shop.customers);
      const orderId = await order(shop, who);
      const { version, status, total } = await storedOrder(shop.db, orderId);
      const seen = { version, status, total, pickup: '2026-06-06T18:00:00Z' };
      return () => movePickup(who, orderId, { slotStartsAt: LATER_SLOT, seen }, NOW);
    },
  },
  {
    name: 'hand over',
    files: ['sales/orders/hand-over/hand-over-order'],
    prepare: async (shop) => {
      const { orderId, version } = await ready(shop);
      return () => handOverOrder(shop.admin, orderId, { version, ...ID }, NOW);
    },
  },
  {
    name: 'refuse at the counter',
    files: ['sales/orders/hand-over/hand-over-order'],
    prepare: async (shop) => {
      const { orderId, version } = await ready(shop);
      return () => refuseHandOver(shop.admin, orderId, { version, refusal: 'unreadable', note: '' }, NOW);
    },
  },
  {
    name: 'refund',
    files: ['sales/orders/refunds/record-refund'],
    prepare: async (shop) => {
      const { orderId, version } = await ready(shop);
      await handOverOrder(shop.admin, orderId, { version, ...ID }, NOW);
      const input = { units: 'all', goods: 'returned', reason: 'Wrong size' } as const;
      const after = await storedOrder(shop.db, orderId);
      return () => recordRefund(shop.admin, orderId, { ...input, version: after.version }, NOW);
    },
  },
  {
    name: 'correct a wrong price, refund or undo',
    files: [
      'sales/price-corrections/start-correction',
      'sales/price-corrections/work-on-correction',
      'sales/price-corrections/pay-refund',
      'sales/price-corrections/undo-correction',
    ],
    prepare: (shop) => wrongPriceCommands(shop),
  },
  {
    name: 'open, move, count or hand over the cash drawer',
    files: [
      ...['sales/cash-desk/open-drawer', 'sales/cash-desk/record-entry', 'sales/cash-desk/count-drawer'],
      'sales/cash-desk/report-tablet',
    ],
    prepare: (shop) => drawerCommands[randomInt(drawerCommands.length)]?.(shop) ?? drawerCommands[0](shop),
  },
  {
    name: 'running late',
    files: ['sales/orders/hand-over/report-late'],
    prepare: async (shop) => {
      const who = oneOf(shop.customers);
      const orderId = await order(shop, who);
      return () => reportLate(who, orderId, 15, NOW);
    },
  },
  {
    name: 'arrival of a customer or by staff',
    files: [
      'sales/orders/hand-over/record-arrival',
      'sales/orders/hand-over/report-arrival',
      'sales/orders/hand-over/add-order-note',
      'sales/orders/hand-over/put-off-order',
    ],
    prepare: async (shop) => {
      const who = oneOf(shop.customers);
      const orderId = await order(shop, who);
      const commands = [
        () => putOffOrder(shop.admin, { orderId, why: 'later' }, NOW),
        () => reportArrival(who, orderId, NOW),
        () => recordArrival(shop.admin, orderId, NOW),
        () => undoArrival(shop.admin, orderId),
        () => addOrderNote(shop.admin, { orderId, text: 'Side door' }, NOW),
      ];
      return () => Promise.all(commands.map((command) => command()));
    },
  },
  {
    name: 'the line and its registers',
    files: [
      ...['sales/line/call-next', 'sales/line/change-registers'],
      ...['sales/displays/pair-display', 'sales/displays/ask-display', 'sales/displays/show-order'],
    ],
    prepare: async (shop) => {
      const orderId = await order(shop);
      await recordArrival(shop.admin, orderId, NOW);
      const register = await addRegister(shop.admin, randomUUID());
      const registerId = register.ok ? register.value : null;
      const token = newDisplayToken();
      const seen = await askDisplay(token, NOW);
      const code = seen.kind === 'code' ? seen.code : '';
      await pairDisplay(shop.admin, { code, registerId }, NOW);
      const shown = { order: orderId, walkIn: null, received: 100 };
      const commands = [
        () => callNext(shop.admin, { lane: 'pickup', registerId, key: randomUUID() }, NOW),
        () => callAgain(shop.admin, { lane: 'pickup', number: 1, registerId }, NOW),
        () => giveNumber(shop.admin, { key: randomUUID(), initials: 'JB' }, NOW),
        () => leaveWalkInLine(shop.admin, 1, NOW),
        () => askDisplay(token, NOW),
        () => showOrder(shop.admin, { registerId: registerId ?? '', shown, news: true }, NOW),
        () => hideOrder(shop.admin, { registerId: registerId ?? '', shown }),
        () => removeRegister(shop.admin, registerId ?? ''),
      ];
      return () => Promise.all(commands.map((command) => command()));
    },
  },
  {
    name: 'packing',
    files: ['sales/orders/packing/start-packing'],
    prepare: async (shop) => {
      const orderId = await order(shop);
      return () => startPacking(shop.admin, { orderId, takeOver: true }, NOW);
    },
  },
  {
    name: 'pack a unit of another lot',
    files: ['sales/orders/packing/pack-unit'],
    prepare: async (shop) => {
      const orderId = await packing(shop);
      const batchNumber = randomUUID();
      const delivery = { productId: oneOf(shop.products), batchNumber, quantity: 5, testStatus: null };
      await receiveLot(shop.admin, { ...delivery, expiresOn: null }, NOW);
      const code = { kind: 'label', text: batchNumber } as const;
      const scan = { orderId, key: randomUUID(), code, otherLotBecause: 'The other one is damaged' };
      return () => packUnit(shop.admin, scan, NOW);
    },
  },
  {
    name: 'take a unit out',
    files: ['sales/orders/packing/take-out-unit'],
    prepare: async (shop) => {
      const orderId = await packing(shop);
      const { items } = await storedOrder(shop.db, orderId);
      const key = randomUUID();
      const reservationId = items[0]?.reservationId ?? '';
      await packUnit(shop.admin, { orderId, key, reservationId, all: true }, NOW);
      return () => takeOutUnit(shop.admin, { orderId, unitId: key }, NOW);
    },
  },
  {
    name: 'missed pickups: reminder, release by the shop, limit lifted',
    files: [
      'sales/orders/missed-pickups/remind-of-missed-pickups',
      'sales/orders/missed-pickups/release-missed-orders',
      'accounts/customers/lift-missed-limit',
    ],
    prepare: async (shop) => {
      const who = oneOf(shop.customers);
      await order(shop, who);
      return () =>
        Promise.all([
          remindOfMissedPickups(AFTER_PICKUP),
          releaseMissedOrders(AFTER_PICKUP),
          liftMissedLimit(shop.admin, who.userId, 'We talked', NOW),
        ]);
    },
  },
  {
    name: 'waste: move, undo, destroy',
    files: [
      'goods/stock/waste/move-to-waste',
      'goods/stock/waste/undo-waste',
      'goods/stock/waste/destroy-waste',
    ],
    prepare: async (shop) => {
      const lotId = await lot(shop);
      const wanted = { lotId, units: 1, weightMg: null, reason: 'damaged', note: '' } as const;
      const witness = await aWitness(shop.db, `Lee ${randomUUID()}`);
      const move = () => moveToWaste(shop.admin, { ...wanted, key: randomUUID(), witness }, NOW);
      const moved = await move();
      const number = moved.ok ? moved.value.number : 0;
      const end = { at: NOW, method: 'composted', second: witness, note: '' } as const;
      const commands = [
        move,
        () => undoWaste(shop.admin, { number, reason: '' }, NOW),
        () => destroyWaste(shop.admin, { ...end, numbers: [number] }, NOW),
      ];
      return () => Promise.all(commands.map((command) => command()));
    },
  },
  {
    name: 'put units back',
    files: ['goods/stock/put-back/put-back-units'],
    prepare: async (shop) => {
      const { orderId } = await ready(shop);
      const reason = 'The customer called';
      await changeOrderStatus(shop.admin, { orderId, to: 'cancelled', reason, version: null }, NOW);
      const { id } = await storedOrder(shop.db, orderId);
      const [row] = await shop.db.select().from(putBacks).where(eq(putBacks.orderId, id));
      const commands = [putBackUnits, undoPutBack];
      return () => Promise.all(commands.map((command) => command(shop.admin, row?.id ?? '')));
    },
  },
  {
    name: 'hand-over not accepted: recorded, settled',
    files: ['sales/orders/hand-over/record-refused-hand-over', 'sales/orders/hand-over/settle-hand-over'],
    prepare: async (shop) => {
      const { orderId } = await ready(shop);
      const { version } = await storedOrder(shop.db, orderId);
      const record = (id: string) => {
        const action = { id, orderNumber: orderId, kind: 'hand-over', doneAt: new Date(), version };
        const sent = { owed: 100, cashReceived: 100, idKind: null, issuer: null, idNumber: '', message: '' };
        return recordRefusedHandOver({ ...shop.admin, action }, sent, NOW);
      };
      const id = randomUUID();
      await record(id);
      const commands = [
        () => record(randomUUID()),
        () => settleHandOver(shop.admin, { id, note: 'Paid out' }, NOW),
      ];
      return () => Promise.all(commands.map((command) => command()));
    },
  },
  {
    name: 'change notes',
    files: ['sales/orders/change-order-notes'],
    prepare: async (shop) => {
      const who = oneOf(shop.customers);
      const orderId = await order(shop, who);
      const notes = { customerNote: 'Two bags, please', pickupName: 'Robin Hale' };
      return () => changeOrderNotes(who, orderId, { notes, seen: NO_NOTES }, NOW);
    },
  },
  {
    name: 'change the pickup name',
    files: ['sales/orders/change-pickup-name'],
    prepare: async (shop) => {
      const orderId = await order(shop);
      return () => changePickupName(shop.admin, orderId, { pickupName: 'Robin Hale', seen: null }, NOW);
    },
  },
  {
    name: 'receipt',
    files: ['sales/orders/receipts/generate-receipt'],
    prepare: async (shop) => {
      const orderId = await order(shop);
      return () => generateReceipt(shop.admin, orderId, { times: 0, everyMs: 0 });
    },
  },
  {
    name: 'a walk-in',
    files: ['sales/walk-ins/start-walk-in', 'sales/walk-ins/change-walk-in', 'sales/walk-ins/place-walk-in'],
    prepare: async (shop) => async () => {
      const id = await walkIn(shop);
      const seen = await placeWalkIn(shop.admin, { id, expectedTotal: 0 }, NOW);
      if (seen.ok || seen.problem.kind !== 'price-changed') return seen;
      return placeWalkIn(shop.admin, { id, expectedTotal: seen.problem.now }, NOW);
    },
  },
  {
    name: 'walk-ins that end',
    files: ['sales/walk-ins/end-walk-ins'],
    prepare: async (shop) => {
      const id = await walkIn(shop);
      const seen = await placeWalkIn(shop.admin, { id, expectedTotal: 0 }, NOW);
      const total = !seen.ok && seen.problem.kind === 'price-changed' ? seen.problem.now : 0;
      await placeWalkIn(shop.admin, { id, expectedTotal: total }, NOW);
      await shop.db.execute(
        sql`update orders set updated_at = '2026-06-06T12:00:00Z' where is_walk_in and status = 'confirmed'`,
      );
      return async () => {
        await endAbandonedWalkIns(NOW);
        return forgetIdsOfDay(NOW);
      };
    },
  },
  {
    name: 'send a receipt',
    files: ['sales/orders/receipts/send-receipt'],
    prepare: async (shop) => {
      const { orderId, version } = await ready(shop);
      await handOverOrder(shop.admin, orderId, { version, ...ID }, NOW);
      return () => sendReceipt(shop.admin, orderId, 'email');
    },
  },
  {
    name: 'holds that end',
    files: ['sales/orders/reservations/expire-holds', 'sales/orders/reservations/warn-of-expiring-holds'],
    prepare: async (shop) => {
      const ids = [await hold(shop, NOW), await hold(shop, NOW)];
      const { userId } = await signUpHold(shop);
      await shop.db
        .update(pickupReservations)
        .set({ holdExpiresAt: new Date('2026-06-06T15:00:00Z') })
        .where(eq(pickupReservations.signUpId, userId));
      for (const id of ids)
        await shop.db
          .update(pickupReservations)
          .set({ holdExpiresAt: new Date('2026-06-06T15:00:00Z') })
          .where(and(eq(pickupReservations.id, id), eq(pickupReservations.status, 'pending')));
      return async () => {
        await warnOfExpiringHolds(NOW.add({ hours: 40 }));
        return expireHolds(NOW);
      };
    },
  },
  {
    name: 'edit a price',
    files: ['goods/catalogue/products/save-product'],
    prepare: (shop) => price(shop, oneOf(shop.products)),
  },
  {
    name: 'edit a price and count the lot',
    files: ['goods/catalogue/products/save-product'],
    prepare: async (shop) => {
      const lotId = await lot(shop);
      const [found] = await shop.db.select().from(lots).where(eq(lots.id, lotId));
      const productId = found?.productId ?? 0;
      const product = await readEditedProduct(shop.admin, productId);
      const edited = {
        version: product?.version ?? 0,
        values: { retailPrice: 1000 + randomInt(2000) },
        accepted: '',
        lot: { lotId, batchNumber: randomUUID(), counted: 9, expected: 5 },
      };
      return () => saveProduct(shop.admin, productId, edited, { base: {}, mine: {} }, NOW);
    },
  },
  {
    name: 'rename a category with products',
    files: ['goods/catalogue/categories/rename-category'],
    prepare: async ({ db, admin, products: [productId] }) => {
      const [found] = await db.select().from(products).where(eq(products.id, productId));
      return () => renameCategory(admin, found?.categoryId ?? 0, `Mugs ${randomUUID()}`);
    },
  },
  {
    name: 'archive a category whose products move, and restore it',
    files: ['goods/catalogue/categories/archive-category', 'goods/catalogue/categories/add-category'],
    prepare: async ({ db, admin, products: [productId] }) => {
      const made = await addCategory(admin, `Mugs ${randomUUID()}`);
      const [found] = await db.select().from(products).where(eq(products.id, productId));
      const from = found?.categoryId ?? 0;
      return async () => {
        await archiveCategory(admin, from, made.ok ? made.value.id : null);
        return restoreCategory(admin, from);
      };
    },
  },
  {
    name: 'merge a category whose products move, and undo it',
    files: ['goods/catalogue/categories/merge-category', 'goods/catalogue/products/undo-batch'],
    prepare: async ({ db, admin, products: [productId] }) => {
      const made = await addCategory(admin, `Mugs ${randomUUID()}`);
      const to = made.ok ? made.value.id : 0;
      const [found] = await db.select().from(products).where(eq(products.id, productId));
      const from = found?.categoryId ?? 0;
      const preview = await previewMerge(admin, from, to);
      return async () => {
        const merged = await mergeCategory(admin, from, { to, seen: preview?.products ?? 0, accepted: true });
        const batch = merged.ok ? await readUndoable(admin) : null;
        return batch ? undoBatch(admin, batch.id) : merged;
      };
    },
  },
  {
    name: 'offer written',
    files: ['goods/discounts/save-offer'],
    prepare:
      async ({ admin, products }) =>
      () =>
        saveOffer(admin, null, { version: 1, leavesOut: true, offer: anOffer(products) }),
  },
  {
    name: 'offer ended',
    files: ['goods/discounts/save-offer'],
    prepare: async ({ admin, products }) => {
      const saved = await saveOffer(admin, null, { version: 1, leavesOut: true, offer: anOffer(products) });
      if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
      return () => endOffer(admin, saved.value);
    },
  },
  { name: 'bulk change', files: ['goods/catalogue/products/change-products'], prepare: bulk },
  {
    name: 'undo of a bulk change',
    files: ['goods/catalogue/products/undo-batch'],
    prepare: async (shop) => {
      await (await bulk(shop))();
      const batch = await readUndoable(shop.admin);
      return () => undoBatch(shop.admin, batch?.id ?? '');
    },
  },
  {
    name: 'delete and restore',
    files: ['goods/catalogue/products/delete-products'],
    prepare: async (shop) => {
      const ids = [await aMug(shop.db), await aMug(shop.db, { onHand: 0 })];
      await shop.db.delete(lots).where(eq(lots.productId, ids[1] ?? 0));
      const seen = await previewDelete(shop.admin, { ids });
      if (!seen.ok) throw new Error(JSON.stringify(seen.problem));
      return async () => {
        await deleteProducts(shop.admin, { ids }, seen.value.fingerprint);
        return restoreProduct(shop.admin, ids[0] ?? 0);
      };
    },
  },
  {
    name: 'archive a product that sells',
    files: ['goods/catalogue/products/delete-products', 'goods/catalogue/products/save-product'],
    prepare: async (shop) => {
      const [id] = shop.products;
      const seen = await previewDelete(shop.admin, { ids: [id] });
      return async () => {
        if (!seen.ok) return;
        await deleteProducts(shop.admin, { ids: [id] }, seen.value.fingerprint);
        await restoreProduct(shop.admin, id);
        const product = await readEditedProduct(shop.admin, id);
        const back = { version: product?.version ?? 0, values: { forSale: true }, accepted: '' };
        return saveProduct(shop.admin, id, back, { base: {}, mine: {} }, NOW);
      };
    },
  },
  {
    name: 'import',
    files: [
      'goods/catalogue/imports/apply-import',
      'goods/catalogue/imports/import-stock',
      'goods/catalogue/imports/work-on-import',
      'goods/catalogue/imports/change-import',
      'goods/catalogue/imports/preview-import',
      'goods/catalogue/imports/receive-import',
    ],
    prepare: async (shop) => {
      const importId = await imported(shop);
      return () => workOnImport(shop.admin, importId);
    },
  },
  {
    name: 'undo of an import',
    files: ['goods/catalogue/imports/undo-import', 'goods/catalogue/imports/change-import'],
    prepare: async (shop) => {
      const importId = await imported(shop);
      await workOnImport(shop.admin, importId);
      await startUndoing(shop.admin, importId);
      return () => workOnImport(shop.admin, importId);
    },
  },
  {
    name: 'pictures',
    files: ['goods/catalogue/pictures/arrange-pictures', 'goods/catalogue/pictures/receive-picture'],
    prepare: async (shop) => {
      const productId = oneOf(shop.products);
      await shop.db
        .insert(productImages)
        .values({ productId, position: 0, key: randomUUID() })
        .onConflictDoNothing();
      const there = await shop.db.select().from(productImages).where(eq(productImages.productId, productId));
      const wanted = there.map(({ id }) => ({ id, alt: randomUUID() }));
      return () => arrangePictures(shop.admin, productId, wanted);
    },
  },
  {
    name: 'receive a lot',
    files: ['goods/stock/lots/receive-lot'],
    prepare: async (shop) => () => delivered(shop),
  },
  {
    name: 'edit and count a lot',
    files: ['goods/stock/lots/edit-lot', 'goods/stock/lots/count-lot', 'goods/stock/undo-adjustment'],
    prepare: async (shop) => {
      const lotId = await lot(shop);
      const [found] = await shop.db.select().from(lots).where(eq(lots.id, lotId));
      if (!found) throw new Error('no lot');
      const papers = Object.fromEntries(paperFields.map((field) => [field, found[field]])) as LotPapers;
      const count = { lotId, counted: 7, expected: 5, reason: 'count', note: '' } as const;
      return async () => {
        await editLot(shop.admin, lotId, { ...papers, batchNumber: randomUUID() });
        const counted = await countLot(shop.admin, count, NOW);
        const { rows } = await shop.db.execute<{ id: number }>(
          sql`select id::int from stock_ledger where lot_id = ${lotId} order by id desc limit 1`,
        );
        await undoAdjustment(shop.admin, { lotId, ledgerId: rows[0]?.id ?? 0 }, NOW);
        return counted;
      };
    },
  },
  {
    name: 'a count of everything',
    files: [
      'goods/counts/start-count',
      'goods/counts/count-row',
      'goods/counts/count-found',
      'goods/counts/approve-row',
      'goods/counts/close-count',
    ],
    prepare: async (shop) => {
      await lot(shop);
      await startCount(shop.admin, null);
      const { rows } = await shop.db.execute<{ sheetId: number; rowId: number; version: number }>(sql`
        select sheet_id as "sheetId", count_rows.id as "rowId", version from count_rows
        join count_sheets as sheet on sheet.id = sheet_id
        where sheet.closed_at is null and reason is null order by random() limit 1`);
      const { sheetId = 0, rowId = 0, version = 0 } = rows[0] ?? {};
      return async () => {
        const counted = await countRow(shop.admin, { sheetId, rowId, counted: 4, version });
        const found = await countFound(shop.admin, {
          sheetId,
          code: randomUUID(),
          productId: oneOf(shop.products),
          counted: 2,
        });
        if (found.ok)
          await approveRow(
            shop.admin,
            { sheetId, rowId: found.value.rowId, version: 1, reason: 'count', note: '' },
            NOW,
          );
        const approval = { sheetId, rowId, version: version + 1, reason: 'count', note: '' } as const;
        await approveRow(shop.admin, approval, NOW);
        await closeCount(shop.admin, sheetId);
        return counted;
      };
    },
  },
  {
    name: 'quarantine, release and recall',
    files: [
      'goods/stock/lots/quarantine-lot',
      'goods/stock/lots/release-lot',
      'sales/recalls/save-recall',
      'sales/recalls/answer-recall',
      'sales/recalls/record-answer',
      'sales/recalls/return-units',
    ],
    prepare: async (shop) => {
      const lotId = await lot(shop, '2026-06-20');
      return async () => {
        await quarantineLot(shop.admin, { lotId, reason: 'Smell' }, NOW);
        await releaseLot(shop.admin, { lotId, reason: 'Fine' }, NOW);
        return recallAndEnd(shop.admin, lotId);
      };
    },
  },
  {
    name: 'waiting lots that go on sale together',
    files: ['goods/stock/lots/release-waiting-lots'],
    prepare: async (shop) => {
      const lotIds = [await lot(shop), await lot(shop), await lot(shop)];
      for (const lotId of lotIds) await quarantineLot(shop.admin, { lotId, reason: 'Smell' }, NOW);
      await shop.db.update(lots).set({ status: 'untested' }).where(inArray(lots.id, lotIds));
      const own = new Map(lotIds.map((lotId) => [lotId, { coaKey: `certificates/dropped/${lotId}` }]));
      return () => releaseWaitingLots(shop.admin, { lotIds, reason: 'Tested', own }, NOW);
    },
  },
  {
    name: 'lots that expire',
    files: ['goods/stock/lots/retire-expired-lots'],
    prepare: async (shop) => {
      await lot(shop, '2026-06-07');
      return () => retireExpiredLots(NOW.add({ hours: 72 }));
    },
  },
  {
    name: 'a lot made of a package',
    files: ['goods/tracking/deliveries/make-lot'],
    prepare: async (shop) => {
      const tag = await aPackage(shop, { wholesale: 500 + randomInt(500) });
      const productId = oneOf(shop.products);
      return () => makeLot(shop.admin, { tag, productId, takesPrice: true }, NOW);
    },
  },
  {
    name: 'lots that the state holds',
    files: ['goods/tracking/holds/apply-holds'],
    prepare: async (shop) => {
      const packageTag = await aPackage(shop, { isOnHold: true });
      await shop.db
        .update(lots)
        .set({ packageTag })
        .where(eq(lots.id, await lot(shop)));
      return () => applyHolds(NOW);
    },
  },
  { name: 'fold of sales', files: ['records/analytics/fold-sales'], prepare: async () => foldSales },
  {
    name: 'close a month',
    files: ['records/books/close-month'],
    prepare: async ({ admin }) => {
      await reopenMonth(admin, { month: MONTH, reason: 'Again' }, NOW);
      return () => closeAMonth(admin);
    },
  },
  {
    name: 'reopen a month',
    files: ['records/books/reopen-month'],
    prepare: async ({ admin }) => {
      await closeAMonth(admin);
      return () => reopenMonth(admin, { month: MONTH, reason: 'Forgot a delivery' }, NOW);
    },
  },
  {
    name: 'settings',
    files: ['ground/settings/save-settings'],
    prepare: async ({ db, admin }) => {
      const version = await db.transaction((tx) => newestVersion(tx, 'holds'));
      return () =>
        saveSettings(admin, 'holds', { sameAgainMinutes: randomInt(5) }, version, {
          section: fieldsSection('holds', 'holds', holdFields),
        });
    },
  },
  {
    name: 'settings of cash',
    files: ['ground/settings/save-settings'],
    prepare: async ({ db, admin }) => {
      const version = await db.transaction((tx) => newestVersion(tx, 'cash'));
      return () =>
        saveSettings(admin, 'cash', { roundsCash: randomInt(2) === 1 }, version, {
          section: fieldsSection('cash-drawer', 'cash', cashFields),
        });
    },
  },
  {
    name: 'close a day, notify, answer, call, undo',
    files: [
      'sales/closures/close-days',
      'sales/closures/answer-closure',
      'sales/closures/record-call',
      'sales/closures/undo-closure',
    ],
    prepare: async (shop) => {
      const orderNumber = await order(shop);
      return () => closeAndUndo(shop.admin, orderNumber);
    },
  },
  {
    name: 'tax rules',
    files: ['sales/compliance/change-tax-rules'],
    prepare: async ({ admin }) => {
      const texts = {
        name: `Levy ${randomUUID()}`,
        taxClass: 'merchandise',
        rate: '1',
        from: '2026-06-20',
        last: '',
      };
      return async () => {
        const added = await addTaxRule(admin, texts, today);
        const made = (await readTaxRules()).find(({ name }) => name === texts.name);
        if (!added.ok || !made) return;
        await correctTaxRule(admin, made.id, { ...texts, rate: '2', seen: termsSeen(made) }, today);
        await removeTaxRule(admin, made.id, today);
      };
    },
  },
  {
    name: 'age decision, points and note',
    files: [
      'accounts/customers/decide-age',
      'accounts/customers/change-customer-facts',
      'accounts/customers/list/add-note',
    ],
    prepare: async ({ db, admin, customers }) => {
      const { userId } = oneOf(customers);
      const [profile] = await db
        .update(customerProfiles)
        .set({ isVerifiedOver21: null })
        .where(eq(customerProfiles.userId, userId))
        .returning({ version: customerProfiles.version, from: customerProfiles.loyaltyPoints });
      const { version, from } = profile ?? { version: 0, from: 0 };
      return async () => {
        const decided = await decideAge(admin, {
          ...{ userId, version, photo: '', sawLicense: '1' },
          decision: 'approved',
        });
        await setLoyaltyPoints(admin, userId, { points: randomInt(100), from, reason: 'Gift' });
        await addNote(admin, userId, 'Called');
        return decided;
      };
    },
  },
  {
    name: 'ban, end of a ban, role',
    files: [
      'sales/bans/ban-customer',
      'accounts/identity/staff/change-role',
      'accounts/customers/lock-customer',
    ],
    prepare:
      async ({ admin, customers: [first, second] }) =>
      async () => {
        await changeRole(admin, { userId: second.userId, role: 'staff', from: 'user' });
        await changeRole(admin, { userId: second.userId, role: 'user', from: 'staff' });
        await banCustomer(admin, first.userId, { reason: 'Test', openOrders: 'keep' });
        await endBan(admin, first.userId, 'Test');
        await saveRefusedBirthDate(second, '2010-01-01', today);
      },
  },
  {
    name: 'ban of a colleague',
    files: ['sales/bans/ban-customer'],
    prepare: async ({ admin, colleagues }) => {
      const { userId } = notOf(admin, colleagues);
      return () => banCustomer(admin, userId, { reason: 'Test', openOrders: 'keep' });
    },
  },
  {
    name: 'token of the store',
    files: ['accounts/api-tokens/create-token', 'accounts/api-tokens/revoke-token'],
    prepare: async ({ db, admin, colleagues }) => {
      const { userId } = oneOf(colleagues);
      await aToken(db, { userId }, { scopes: ['menu.read'], forStore: true });
      const found = await db.select({ id: apiTokens.id }).from(apiTokens).where(eq(apiTokens.userId, userId));
      return async () => {
        for (const { id } of found) await revokeStoreToken(admin, id);
        await createStoreToken(admin, { name: 'Partner', days: 30, scopes: ['menu.read'] });
      };
    },
  },
  {
    name: 'webhooks, which note every change of a product',
    files: ['add-endpoint', 'on-endpoint', 'store-message', 'tell-products', 'wake-endpoints'].map(
      (file) => `running/webhooks/${file}`,
    ),
    prepare: async ({ db, admin }) => {
      const url = `https://93.184.216.34/${randomUUID()}`;
      return async () => {
        const added = await addEndpoint(admin, { name: 'Partner', url, types: ['stock.changed'] });
        await tellProducts({
          states: async (ids) =>
            (await productsForCart(ids)).map(({ id, forSale, available }) => ({
              id,
              onMenu: forSale,
              available,
            })),
          details: async (id) => ({ id }),
        });
        await storeMessage({ id: randomUUID(), type: 'stock.changed', data: {} });
        const [made] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.url, url));
        if (made) await removeEndpoint(admin, made.id);
        return added;
      };
    },
  },
  {
    name: 'name of a colleague',
    files: ['accounts/identity/staff/rename-staff'],
    prepare: async ({ admin, colleagues }) => {
      const { userId } = oneOf(colleagues);
      return () => renameStaff(admin, { userId, fullName: `Juniper Vale ${randomUUID()}` });
    },
  },
  {
    name: 'role of a colleague',
    files: ['accounts/identity/staff/change-role'],
    prepare: async ({ admin, colleagues }) => {
      const { userId } = oneOf(colleagues);
      return () => changeRole(admin, { userId, role: 'staff', from: 'admin' });
    },
  },
  {
    name: 'a colleague leaves',
    files: ['accounts/identity/staff/end-work'],
    prepare: async ({ db, admin, colleagues }) => {
      const colleague = notOf(admin, colleagues);
      const { userId } = colleague;
      await aToken(db, { userId }, { scopes: ['menu.read'], forStore: true });
      await openDrawer(colleague, { key: randomUUID(), amount: 5000, pieces: null }, NOW);
      const choices = {
        drawerTo: admin.userId,
        chargeTo: null,
        tokens: 'revoke',
        webhooks: 'transfer',
      } as const;
      return () => endWork(admin, { userId, ...choices }, partsOfLeaving);
    },
  },
  {
    name: 'reset of a colleague',
    files: ['accounts/identity/second-factor/reset-second-factor'],
    prepare: async ({ db, admin, colleagues }) => {
      const { userId } = notOf(admin, colleagues);
      await db.insert(authenticators).values({ userId, secret: 'x', lastStep: 0 }).onConflictDoNothing();
      return () => resetSecondFactor(admin, userId, 'Lost the phone');
    },
  },
  {
    name: 'sign-out of a colleague',
    files: ['accounts/identity/sessions/sign-out-person'],
    prepare: async ({ db, admin, colleagues }) => {
      const colleague = notOf(admin, colleagues);
      await signedInNow(db, colleague);
      return () => signOutPerson(admin, colleague.userId);
    },
  },
  {
    name: 'rights of a colleague',
    files: ['accounts/identity/staff/change-rights'],
    prepare: async ({ db, admin }) => {
      const { userId } = await aPerson(db, { role: 'staff' });
      const rights = startingSets.lead;
      return () => changeRights(admin, { userId, rights, from: rightsKey(ordinaryRights) });
    },
  },
  {
    name: 'invitation',
    files: ['accounts/identity/staff/invite-staff'],
    prepare: async ({ admin }) => {
      const email = `invited-${randomInt(3)}@example.com`;
      return () => inviteStaff(admin, { email, role: 'staff' });
    },
  },
  {
    name: 'sign-out of other devices',
    files: ['accounts/identity/sessions/end-sessions'],
    prepare: async ({ db, admin }) => {
      const other = await signedInNow(db, admin);
      return () => endSessions(new Request('http://localhost:3000/'), admin, [other.sessionId]);
    },
  },
  {
    name: 'sign-in of a customer or a colleague',
    files: ['accounts/identity/sessions/start-session'],
    prepare: async ({ customers, colleagues }) => {
      const { userId, email } = randomInt(2) === 0 ? oneOf(customers) : oneOf(colleagues);
      const request = new Request('http://localhost:3000/login');
      return () => startSession(request, { userId, email }, { secondFactor: true });
    },
  },
  {
    name: 'guarded settings',
    files: ['ground/settings/save-settings'],
    prepare: async ({ db, admin }) => {
      const version = await db.transaction((tx) => newestVersion(tx, 'security'));
      return () =>
        saveSettings(admin, 'security', { staffSessionHours: 1 + randomInt(12) }, version, {
          section: fieldsSection('security', 'security', securityFields),
        });
    },
  },
  {
    name: 'delete an account with records',
    files: ['records/account-data/delete-account'],
    prepare: async (shop) => {
      const leaver = await signedInNow(shop.db, await aPerson(shop.db));
      const orderId = await order(shop, leaver);
      await cancelOrder(leaver, orderId, NOW);
      await markProduct(leaver, 'add', oneOf(shop.products));
      return () => deleteAccount(leaver);
    },
  },
  {
    name: 'favorites and back in stock',
    files: ['goods/favorites/mark-product', 'goods/favorites/announce-back-in-stock'],
    prepare:
      async ({ customers, products: wanted }) =>
      async () => {
        await markProduct(oneOf(customers), 'add', oneOf(wanted));
        await announceBackInStock();
        return markProduct(oneOf(customers), 'remove', oneOf(wanted));
      },
  },
];
