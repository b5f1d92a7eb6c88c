/**
 * Reads the list of customers. Every filter and sort has an index, so that fifty thousand customers load as fast as
 * fifty.
 */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import {
  countProfiles,
  type FoundPeople,
  findPeople,
  isFound,
} from '#core/accounts/customers/people-search-queries.server.ts';
import { masked } from '#core/accounts/customers/reveal.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { type Database, database } from '#db/client.ts';
import { eachRow, type Keyset, type KeysetPage, type KeysetQuery, readKeysetPage } from '#db/keyset.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { userRoles, users } from '#db/schema/identity.ts';
import { type Counted, splitSort } from '#kernel/list-state.ts';
import type { CustomerListState, CustomerRow } from './customer-list.ts';
import { joinedText } from './joined.ts';

const CUSTOMERS_ON_A_PAGE = 25;

export type CustomersPage = KeysetPage<CustomerRow> & { counted: Counted };

/** Null for people who may not read customers. */
export async function readCustomers(
  actor: Actor,
  state: CustomerListState,
  zone: string,
): Promise<CustomersPage | null> {
  if (!may(actor, 'customers.read')) return null;
  const found = await findPeople(state.filters.find);
  const matching = customersOf(state, found);
  const [page, counted] = await Promise.all([
    readKeysetPage(peopleKeyset(state.sort), state.position, CUSTOMERS_ON_A_PAGE, (query) =>
      selectCustomers(database(), matching, query),
    ),
    countProfiles(matching, found),
  ]);
  return { ...page, rows: page.rows.map((row) => rowOf(row, zone)), counted };
}

/** Every matching customer in the list's order. It checks no permission: `exportCustomers` does. */
export function eachCustomer(db: Database, state: CustomerListState) {
  const matching = customersOf(state);
  return eachRow(peopleKeyset(state.sort), (query) => selectCustomers(db, matching, query));
}

/** By join date or by name: the order of every list of people. */
export function peopleKeyset(sort: string): Keyset {
  const { by, descending } = splitSort<'joined' | 'name'>(sort as 'joined');
  return {
    columns: [
      by === 'name'
        ? { expression: customerProfiles.fullName, type: 'text' }
        : { expression: customerProfiles.createdAt, type: 'timestamptz' },
      { expression: customerProfiles.userId, type: 'uuid' },
    ],
    descending,
  };
}

const byDecision: Readonly<Record<string, SQL>> = {
  yes: eq(customerProfiles.isVerifiedOver21, true),
  no: eq(customerProfiles.isVerifiedOver21, false),
  open: isNull(customerProfiles.isVerifiedOver21),
};

/** Excludes deleted accounts and staff, who are in User Management. */
export function customersOf(
  { filters: { find, verified, banned, product, lot } }: CustomerListState,
  found: FoundPeople | null = null,
): SQL | undefined {
  return and(
    eq(customerProfiles.status, 'active'),
    // A user without a row is a customer.
    sql`not exists (select from ${userRoles} r where r.user_id = ${customerProfiles.userId} and r.role <> 'user')`,
    find ? isFound(find, found) : undefined,
    verified ? byDecision[verified] : undefined,
    banned ? sql`${customerProfiles.isBanned}` : undefined,
    product ? tookHome(product, sql`line.product_id`) : undefined,
    lot ? tookHome(lot, sql`share.lot_id`) : undefined,
  );
}

/** People who were handed units of a product or lot, also units that came back later. An unknown number matches no one. */
function tookHome(number: string, column: SQL): SQL {
  if (!/^\d{1,9}$/.test(number)) return sql`false`;
  return sql`${customerProfiles.userId} in (
    select bought.user_id from reservation_lots as share
    join order_items as line on line.reservation_id = share.reservation_id
    join orders as bought on bought.id = line.order_id
    where ${column} = ${Number(number)} and bought.completed_at is not null)`;
}

export type ReadCustomer = Awaited<ReturnType<typeof selectCustomers>>[number];

export function selectCustomers(
  db: Database,
  matching: SQL | undefined,
  { where, orderBy, limit, key }: KeysetQuery,
) {
  return db
    .select({
      id: customerProfiles.userId,
      name: customerProfiles.fullName,
      email: users.email,
      phone: customerProfiles.phone,
      city: customerProfiles.city,
      state: customerProfiles.state,
      points: customerProfiles.loyaltyPoints,
      isVerified: customerProfiles.isVerifiedOver21,
      isBanned: customerProfiles.isBanned,
      createdAt: customerProfiles.createdAt,
      key,
    })
    .from(customerProfiles)
    .innerJoin(users, eq(users.id, customerProfiles.userId))
    .where(and(matching, where))
    .orderBy(...orderBy)
    .limit(limit);
}

function rowOf(
  { city, state, createdAt, phone, ...row }: Omit<ReadCustomer, 'key'>,
  zone: string,
): CustomerRow {
  return {
    ...row,
    phone: masked(phone),
    place: [city, state].filter(Boolean).join(', ') || null,
    joined: joinedText(createdAt, zone),
  };
}
