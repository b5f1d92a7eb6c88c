/** Orders, their items, and the reservations behind them. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  holdingStatuses,
  idKinds,
  idRefusals,
  limitCategories,
  openOrderStatuses,
  orderStatuses,
  paymentStatuses,
  refundGoods,
  reservationStatuses,
} from '#kernel/statuses.ts';
import { drawerSessions } from './cash-desk.ts';
import { products } from './catalogue.ts';
import { centsColumn, createdAt, idColumn, instant, isOneOf } from './columns.ts';
import { users } from './identity.ts';

/** One tax rule's share of an amount: rate in basis points, base and amount in cents. */
export type StoredTaxPart = { ruleId: string; name: string; rate: number; base: number; amount: number };

/** The seller as printed on the receipt. */
export type StoredSeller = {
  name: string;
  legalName: string;
  address: string;
  phone: string;
  license: string;
};

export const orderNumberSequence = pgSequence('order_number_seq', { startWith: 1 });

export const orders = pgTable(
  'orders',
  {
    id: idColumn(),
    number: integer().notNull().unique().default(sql`nextval('order_number_seq')`),
    /** The number people read out at the counter: 'ORD' and at least three digits (specification section 4). */
    orderId: text()
      .notNull()
      .unique()
      .generatedAlwaysAs(
        sql`'ORD' || case when number < 1000 then lpad(number::text, 3, '0') else number::text end`,
      ),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    userEmail: text().notNull(),
    userName: text().notNull(),
    orderType: text({ enum: ['cannabis_pickup', 'merchandise_pickup'] }).notNull(),
    status: text({ enum: orderStatuses }).notNull().default('pending'),
    paymentStatus: text({ enum: paymentStatuses }).notNull(),
    pickupStartsAt: instant(),
    pickupEndsAt: instant(),
    birthDate: date({ mode: 'string' }),
    subtotal: centsColumn().notNull(),
    tax: centsColumn().notNull(),
    cannabisTax: centsColumn().notNull().default(0),
    total: centsColumn().notNull(),
    taxParts: jsonb().$type<StoredTaxPart[]>().notNull(),
    /** The reservation that staff turned into this order; null for other orders. */
    reservationId: uuid().unique(),
    shippingAddress: text(),
    city: text(),
    state: text(),
    zipcode: text(),
    /**
     * The code on the pickup pass: 48 random bits as 12 characters 0-9 and A-F. The customer and staff know it; it
     * reveals nothing and grants nothing.
     */
    passCode: text()
      .notNull()
      .unique()
      .default(sql`upper(left(replace(gen_random_uuid()::text, '-', ''), 12))`),
    /** The delay the customer last announced, in minutes after the start of the slot; null without one. */
    lateMinutes: smallint(),
    lateSaidAt: instant(),
    /** A note for staff about packing or handing over. The customer never sees it. */
    note: text().notNull().default(''),
    /** What the customer wrote for staff; null without a note. */
    customerNote: text(),
    /** The full name of the adult who picks the order up in place of the customer, with their own ID; null for the customer. */
    pickupName: text(),
    /** Incremented with every change, so that a stale edit is detected. */
    version: integer().notNull().default(1),
    /** The store's details when the order was completed; null before that, and for sales older than this column. */
    seller: jsonb().$type<StoredSeller>(),
    /** The customer's first order, whatever its outcome. */
    isFirst: boolean().notNull().default(false),
    /** Staff made it at the counter for a person without an account. */
    isWalkIn: boolean().notNull().default(false),
    /**
     * It ended in another system before the shop moved here: it counts in Order Analytics and is among its customer's
     * orders, but no unit, no cash and no figure of the books is this shop's.
     */
    isHistory: boolean().notNull().default(false),
    /** Who packs or packed it, for the counter; null before. No foreign key: the name at the time outlives the account. */
    packerId: uuid(),
    packerName: text(),
    readyAt: instant(),
    /** When the person who picks it up was at the store, and their number in the line of that day; null before. */
    arrivedAt: instant(),
    arrivalNumber: smallint(),
    /** When the cash was taken, and who took it; a refund does not change it. The name at the time outlives the account. */
    paidAt: instant(),
    paidBy: uuid(),
    paidByName: text(),
    /** Cash taken minus `total`, in cents: what rounding to the nickel added or left off. 0 while it is not paid. */
    cashRounding: centsColumn().notNull().default(0),
    /** The drawer session that the cash went into; null while it is not paid, and if no drawer was open. */
    drawerSessionId: uuid().references(() => drawerSessions.id),
    completedAt: instant(),
    cancelledAt: instant(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    index('orders_user_idx').on(table.userId, table.createdAt.desc()),
    // What a person took home today, however much they bought before.
    index('orders_completed_idx')
      .on(table.userId, table.completedAt)
      .where(sql`${table.completedAt} is not null`),
    // What was handed over on a day.
    index('orders_handed_over_idx')
      .on(table.completedAt, table.id)
      .where(sql`${table.completedAt} is not null`),
    index('orders_created_at_idx').on(table.createdAt, table.id),
    index('orders_total_idx').on(table.total, table.id),
    // First orders are few among all.
    index('orders_first_idx').on(table.createdAt, table.id).where(sql`${table.isFirst}`),
    index('orders_status_idx').on(table.status, table.createdAt, table.id),
    // Few orders are refunded as a whole: the list would be walked to its end for them.
    index('orders_refunded_idx')
      .on(table.createdAt, table.id)
      .where(sql`${table.paymentStatus} = 'refunded'`),
    // What was paid on a day.
    index('orders_paid_at_idx').on(table.paidAt, table.id).where(sql`${table.paidAt} is not null`),
    // The sales of a drawer.
    index('orders_drawer_idx').on(table.drawerSessionId).where(sql`${table.drawerSessionId} is not null`),
    // Orders by pickup time.
    index('orders_pickup_idx').on(table.pickupStartsAt),
    // Staff's list by pickup time; an order without a time is last.
    index('orders_by_pickup_idx').on(sql`coalesce(${table.pickupStartsAt}, '9999-01-01Z')`, table.id),
    // The day's work, however many orders have ended.
    index('orders_open_idx')
      .on(table.pickupStartsAt, table.id)
      .where(isOneOf(table.status, openOrderStatuses)),
    // Walk-ins that have not ended.
    index('orders_walk_in_idx')
      .on(table.updatedAt)
      .where(sql`${table.isWalkIn} and ${isOneOf(table.status, openOrderStatuses)}`),
    check('orders_total_check', sql`${table.total} = ${table.subtotal} + ${table.tax}`),
    // The day's highest number in the line.
    index('orders_arrived_idx').on(table.arrivedAt).where(sql`${table.arrivedAt} is not null`),
    check('orders_packer_check', sql`(${table.packerId} is null) = (${table.packerName} is null)`),
    check('orders_arrival_check', sql`(${table.arrivedAt} is null) = (${table.arrivalNumber} is null)`),
    check('orders_late_check', sql`(${table.lateMinutes} is null) = (${table.lateSaidAt} is null)`),
    check(
      'orders_cash_rounding_check',
      sql`${table.cashRounding} = 0 or (${table.paidAt} is not null and ${table.cashRounding} between -2 and 2 and ${table.total} + ${table.cashRounding} >= 0)`,
    ),
    check('orders_amounts_check', sql`${table.subtotal} >= 0 and ${table.tax} >= 0`),
    check('orders_status_check', isOneOf(table.status, orderStatuses)),
    check('orders_payment_status_check', isOneOf(table.paymentStatus, paymentStatuses)),
    check(
      'orders_paid_at_check',
      sql`(${table.paidAt} is not null) = (${table.paymentStatus} in ('paid', 'refunded'))`,
    ),
  ],
);

/** A product line held for one customer. The status decides its effect on stock (core/goods/stock/stock.ts). */
export const pickupReservations = pgTable(
  'pickup_reservations',
  {
    id: idColumn(),
    /** null while a sign-up holds the units: its confirmation makes the account. */
    userId: uuid().references(() => users.id),
    /** The sign-up that holds the units until its email is confirmed; it stays on a reservation that ended before. */
    signUpId: uuid(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
    pickupTime: instant(),
    status: text({ enum: reservationStatuses }).notNull(),
    /** Only a `pending` reservation expires: one without a pickup time, or of a sign-up. */
    holdExpiresAt: instant(),
    /**
     * The unit price at reservation; null for lines of an order, which have their own, and for rows older than this
     * column.
     */
    unitPrice: centsColumn(),
    /** The discount per unit, as on a line of an order. */
    unitDiscount: centsColumn().notNull().default(0),
    discountTaxed: boolean().notNull().default(false),
    /**
     * The offer that gives the price of these units, of a line of an order too: an offer's limits count them here. No
     * foreign key: offers are never deleted, and checking it would read every row of a large shop.
     */
    offerId: integer(),
    /** It ended in another system before the shop moved here: it has no lots and no rows in the ledger. */
    isHistory: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    index('pickup_reservations_user_idx').on(table.userId, table.createdAt.desc()),
    // A person's current holds, among all their reservations.
    index('pickup_reservations_held_idx').on(table.userId).where(isOneOf(table.status, holdingStatuses)),
    index('pickup_reservations_created_at_idx').on(table.createdAt, table.id),
    index('pickup_reservations_status_idx').on(table.status, table.createdAt, table.id),
    index('pickup_reservations_product_idx').on(table.productId, table.createdAt, table.id),
    index('pickup_reservations_sign_up_idx').on(table.signUpId).where(sql`${table.signUpId} is not null`),
    // Units of an offer, of everyone and of one person.
    index('pickup_reservations_offer_idx')
      .on(table.offerId, table.userId)
      .where(sql`${table.offerId} is not null`),
    index('pickup_reservations_expiry_idx').on(table.holdExpiresAt).where(sql`${table.status} = 'pending'`),
    check('pickup_reservations_quantity_check', sql`${table.quantity} > 0`),
    check('pickup_reservations_status_check', isOneOf(table.status, reservationStatuses)),
    check('pickup_reservations_owner_check', sql`num_nonnulls(${table.userId}, ${table.signUpId}) = 1`),
    // Without an account nothing is ordered.
    check(
      'pickup_reservations_sign_up_check',
      sql`${table.signUpId} is null or ${table.status} in ('pending', 'cancelled')`,
    ),
  ],
);

/**
 * A sign-up that holds a cart and one place in a pickup slot until its email is confirmed. The row is the place: the
 * command that deletes it releases the place or passes it to the order. No foreign key: a sign-up is deleted when it is confirmed, and
 * its hold becomes the order after that.
 */
export const signUpHolds = pgTable(
  'sign_up_holds',
  {
    signUpId: uuid().primaryKey(),
    pickupStartsAt: instant().notNull(),
    /** When it was held: the lead time counts from then. */
    heldAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** The hashed client address, to count its holds. */
    client: text().notNull(),
    /** As on the order that the confirmation makes. */
    customerNote: text(),
    pickupName: text(),
  },
  (table) => [index('sign_up_holds_client_idx').on(table.client)],
);

/** A line of an order, with the names, prices and tax at the time: later changes to the menu do not affect it. */
export const orderItems = pgTable(
  'order_items',
  {
    id: idColumn(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    productName: text().notNull(),
    productType: text().notNull(),
    categoryName: text().notNull(),
    taxClass: text().notNull(),
    requiresId: boolean().notNull(),
    quantity: integer().notNull(),
    /** The price charged per unit before tax: the list price less the discount. */
    unitPrice: centsColumn().notNull(),
    /** The wholesale price of a unit when it was sold; null if the product had none. */
    unitCost: centsColumn(),
    /** unitPrice × quantity. */
    amount: centsColumn().notNull(),
    /** The discount off the list price of one unit. */
    unitDiscount: centsColumn().notNull().default(0),
    /** Whether tax was owed on the price before the discount (docs/law.md, Promotions). */
    discountTaxed: boolean().notNull().default(false),
    /** The offer that gave the price; null for the product's own discount, and without one. */
    offerId: integer(),
    /** This column and the next are computed from the others, also for lines older than discounts. */
    listPrice: centsColumn().notNull().generatedAlwaysAs(sql`unit_price + unit_discount`),
    taxBase: centsColumn()
      .notNull()
      .generatedAlwaysAs(
        sql`(unit_price + case when discount_taxed then unit_discount else 0 end) * quantity`,
      ),
    tax: centsColumn().notNull(),
    total: centsColumn().notNull(),
    taxParts: jsonb().$type<StoredTaxPart[]>().notNull(),
    /** The amount counted toward the possession limits when the line was sold, in mg. */
    limitCategory: text({ enum: limitCategories }),
    limitMg: integer(),
    reservationId: uuid()
      .notNull()
      .unique()
      .references(() => pickupReservations.id),
  },
  (table) => [
    uniqueIndex('order_items_position_key').on(table.orderId, table.position),
    index('order_items_product_idx').on(table.productId, table.orderId),
    index('order_items_offer_idx').on(table.offerId, table.orderId).where(sql`${table.offerId} is not null`),
    // Orders that contain a product type or category.
    index('order_items_kind_idx').on(table.productType, table.categoryName, table.orderId),
    check('order_items_quantity_check', sql`${table.quantity} > 0`),
    check('order_items_amount_check', sql`${table.amount} = ${table.unitPrice} * ${table.quantity}`),
    check('order_items_discount_check', sql`${table.unitDiscount} >= 0`),
    check('order_items_total_check', sql`${table.total} = ${table.amount} + ${table.tax}`),
  ],
);

/** Refunded units of one line: amount before tax, and its tax, in cents. */
export type StoredRefundLine = {
  itemId: string;
  productId: number;
  name: string;
  quantity: number;
  amount: number;
  tax: number;
  /** The tax by rule; its amounts add up to `tax`. */
  taxParts: StoredTaxPart[];
};

/**
 * Money refunded in cash: one row per refund, counted on its own day. Never changed. `amount` is what the lines cost, `tax`
 * is the part of it that was tax, `amount + cashRounding` is what left the drawer. Stores the names of staff at the time, because the record outlives accounts.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: idColumn(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    amount: centsColumn().notNull(),
    tax: centsColumn().notNull(),
    /** Cash returned minus `amount`. The refunds of a wholly refunded order have the same sum of it as the payment. */
    cashRounding: centsColumn().notNull().default(0),
    lines: jsonb().$type<StoredRefundLine[]>().notNull(),
    goods: text({ enum: refundGoods }).notNull(),
    reason: text().notNull(),
    refundedBy: uuid().notNull(),
    refundedByName: text().notNull(),
    /** The drawer session that the cash was taken out of; null if no drawer was open. */
    drawerSessionId: uuid().references(() => drawerSessions.id),
    createdAt: createdAt(),
  },
  (table) => [
    index('refunds_order_idx').on(table.orderId, table.createdAt),
    index('refunds_drawer_idx').on(table.drawerSessionId).where(sql`${table.drawerSessionId} is not null`),
    index('refunds_created_at_idx').on(table.createdAt, table.id),
    check('refunds_amount_check', sql`${table.amount} > 0 and ${table.tax} between 0 and ${table.amount}`),
    check('refunds_cash_check', sql`${table.amount} + ${table.cashRounding} >= 0`),
    check('refunds_goods_check', isOneOf(table.goods, refundGoods)),
  ],
);

/**
 * Receipts that staff requested, as encrypted PDFs in file storage: one for each version of an order. The request
 * creates the row, the job creates the file.
 */
export const orderReceipts = pgTable(
  'order_receipts',
  {
    id: idColumn(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** The version of the order on the receipt. */
    version: integer().notNull(),
    /** Where the PDF is, or will be. */
    fileKey: text().notNull().unique(),
    requestedBy: uuid().notNull(),
    /** null until the file exists. */
    storedAt: instant(),
    /** When it last failed; it is retried. */
    failedAt: instant(),
    /** Whether money had been taken when the file was made; before that it is an order slip. */
    isReceipt: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('order_receipts_version_key').on(table.orderId, table.version)],
);

/**
 * ID checks at the counter, one row for each hand-over or refusal. Stores the outcome and not the document; no row ever
 * changes. Stores the names of staff at the time, because the record outlives accounts.
 */
export const idChecks = pgTable(
  'id_checks',
  {
    id: idColumn(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    outcome: text({ enum: ['accepted', 'refused'] }).notNull(),
    idKind: text({ enum: idKinds }),
    issuer: text(),
    expiresOn: date({ mode: 'string' }),
    refusal: text({ enum: idRefusals }),
    note: text().notNull().default(''),
    checkedBy: uuid().notNull(),
    checkedByName: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('id_checks_order_idx').on(table.orderId, table.createdAt),
    check(
      'id_checks_outcome_check',
      sql`(${table.outcome} = 'accepted') = (${table.idKind} is not null and ${table.refusal} is null)`,
    ),
  ],
);

/**
 * The cash of each hand-over. Stores the name of the member of staff at the time, because the record outlives accounts;
 * no row ever changes. Orders that were completed before this table have none.
 */
export const handOvers = pgTable(
  'hand_overs',
  {
    orderId: uuid()
      .primaryKey()
      .references(() => orders.id),
    /** The key of the form that completed the order: sent again, that form gets the same answer. null without one. */
    key: uuid(),
    /** Cents that were due, and cents that were taken; the difference was given back as change. */
    owed: centsColumn().notNull(),
    cashReceived: centsColumn().notNull(),
    handedOverBy: uuid().notNull(),
    handedOverByName: text().notNull(),
    /** The account of the ID on that day, if another adult than the customer picked the order up. No foreign key. */
    pickerId: uuid(),
    /** When the goods left, by the clock of a tablet that had no network; null for every other hand-over. */
    leftAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index('hand_overs_picker_idx').on(table.pickerId).where(sql`${table.pickerId} is not null`),
    check('hand_overs_cash_check', sql`${table.owed} between 0 and ${table.cashReceived}`),
  ],
);

/**
 * Append-only: what was really received and given back at a hand-over, where its record is wrong; the last one counts.
 * `effect` is what the drawer holds more because of it, or less: the order's amounts stay. Stores names: the record outlives
 * accounts.
 */
export const cashCorrections = pgTable(
  'cash_corrections',
  {
    /** The key of the form: sent again, it corrects nothing. */
    id: uuid().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    cashReceived: centsColumn().notNull(),
    changeGiven: centsColumn().notNull(),
    effect: centsColumn().notNull(),
    reason: text().notNull(),
    /** The drawer that the order was paid into, still open; null if none was. */
    drawerSessionId: uuid().references(() => drawerSessions.id),
    correctedBy: uuid().notNull(),
    correctedByName: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('cash_corrections_order_idx').on(table.orderId, table.createdAt),
    index('cash_corrections_drawer_idx')
      .on(table.drawerSessionId)
      .where(sql`${table.drawerSessionId} is not null`),
    index('cash_corrections_created_idx').on(table.createdAt),
    check('cash_corrections_cash_check', sql`${table.cashReceived} >= 0 and ${table.changeGiven} >= 0`),
    check('cash_corrections_reason_check', sql`${table.reason} <> ''`),
  ],
);

/**
 * Append-only: units that came back at the counter for others that went out, in one act: a refund of the first order and an
 * order of its own. `due` is what the customer paid for the difference, in cents; below zero it was returned.
 */
export const exchanges = pgTable(
  'exchanges',
  {
    /** The order that went out. */
    orderId: uuid()
      .primaryKey()
      .references(() => orders.id),
    /** The order whose units came back. */
    originalId: uuid()
      .notNull()
      .references(() => orders.id),
    refundId: uuid()
      .notNull()
      .unique()
      .references(() => refunds.id),
    /** The key of the form: sent again, it exchanges nothing. */
    key: uuid().notNull().unique(),
    due: centsColumn().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('exchanges_original_idx').on(table.originalId)],
);

/**
 * Append-only: a hand-over on a tablet without a network that was refused when it arrived. The customer has the goods and the
 * cash is in the drawer, and the order does not say so. Stores names: the record outlives accounts.
 */
export const refusedHandOvers = pgTable(
  'refused_hand_overs',
  {
    /** Of the action, made by the tablet: sent again, it is recorded once. */
    id: uuid().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** What happened to the order and why it was refused, as staff read it. */
    why: text().notNull(),
    /** Cents that the tablet showed as due, and cents that were taken; null if they could not be read. */
    owed: centsColumn(),
    cashReceived: centsColumn(),
    idKind: text({ enum: idKinds }),
    issuer: text(),
    /** The account of the ID on that day: limits count what its person has. null without a number. No foreign key. */
    pickerId: uuid(),
    handedOverBy: uuid().notNull(),
    handedOverByName: text().notNull(),
    /** By the tablet's clock, within bounds. */
    doneAt: instant().notNull(),
    /** When it arrived. */
    createdAt: createdAt(),
  },
  (table) => [
    index('refused_hand_overs_order_idx').on(table.orderId),
    index('refused_hand_overs_created_idx').on(table.createdAt),
    index('refused_hand_overs_picker_idx').on(table.pickerId).where(sql`${table.pickerId} is not null`),
  ],
);

/** Append-only: who settled a refused hand-over, and what was done about the goods and the cash. */
export const handOverSettlements = pgTable(
  'hand_over_settlements',
  {
    refusedId: uuid()
      .primaryKey()
      .references(() => refusedHandOvers.id),
    note: text().notNull(),
    settledBy: uuid().notNull(),
    settledByName: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('hand_over_settlements_created_idx').on(table.createdAt),
    check('hand_over_settlements_note_check', sql`${table.note} <> ''`),
  ],
);

/**
 * The IDs of one day's walk-ins, and of adults who pick up for someone else, as keyed hashes: what one ID takes home adds up
 * to one limit. Rows of days before today are deleted. No foreign key: the row is written first, and decides which of two
 * walk-ins makes the account.
 */
export const walkInIds = pgTable(
  'walk_in_ids',
  {
    /** Store-local. */
    day: date({ mode: 'string' }).notNull(),
    idHash: text().notNull(),
    userId: uuid().notNull(),
    /** The hash that accounts with this number have: limits count for them together. null for one from before it. */
    licenseHash: text(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.idHash] }),
    index('walk_in_ids_license_idx').on(table.licenseHash),
  ],
);
