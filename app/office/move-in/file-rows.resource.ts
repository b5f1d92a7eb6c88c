/** Exports every row that was left out, or brought otherwise than it was, with its reason. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { eachMoveRow, readFileMove } from '#core/running/move-in/files/file-move-queries.server.ts';
import { csvResponse } from '#platform/csv/csv.ts';
import type { Route } from './+types/file-rows.resource';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const move = await readFileMove(actor);
  if (!move) throw new Response(null, { status: 404 });
  async function* rows(moveId: string) {
    for await (const { kind, place, isLeftOut, reason } of eachMoveRow(moveId))
      yield { kind, place, outcome: isLeftOut ? 'Left out' : 'Brought', reason };
  }
  const columns = { kind: 'What', place: 'Where', outcome: 'Outcome', reason: 'Why' };
  return csvResponse({ fileName: 'left-out-or-changed.csv', columns, rows: rows(move.id) });
}
