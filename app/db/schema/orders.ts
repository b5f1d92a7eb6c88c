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
  orderStatuses,
  paymentStatuses,
  refundGoods,
  reservationStatuses,
} from '#kernel/statuses.ts';
import { products } from './catalogue.ts';
import { centsColumn, createdAt, idColumn, instant, isOneOf } from './columns.ts';
import { users } from './identity.ts';

/** One tax rule's part of an amount: rate in basis points, base and amount in cents. */
export type StoredTaxPart = { ruleId: string; name: string; rate: number; base: number; amount: number };

/** Who sold, as the receipt names them. */
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
    /** What people read out at the counter: 'ORD' and at least three digits (specification section 4). */
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
    /** The reservation that staff turned into this order, where that is how it came to be. */
    reservationId: uuid().unique(),
    shippingAddress: text(),
    city: text(),
    state: text(),
    zipcode: text(),
    /**
     * What the pickup pass shows: 48 random bits as 12 characters 0-9 and A-F. Known to the customer and to staff;
     * nothing can be told from it, and nothing follows from it.
     */
    passCode: text()
      .notNull()
      .unique()
      .default(sql`upper(left(replace(gen_random_uuid()::text, '-', ''), 12))`),
    /** What the customer said last: so many minutes after the beginning of the slot; null while they said nothing. */
    lateMinutes: smallint(),
    lateSaidAt: instant(),
    /** For staff: what to know when packing or handing over. The customer never sees it. */
    note: text().notNull().default(''),
    /** Goes up by one with every change, so that a stale edit is noticed. */
    version: integer().notNull().default(1),
    /** The store as it was when the order was completed; null before, and for sales from before it was kept. */
    seller: jsonb().$type<StoredSeller>(),
    /** The customer's first order, whatever became of it. */
    isFirst: boolean().notNull().default(false),
    readyAt: instant(),
    completedAt: instant(),
    cancelledAt: instant(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    index('orders_user_idx').on(table.userId, table.createdAt.desc()),
    // What somebody took home today, however much they have bought before.
    index('orders_completed_idx')
      .on(table.userId, table.completedAt)
      .where(sql`${table.completedAt} is not null`),
    index('orders_created_at_idx').on(table.createdAt, table.id),
    index('orders_total_idx').on(table.total, table.id),
    // A new customer's are few among all.
    index('orders_first_idx').on(table.createdAt, table.id).where(sql`${table.isFirst}`),
    index('orders_status_idx').on(table.status, table.createdAt, table.id),
    // Part of an address, in any case.
    index('orders_pickup_idx').on(table.pickupStartsAt),
    check('orders_total_check', sql`${table.total} = ${table.subtotal} + ${table.tax}`),
    check('orders_late_check', sql`(${table.lateMinutes} is null) = (${table.lateSaidAt} is null)`),
    check('orders_amounts_check', sql`${table.subtotal} >= 0 and ${table.tax} >= 0`),
    check('orders_status_check', isOneOf(table.status, orderStatuses)),
    check('orders_payment_status_check', isOneOf(table.paymentStatus, paymentStatuses)),
  ],
);

/** A product line held for one customer. Status decides the stock (inventory/stock.ts). */
export const pickupReservations = pgTable(
  'pickup_reservations',
  {
    id: idColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    productId: integer()
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
    pickupTime: instant(),
    status: text({ enum: reservationStatuses }).notNull(),
    /** Only a `pending` one, made without a pickup time, ends by itself. */
    holdExpiresAt: instant(),
    /** What one cost when it was reserved; null for lines of an order, which have it, and from before it was kept. */
    unitPrice: centsColumn(),
    /** As of a line of an order. */
    unitDiscount: centsColumn().notNull().default(0),
    discountTaxed: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    index('pickup_reservations_user_idx').on(table.userId, table.createdAt.desc()),
    // What is held for somebody, among all they ever had.
    index('pickup_reservations_held_idx').on(table.userId).where(isOneOf(table.status, holdingStatuses)),
    index('pickup_reservations_created_at_idx').on(table.createdAt, table.id),
    index('pickup_reservations_status_idx').on(table.status, table.createdAt, table.id),
    index('pickup_reservations_product_idx').on(table.productId, table.createdAt, table.id),
    index('pickup_reservations_expiry_idx').on(table.holdExpiresAt).where(sql`${table.status} = 'pending'`),
    check('pickup_reservations_quantity_check', sql`${table.quantity} > 0`),
    check('pickup_reservations_status_check', isOneOf(table.status, reservationStatuses)),
  ],
);

