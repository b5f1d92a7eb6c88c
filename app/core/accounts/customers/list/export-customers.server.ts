/** Exports customers as rows for a spreadsheet. The audit log records first who exported them, with which filters. */

import type { Actor } from '#core/ground/access/actor.ts';
import { type Exported, exportRecords } from '#core/ground/audit/export-records.server.ts';
import { instantOf } from '#kernel/time.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { localTime } from '#platform/csv/export-cells.ts';
import type { CustomerListState } from './customer-list.ts';
import { eachCustomer, type ReadCustomer } from './customers-queries.server.ts';

/** The specification's column names (section 3). */
export const customerColumns = {
  id: 'id',
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  phone: 'phone',
  city: 'city',
  state: 'state',
  loyalty_points: 'loyalty_points',
  is_verified: 'is_verified',
  is_banned: 'is_banned',
  created_at: 'created_at',
} as const;

export type CustomerExportRow = Record<keyof typeof customerColumns, Cell>;

/** Every customer that the list's filters match, in its order. Refused: see `exportRecords`. */
export async function exportCustomers(
  actor: Actor,
  state: CustomerListState,
  zone: string,
): Promise<Exported<CustomerExportRow>> {
  return exportRecords(actor, {
    action: 'customers.exported',
    subjectId: 'customers',
    state,
    read: (db) => eachCustomer(db, state),
    rowOf: (customer: ReadCustomer) => rowOf(customer, zone),
  });
}

function rowOf(customer: ReadCustomer, zone: string): CustomerExportRow {
  const [first, last] = splitName(customer.name);
  return {
    id: customer.id,
    first_name: first,
    last_name: last,
    email: customer.email,
    phone: customer.phone,
    city: customer.city,
    state: customer.state,
    loyalty_points: customer.points,
    is_verified: customer.isVerified === null ? null : customer.isVerified ? 'yes' : 'no',
    is_banned: customer.isBanned ? 'yes' : 'no',
    created_at: localTime(instantOf(customer.createdAt), zone),
  };
}

/** Splits at the last space, which is right for most American names. */
export function splitName(name: string): [first: string, last: string] {
  const at = name.trim().lastIndexOf(' ');
  return at === -1 ? [name.trim(), ''] : [name.trim().slice(0, at), name.trim().slice(at + 1)];
}
