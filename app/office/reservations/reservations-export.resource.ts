/**
 * Exports the reservations that match the list's filters as CSV. Contains personal data: admins only, after a recent
 * sign-in, and audited.
 */
import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import {
  exportReservations,
  RESERVATIONS_FILE,
  reservationColumns,
} from '#core/sales/orders/reservations/export-reservations.server.ts';
import { reservationList } from '#core/sales/orders/reservations/reservation-list.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/reservations-export.resource';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'records.export', request);
  const state = reservationList.parse(new URL(request.url).searchParams);
  const query = reservationList.query(state, { position: null });
  // To the list, because a download does not show a message.
  await requireRecentSignIn(actor, request, `/admin/pickup-reservations${query ? `?${query}` : ''}`);
  const { zone } = (await readSettings()).store;
  const exported = await exportReservations(actor, state, zone);
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  return csvResponse({ fileName: RESERVATIONS_FILE, columns: reservationColumns, rows: exported.value });
}