/** A line of an order, with names, prices and tax as they were: later changes of the menu do not touch it. */
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
    /** What one was charged at, before tax: the list price less the discount. */
    unitPrice: centsColumn().notNull(),
    /** The wholesale price of a unit when it was sold; null where the product had none. */
    unitCost: centsColumn(),
    /** unitPrice × quantity. */
    amount: centsColumn().notNull(),
    /** Off the list price of one. */
    unitDiscount: centsColumn().notNull().default(0),
    /** Whether tax was owed on the price before the discount (docs/law.md, Promotions). */
    discountTaxed: boolean().notNull().default(false),
    /** The two below follow from the others, also for lines from before there were discounts. */
    listPrice: centsColumn().notNull().generatedAlwaysAs(sql`unit_price + unit_discount`),
    taxBase: centsColumn()
      .notNull()
      .generatedAlwaysAs(
        sql`(unit_price + case when discount_taxed then unit_discount else 0 end) * quantity`,
      ),
    tax: centsColumn().notNull(),
    total: centsColumn().notNull(),
    taxParts: jsonb().$type<StoredTaxPart[]>().notNull(),
    /** What the line counted against the possession limits when it was sold, in mg. */
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
    // Orders with something of a type or category in them.
    index('order_items_kind_idx').on(table.productType, table.categoryName, table.orderId),
    check('order_items_quantity_check', sql`${table.quantity} > 0`),
    check('order_items_amount_check', sql`${table.amount} = ${table.unitPrice} * ${table.quantity}`),
    check('order_items_discount_check', sql`${table.unitDiscount} >= 0`),
    check('order_items_total_check', sql`${table.total} = ${table.amount} + ${table.tax}`),
  ],
);

/** Units of one line whose money was given back: amount before tax, and its tax, in cents. */
export type StoredRefundLine = {
  itemId: string;
  productId: number;
  name: string;
  quantity: number;
  amount: number;
  tax: number;
};

/**
 * Money that was given back, in cash: a row for each time, counted on its own day. Never changed. `amount` is what
 * left the drawer, `tax` the part of it that was tax. Names of staff as they were, because the record outlives accounts.
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
    lines: jsonb().$type<StoredRefundLine[]>().notNull(),
    goods: text({ enum: refundGoods }).notNull(),
    reason: text().notNull(),
    refundedBy: uuid().notNull(),
    refundedByName: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('refunds_order_idx').on(table.orderId, table.createdAt),
    index('refunds_created_at_idx').on(table.createdAt, table.id),
    check('refunds_amount_check', sql`${table.amount} > 0 and ${table.tax} between 0 and ${table.amount}`),
    check('refunds_goods_check', isOneOf(table.goods, refundGoods)),
  ],
);

/**
 * Receipts that staff had made, as encrypted PDFs in file storage: one for each version of an order. The row comes with
 * the request, the file with the job.
 */
export const orderReceipts = pgTable(
  'order_receipts',
  {
    id: idColumn(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** The version of the order that was to be shown. */
    version: integer().notNull(),
    /** Where the PDF is, or will be. */
    fileKey: text().notNull().unique(),
    requestedBy: uuid().notNull(),
    /** null until the file is there. */
    storedAt: instant(),
    /** When it last came to nothing; it is tried again. */
    failedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('order_receipts_version_key').on(table.orderId, table.version)],
);

/**
 * Checks of an ID at the counter, one row for each hand-over or refusal. The outcome is kept and not the
 * document; no row is ever changed. Names of staff as they were, because the record outlives accounts.
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
