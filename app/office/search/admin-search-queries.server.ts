/**
 * Finds orders, batches, customers, products and settings for the back office. Orders match by number or pass, which
 * are unique, and by the name of their person or product, finished ones too; batches by the start of their number;
 * names match by trigrams, each part over its own index with an early limit, so that a million orders answer as fast as
 * a thousand.
 */
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { masked } from '#core/accounts/customers/reveal.ts';
import { lotLabel } from '#core/goods/stock/lots/lots.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { orderStatusLabel } from '#core/sales/orders/order.ts';
import { orderMeant } from '#core/sales/orders/order-meant.ts';
import { database } from '#db/client.ts';
import { productFindText, products } from '#db/schema/catalogue.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { users } from '#db/schema/identity.ts';
import { orders } from '#db/schema/orders.ts';
import { lots } from '#db/schema/stock.ts';
import { printedGtin, readGtin } from '#kernel/gtin.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { findSettings } from '#office/settings/settings-search.ts';
import { bestFirst, FEWEST_LETTERS, type FoundGroup, MOST_SHOWN, readQuery } from '../kit/admin-search.ts';

/** At most this many of each kind are read, and the best of them shown. */
const CANDIDATES = 50;
/** With fewer digits, any user who may search could reconstruct a masked number digit by digit. */
const FEWEST_DIGITS = 7;

/** The matches the actor may see, by kind; kinds without matches are missing. */
export async function searchBackOffice(actor: Actor, given: string | null): Promise<FoundGroup[]> {
  const typed = readQuery(given);
  if (typed === '' || !may(actor, 'backoffice.enter')) return [];
  const isWord = typed.length >= FEWEST_LETTERS;
  const [orders, ...others] = await Promise.all([
    may(actor, 'orders.manage') ? findOrders(typed) : null,
    may(actor, 'inventory.see') ? findBatches(typed) : null,
    isWord && may(actor, 'customers.read') ? findCustomers(typed) : null,
    isWord && may(actor, 'inventory.see') ? findProducts(actor, typed) : null,
    isWord && may(actor, 'settings.manage') ? settingsGroup(typed) : null,
  ]);
  // Enter opens the first: the order with this number or pass, or else the person or product with this name.
  const groups = orderMeant(typed) ? [orders, ...others] : [...others, orders];
  return groups.filter((group) => group !== null && group.rows.length > 0) as FoundGroup[];
}

/** The settings' sections are commands of the palette already. */
const settingsGroup = (typed: string): FoundGroup => ({
  label: 'Settings',
  all: `/admin/settings?${new URLSearchParams({ q: typed })}`,
  rows: findSettings(typed, 'settings').slice(0, MOST_SHOWN),
});

