/** Exports everyone who paid a wrong price as CSV. Admins only, after a recent sign-in, and audited. */
import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { affectedColumns, exportAffected } from '#core/sales/price-corrections/export-affected.server.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/wrong-price-export.resource';
import { readWrong, wrongFields } from './wrong-price-form.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'records.export', request);
  await requireRecentSignIn(actor, request);
  const id = readProductId(params.id);
  const { zone, today } = await storeClock();
  const asked = id === null ? null : readWrong(id, wrongFields(new URL(request.url).searchParams), zone);
  if (!asked?.ok) throw new Response(null, { status: 404 });
  const exported = await exportAffected(actor, asked.wrong, zone);
  if (!exported.ok) throw new Response(null, { status: statusOf(exported.problem) });
  return csvResponse({
    fileName: `wrong-price-${today}.csv`,
    columns: affectedColumns,
    rows: exported.value,
  });
}
