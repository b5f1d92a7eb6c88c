/** The binder's files of sales: orders, their lines, batches and tax, refunds, and ID checks. */
import { type SQL, sql } from 'drizzle-orm';
import { nameNotes, OFFLINE_NOTE } from '#core/sales/orders/hand-over/id-check.ts';
import { lostStatuses } from '#core/sales/orders/order.ts';
import type { BinderFile, Span } from './binder.ts';
import { account, during, time } from './columns.server.ts';

/** Orders that were placed or paid in the span. Each column has an index. */
const ofSpan = (span: Span): SQL => sql`(${during(span, 'o.created_at')} or ${during(span, 'o.paid_at')})`;

const ABOUT_ORDERS = 'Orders that were placed or paid on these days';

/** How the name on an accepted ID fits. What staff wrote about a refusal stays out: it may be about a person. */
const nameOfCheck = sql`case when c.outcome <> 'accepted' then null
  when c.note like ${`%${nameNotes.form}%`} then 'another form'
  when c.note like ${`%${nameNotes.changed}%`} then 'before a change'
  when c.note like ${`%${nameNotes.customer}%`} then 'of the customer'
  else 'as on the order' end`;

export const salesFiles: readonly BinderFile[] = [
  {
    name: 'sales/orders.csv',
    title: 'Orders',
    about: `${ABOUT_ORDERS}. The order number is the receipt number; canceled and missed orders have a net of 0.`,
    columns: {
      order_id: 'order_id',
      created_at: 'created_at',
      pickup_time: 'pickup_time',
      paid_at: 'paid_at',
      taken_by: 'taken_by',
      taken_by_account: 'taken_by_account',
      completed_at: 'completed_at',
      cancelled_at: 'cancelled_at',
      subtotal: 'subtotal',
      tax: 'tax',
      total: 'total',
      rounding: 'cash_rounding',
      status: 'status',
      payment_status: 'payment_status',
      refunded: 'refunded',
      net: 'net',
    },
    money: ['subtotal', 'tax', 'total', 'rounding', 'refunded', 'net'],
    sums: ['subtotal', 'tax', 'total'],
    counts: {
      only: 'neither canceled nor missed',
      row: ({ status }) => !lostStatuses.some((lost) => lost === status),
    },
    query: (span) => sql`
      select o.order_id, ${time('o.created_at')} as created_at, ${time('o.pickup_starts_at')} as pickup_time,
        ${time('o.paid_at')} as paid_at, o.paid_by_name as taken_by, ${account('o.paid_by')} as taken_by_account, ${time('o.completed_at')} as completed_at,
        ${time('o.cancelled_at')} as cancelled_at, o.subtotal, o.tax, o.total, o.cash_rounding as rounding, o.status, o.payment_status,
        coalesce(back.amount, 0) as refunded,
        case when o.status = any(${sql.param([...lostStatuses])}::text[]) then 0 else o.total - coalesce(back.amount, 0) end as net
      from orders as o
      left join (select order_id, sum(amount)::float8 as amount from refunds group by 1) as back on back.order_id = o.id
      where ${ofSpan(span)} order by o.number`,
  },
  {
    name: 'sales/order-lines.csv',
    title: 'Lines of orders',
    about: 'The items in each of these orders, with price, discount and tax.',
    columns: {
      order_id: 'order_id',
      line: 'line',
      product: 'product',
      category: 'category',
      tax_class: 'tax_class',
      quantity: 'quantity',
      list_price: 'list_price',
      discount: 'discount',
      unit_price: 'unit_price',
      amount: 'amount',
      tax_base: 'tax_base',
      tax: 'tax',
      total: 'total',
      limit_category: 'limit_category',
      limit_mg: 'limit_mg',
      status: 'order_status',
    },
    money: ['list_price', 'discount', 'unit_price', 'amount', 'tax_base', 'tax', 'total'],
    sums: ['quantity', 'amount', 'tax', 'total'],
    counts: {
      only: 'neither canceled nor missed',
      row: ({ status }) => !lostStatuses.some((lost) => lost === status),
    },
    query: (span) => sql`
      select o.order_id, i.position as line, i.product_name as product, i.category_name as category, i.tax_class,
        i.quantity, i.list_price, i.unit_discount as discount, i.unit_price, i.amount, i.tax_base, i.tax, i.total,
        i.limit_category, i.limit_mg, o.status
      from orders as o join order_items as i on i.order_id = o.id
      where ${ofSpan(span)} order by o.number, i.position`,
  },
  {
    name: 'sales/order-batches.csv',
    title: 'Batches of orders',
    about: 'Which batch the units of each line come from. A batch is missing where no lot had the units.',
    columns: {
      order_id: 'order_id',
      line: 'line',
      product: 'product',
      batch_number: 'batch_number',
      package_tag: 'package_tag',
      units: 'units',
      handed_over: 'handed_over',
      retail_item_ids: 'retail_item_ids',
    },
    sums: ['units'],
    counts: { only: 'handed over', row: ({ handed_over: handedOver }) => handedOver === true },
    query: (span) => sql`
      select o.order_id, i.position as line, i.product_name as product, l.batch_number, l.package_tag,
        share.quantity as units, share.sold as handed_over,
        (select string_agg(u.retail_unit, ' ' order by u.created_at) from packed_units as u
          where u.reservation_id = share.reservation_id and u.lot_id = share.lot_id) as retail_item_ids
      from orders as o join order_items as i on i.order_id = o.id
      join reservation_lots as share on share.reservation_id = i.reservation_id
      left join lots as l on l.id = share.lot_id
      where ${ofSpan(span)} order by o.number, i.position, share.lot_id`,
  },
  {
    name: 'sales/order-taxes.csv',
    title: 'Taxes of orders',
    about: 'The tax of each of these orders by rule: rate in percent, taxed amount, tax.',
    columns: {
      order_id: 'order_id',
      rule: 'rule',
      rate: 'rate_percent',
      base: 'taxed_amount',
      amount: 'tax',
      status: 'order_status',
    },
    money: ['base', 'amount'],
    sums: ['amount'],
    counts: {
      only: 'neither canceled nor missed',
      row: ({ status }) => !lostStatuses.some((lost) => lost === status),
    },
    query: (span) => sql`
      select o.order_id, part.name as rule, part.rate / 100.0::float8 as rate, part.base, part.amount, o.status
      from orders as o
      cross join lateral jsonb_to_recordset(o.tax_parts) as part ("ruleId" text, name text, rate float8, base int, amount int)
      where ${ofSpan(span)} order by o.number, part.name`,
  },
  {
    name: 'sales/refunds.csv',
    title: 'Refunds',
    about: 'Refunds made on these days. The cash returned is the amount with its rounding.',
    columns: {
      refunded_at: 'refunded_at',
      order_id: 'order_id',
      units: 'units',
      goods: 'goods',
      amount: 'amount',
      tax: 'tax_in_amount',
      rounding: 'cash_rounding',
      cash: 'cash_returned',
      reason: 'reason',
      refunded_by: 'refunded_by',
      refunded_by_account: 'refunded_by_account',
      drawer: 'drawer',
    },
    money: ['amount', 'tax', 'rounding', 'cash'],
    sums: ['amount', 'tax', 'rounding', 'cash'],
    query: (span) => sql`
      select ${time('r.created_at')} as refunded_at, o.order_id,
        (select coalesce(sum(line.quantity), 0)::int from jsonb_to_recordset(r.lines) as line (quantity int)) as units,
        r.goods, r.amount, r.tax, r.cash_rounding as rounding, r.amount + r.cash_rounding as cash, r.reason, r.refunded_by_name as refunded_by, ${account('r.refunded_by')} as refunded_by_account, d.number as drawer
      from refunds as r join orders as o on o.id = r.order_id
      left join drawer_sessions as d on d.id = r.drawer_session_id
      where ${during(span, 'r.created_at')} order by r.created_at, r.id`,
  },
  {
    name: 'id-checks.csv',
    title: 'ID checks',
    about:
      'Every check at the counter on these days: the outcome, kind and issuer of the ID, how its name fits the order, when a tablet without a network checked it, why it was refused, who checked.',
    columns: {
      checked_at: 'checked_at',
      order_id: 'order_id',
      outcome: 'outcome',
      id_kind: 'id_kind',
      issuer: 'issuer',
      name: 'name',
      without_network_at: 'without_network_at',
      refusal: 'refusal',
      checked_by: 'checked_by',
      checked_by_account: 'checked_by_account',
    },
    query: (span) => sql`
      select ${time('c.created_at')} as checked_at, o.order_id, c.outcome, c.id_kind, c.issuer, ${nameOfCheck} as name,
        substring(c.note from ${`${OFFLINE_NOTE}(?:sent )?(.*?)(?:, sent .*)?$`}) as without_network_at, c.refusal,
        c.checked_by_name as checked_by, ${account('c.checked_by')} as checked_by_account
      from id_checks as c join orders as o on o.id = c.order_id
      where ${during(span, 'c.created_at')} order by c.created_at, c.id`,
  },
];