/** The one with this number or pass; otherwise the newest orders, in any status, of people and products named so. */
async function findOrders(typed: string): Promise<FoundGroup | null> {
  const meant = orderMeant(typed);
  if (!meant && typed.length < FEWEST_LETTERS) return null;
  const rows = await database()
    .select({
      number: orders.orderId,
      customer: orders.userName,
      status: orders.status,
      total: orders.total,
    })
    .from(orders)
    .where(
      !meant
        ? sql`${orders.id} in (${sql.join(ordersNamed(typed), sql` union `)})`
        : 'number' in meant
          ? eq(orders.orderId, meant.number)
          : eq(orders.passCode, meant.passCode),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(MOST_SHOWN);
  return {
    label: 'Orders',
    all: `/admin/orders?${new URLSearchParams({ find: meant ? (rows[0]?.number ?? typed) : typed })}`,
    rows: rows.map(({ number, customer, status, total }) => ({
      id: number,
      to: `/admin/orders/${number}`,
      title: number,
      detail: [customer, orderStatusLabel[status], formatCents(cents(total))].join(' · '),
    })),
  };
}

/** The newest orders of each of few people and products: their ids sort by time, and an index has each one's last. */
function ordersNamed(typed: string): SQL[] {
  return [
    sql`(
      select found.id from (${sql.join(candidates(typed), sql` union `)}) as person
      cross join lateral (select o.id from orders as o where o.user_id = person.user_id
        order by o.created_at desc limit ${MOST_SHOWN}) as found)`,
    sql`(
      select found.order_id from (
        select ${products.id} from ${products} where ${productFindText(products)} ilike ${like(typed)} limit ${CANDIDATES}
      ) as product
      cross join lateral (select line.order_id from order_items as line where line.product_id = product.id
        order by line.order_id desc limit ${MOST_SHOWN}) as found)`,
  ];
}

const unitsOf = (lot: Awaited<ReturnType<typeof selectBatches>>[number]): string[] =>
  lot.status === 'sellable' && lot.onHand === 0 ? ['None left'] : [lotLabel(lot), `${lot.onHand} on hand`];

async function findBatches(typed: string): Promise<FoundGroup> {
  const rows = await selectBatches(typed);
  return {
    label: 'Batches',
    all: null,
    rows: bestFirst(rows, typed, ({ batch }) => batch)
      .slice(0, MOST_SHOWN)
      .map((lot) => ({
        id: String(lot.id),
        to: `/admin/lots/${lot.id}`,
        title: `Batch ${lot.batch}`,
        detail: [lot.product, lot.size, ...unitsOf(lot)].filter(Boolean).join(' · '),
      })),
  };
}

/** Lots whose batch number starts with the text; a short text must be the whole number. */
export function selectBatches(typed: string) {
  const wanted = typed.toLowerCase().replace(/^batch\s+/, '');
  const batch = sql`lower(${lots.batchNumber})`;
  return database()
    .select({
      id: lots.id,
      batch: lots.batchNumber,
      product: products.name,
      size: products.size,
      status: lots.status,
      productType: products.productType,
      testStatus: lots.testStatus,
      labName: lots.labName,
      coaNumber: lots.coaNumber,
      totalThcBasisPoints: lots.totalThcBasisPoints,
      totalCbdBasisPoints: lots.totalCbdBasisPoints,
      onHand: lots.onHand,
    })
    .from(lots)
    .innerJoin(products, eq(products.id, lots.productId))
    .where(
      wanted.length < FEWEST_LETTERS
        ? sql`${batch} = ${wanted}`
        : sql`${batch} like ${`${wanted.replaceAll(/[\\%_]/g, '\\$&')}%`}`,
    )
    .limit(CANDIDATES);
}

async function findCustomers(typed: string): Promise<FoundGroup> {
  const { rows } = await database().execute<{
    id: string;
    name: string;
    email: string;
    phone: string | null;
    isBanned: boolean;
  }>(sql`
    select ${customerProfiles.userId} as id, ${customerProfiles.fullName} as name, ${users.email} as email,
      ${customerProfiles.phone} as phone, ${customerProfiles.isBanned} as "isBanned"
    from ${customerProfiles} join ${users} on ${users.id} = ${customerProfiles.userId}
    where ${customerProfiles.userId} in (${sql.join(candidates(typed), sql` union `)})
      and ${customerProfiles.status} = 'active'`);
  return {
    label: 'Customers',
    all: `/admin/customers?${new URLSearchParams({ find: typed })}`,
    rows: bestFirst(rows, typed, ({ name }) => name)
      .slice(0, MOST_SHOWN)
      .map(({ id, name, email, phone, isBanned }) => ({
        id,
        to: `/admin/customers/${id}`,
        title: name,
        detail: [email, masked(phone), isBanned ? 'Banned' : null].filter(Boolean).join(' · '),
      })),
  };
}

/** People by name, address and, for digits, phone: each by its own index. */
export function candidates(typed: string): SQL[] {
  const pattern = like(typed);
  const digits = typed.replaceAll(/\D/g, '');
  const byPhone = digits.length >= FEWEST_DIGITS && !/[a-z@]/i.test(typed);
  return [
    sql`(select p.user_id from ${customerProfiles} p where p.full_name ilike ${pattern} limit ${CANDIDATES})`,
    sql`(select u.id from ${users} u where u.email ilike ${pattern} limit ${CANDIDATES})`,
    ...(byPhone
      ? [
          sql`(select p.user_id from ${customerProfiles} p where regexp_replace(p.phone, '\\D', '', 'g') like ${`%${digits}%`} limit ${CANDIDATES})`,
        ]
      : []),
  ];
}

async function findProducts(actor: Actor, typed: string): Promise<FoundGroup> {
  const rows = await selectProducts(typed);
  // Users who may not edit products go to the lots, where they count stock.
  const page = may(actor, 'inventory.manage') ? '' : '/lots';
  return {
    label: 'Products',
    all: `/admin/inventory?${new URLSearchParams({ find: typed })}`,
    rows: bestFirst(rows, typed, ({ name }) => name)
      .slice(0, MOST_SHOWN)
      .map(({ id, name, size, price, forSale }) => ({
        id: String(id),
        to: `/admin/products/${id}${page}`,
        title: name,
        detail: [size, formatCents(cents(price)), forSale ? null : 'Not for sale']
          .filter(Boolean)
          .join(' · '),
      })),
  };
}

/** Every word of it in name, strain or UPC, in whatever form a UPC is; archived products are excluded. */
export function selectProducts(typed: string) {
  const gtin = readGtin(typed);
  const words = (gtin === null ? typed : printedGtin(gtin))
    .split(' ')
    .map((word) => sql`${productFindText(products)} ilike ${like(word)}`);
  return database()
    .select({
      id: products.id,
      name: products.name,
      size: products.size,
      price: products.retailPrice,
      forSale: products.forSale,
    })
    .from(products)
    .where(and(isNull(products.archivedAt), ...words))
    .limit(CANDIDATES);
}

/** A part of a text; pattern characters match themselves. */
const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
