/** Reads the receipts behind a figure of the books: the orders or refunds that add up to it. */
import { and, eq, gte, isNotNull, isNull, lt, not, type SQL, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { byMoment, eachRow, type Keyset, type KeysetQuery, readKeysetPage } from '#db/keyset.ts';
import { isOneOf } from '#db/schema/columns.ts';
import { orders, refunds } from '#db/schema/orders.ts';
import { isUuid } from '#kernel/ids.ts';
import type { Position } from '#kernel/list-state.ts';
import { openOrderStatuses } from '#kernel/statuses.ts';
import { asDate, formatDateTime, instantOf, parseDate, startOfDay } from '#kernel/time.ts';
import { NOT_ON_FILE, type ReceiptListState, type ReceiptRow } from './receipt-list.ts';

const SHOWN = 25;

/** null for people who may not read the money figures. */
export async function readReceipts(
  actor: Actor,
  state: ReceiptListState,
  zone: string,
): Promise<{ rows: ReceiptRow[]; previous: Position | null; next: Position | null } | null> {
  if (!may(actor, 'analytics.read')) return null;
  const page = await readKeysetPage(keysetOf(state), state.position, SHOWN, (query) =>
    select(state, zone, query),
  );
  return { ...page, rows: page.rows.map((row) => ({ ...row, at: formatDateTime(instantOf(row.at), zone) })) };
}

/** Every receipt of the figure; null for people who may not read the money figures. */
export function eachReceipt(actor: Actor, state: ReceiptListState, zone: string) {
  if (!may(actor, 'analytics.read')) return null;
  return eachRow(keysetOf(state), (query) => select(state, zone, query));
}

/** Where a row's moment is: the day on which the books count it. Each has an index. */
const momentOf = ({ filters: { kind, only } }: ReceiptListState) =>
  kind === 'taken'
    ? orders.paidAt
    : kind === 'refund' || kind === 'returned'
      ? refunds.createdAt
      : only === 'placed'
        ? orders.createdAt
        : orders.completedAt;

const isRefund = ({ filters: { kind } }: ReceiptListState) => kind === 'refund' || kind === 'returned';

function keysetOf(state: ReceiptListState): Keyset {
  return byMoment(momentOf(state), isRefund(state) ? refunds.id : orders.id, state.sort.startsWith('-'));
}

function select(state: ReceiptListState, zone: string, query: KeysetQuery) {
  return isRefund(state) ? selectRefunds(state, zone, query) : selectOrders(state, zone, query);
}

function spanOf(state: ReceiptListState, zone: string): SQL | undefined {
  const moment = momentOf(state);
  const from = state.filters.from ? parseDate(state.filters.from) : null;
  const to = state.filters.to ? parseDate(state.filters.to) : null;
  return and(
    from ? gte(moment, asDate(startOfDay(from, zone))) : undefined,
    to ? lt(moment, asDate(startOfDay(to.add({ days: 1 }), zone))) : undefined,
  );
}

/** Of this shop: what ended in another system is in its books. */
const handedOver = and(eq(orders.status, 'completed'), not(orders.isHistory));

/** The lines that the filters name, of `item`. */
function linesOf({ filters }: ReceiptListState): SQL | undefined {
  const { class: taxClass, rule, only } = filters;
  return and(
    taxClass ? sql`item.tax_class = ${taxClass}` : undefined,
    rule ? sql`item.tax_parts @> ${JSON.stringify([{ ruleId: rule }])}::jsonb` : undefined,
    only === 'discounted' ? sql`item.unit_discount > 0` : undefined,
    only === 'no-cost' ? sql`item.unit_cost is null` : undefined,
  );
}

/** The tax by all rules, or by the one that the filters name. */
function taxOf({ filters: { rule } }: ReceiptListState, parts: SQL, all: SQL): SQL {
  return rule
    ? sql`(select sum(part.amount) from jsonb_to_recordset(${parts}) as part ("ruleId" text, amount int)
        where part."ruleId" = ${rule})`
    : all;
}

function personIs(column: typeof orders.paidBy | typeof refunds.refundedBy, person: string | undefined) {
  if (!person) return undefined;
  if (person === NOT_ON_FILE) return isNull(column);
  return isUuid(person) ? eq(column, person) : sql`false`;
}

function selectOrders(state: ReceiptListState, zone: string, { where, orderBy, limit, key }: KeysetQuery) {
  const { kind, person, only } = state.filters;
  const isCash = kind === 'taken';
  const lines = linesOf(state);
  const sum = (amount: SQL) =>
    sql<number>`(select coalesce(sum(${amount}), 0)::int from order_items as item
      where item.order_id = orders.id and ${lines ?? sql`true`})`;
  const none = sql<number>`0`;
  const soldOrPlaced =
    only === 'placed'
      ? isOneOf(orders.status, openOrderStatuses)
      : and(handedOver, isNotNull(orders.completedAt));
  return database()
    .select({
      id: orders.id,
      at: sql<Date>`${momentOf(state)}`.mapWith(orders.createdAt),
      number: orders.orderId,
      customer: orders.userName,
      by: isCash ? orders.paidByName : sql<string | null>`null`,
      amount: isCash ? orders.total : sum(sql`item.amount`),
      rounding: isCash ? orders.cashRounding : none,
      discount: isCash ? none : sum(sql`item.unit_discount * item.quantity`),
      tax: isCash ? none : sum(taxOf(state, sql`item.tax_parts`, sql`item.tax`)),
      cost: isCash ? none : sum(sql`item.unit_cost * item.quantity`),
      key,
    })
    .from(orders)
    .where(
      and(
        spanOf(state, zone),
        isCash
          ? and(isNotNull(orders.paidAt), not(orders.isHistory), personIs(orders.paidBy, person))
          : soldOrPlaced,
        isCash || !lines
          ? undefined
          : sql`exists (select from order_items as item where item.order_id = orders.id and ${lines})`,
        where,
      ),
    )
    .orderBy(...orderBy)
    .limit(limit);
}

/** A refund's lines beside the lines they were sold as. */
const refundedLines = sql`
  jsonb_to_recordset(${refunds.lines}) as line ("itemId" uuid, quantity int, amount int, tax int, "taxParts" jsonb)
  join order_items as item on item.id = line."itemId"`;

function selectRefunds(state: ReceiptListState, zone: string, { where, orderBy, limit, key }: KeysetQuery) {
  const { kind, person } = state.filters;
  const isCash = kind === 'returned';
  const lines = linesOf(state);
  const sum = (amount: SQL) =>
    sql<number>`(select coalesce(sum(${amount}), 0)::int from ${refundedLines} where ${lines ?? sql`true`})`;
  const none = sql<number>`0`;
  return database()
    .select({
      id: refunds.id,
      at: refunds.createdAt,
      number: orders.orderId,
      customer: orders.userName,
      by: isCash ? refunds.refundedByName : sql<string | null>`null`,
      amount: isCash ? refunds.amount : sum(sql`line.amount`),
      rounding: isCash ? refunds.cashRounding : none,
      discount: none,
      tax: isCash ? none : sum(taxOf(state, sql`line."taxParts"`, sql`line.tax`)),
      cost: isCash
        ? none
        : sum(sql`case ${refunds.goods} when 'returned' then item.unit_cost * line.quantity else 0 end`),
      key,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(
        spanOf(state, zone),
        // A refund of an order that was never handed over lowers no sales; only its cash left the drawer.
        isCash ? personIs(refunds.refundedBy, person) : eq(orders.status, 'completed'),
        isCash || !lines ? undefined : sql`exists (select from ${refundedLines} where ${lines})`,
        where,
      ),
    )
    .orderBy(...orderBy)
    .limit(limit);
}
