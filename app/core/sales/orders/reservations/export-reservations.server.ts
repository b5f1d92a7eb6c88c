/** Exports reservations as spreadsheet rows. Audits the actor and the filters first. */

import { realAddress } from '#core/accounts/identity/accounts/no-one.ts';
import { batchesLabel } from '#core/goods/stock/lots/lots.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { type Exported, exportRecords } from '#core/ground/audit/export-records.server.ts';
import { instantOf } from '#kernel/time.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { dollars, localTime } from '#platform/csv/export-cells.ts';
import type { ReservationListState } from './reservation-list.ts';
import { eachReservation, type ReadReservation } from './reservations-queries.server.ts';
import { EMAIL_NOT_CONFIRMED } from './sign-up-hold.ts';

/** Specification section 9. */
export const RESERVATIONS_FILE = 'pickup_reservations.csv';

/** The specification's column names (section 3); money in dollars, times as `localTime` writes them. */
export const reservationColumns = {
  id: 'id',
  product_name: 'product_name',
  strain_code: 'strain_code',
  batch_number: 'batch_number',
  retail_price: 'retail_price',
  quantity: 'quantity',
  full_name: 'full_name',
  email: 'email',
  pickup_time: 'pickup_time',
  status: 'status',
  order_id: 'order_id',
  created_at: 'created_at',
} as const;

type ExportRow = Record<keyof typeof reservationColumns, Cell>;

/**
 * Exports every reservation that the list's filters match, in the list's order. Refuses what `exportRecords`
 * refuses.
 */
export async function exportReservations(
  actor: Actor,
  state: ReservationListState,
  zone: string,
): Promise<Exported<ExportRow>> {
  return exportRecords(actor, {
    action: 'reservations.exported',
    subjectId: 'pickup-reservations',
    state,
    read: (db) => eachReservation(db, state, zone),
    rowOf: (row: ReadReservation) => ({
      id: row.id,
      product_name: row.productName,
      strain_code: row.strain,
      batch_number: batchesLabel(row.batches)?.replace(/^Batch(es)? /, '') ?? null,
      retail_price: dollars(row.price),
      quantity: row.quantity,
      full_name: row.customer ?? EMAIL_NOT_CONFIRMED,
      email: row.email && realAddress(row.email),
      pickup_time: row.pickupTime && localTime(instantOf(row.pickupTime), zone),
      status: row.status,
      order_id: row.order,
      created_at: localTime(instantOf(row.createdAt), zone),
    }),
  });
}
