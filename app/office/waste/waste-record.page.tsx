/** /admin/waste/12: a record of waste with its History; it can be undone until it is destroyed. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { undoWaste } from '#core/goods/stock/waste/undo-waste.server.ts';
import { wasteMessage, wasteName, wasteStateLabel, wasteStateTone } from '#core/goods/stock/waste/waste.ts';
import { readWaste } from '#core/goods/stock/waste/waste-queries.server.ts';
import { readActsOfWaste } from '#core/goods/tracking/reports/act-lines-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { History } from '#office/audit/history.tsx';
import { readHistory } from '#office/audit/history-queries.server.ts';
import { Panel } from '#office/kit/panel.tsx';
import { StateLine } from '#office/kit/state-lines.tsx';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { useLive } from '#ui/live/use-live.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/waste-record.page';
import { WasteFacts } from './waste-facts.tsx';

const numberOf = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0);

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const { now, zone } = await storeClock();
  const row = await readWaste(actor, numberOf(params.number), zone);
  if (!row) throw new Response(null, { status: 404 });
  const [history, stateLines] = await Promise.all([
    readHistory(actor, 'waste', String(row.number), zone),
    readActsOfWaste(actor, [row.number], { now, zone }),
  ]);
  return { row, history, stateLine: stateLines[row.number] };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const form = await requestForm(request);
  const reason = String(form.get('reason') ?? '').slice(0, 500);
  const outcome = await undoWaste(actor, { number: numberOf(params.number), reason });
  const here = `/admin/waste/${params.number}`;
  if (outcome.ok) return redirectWithFlash(here, 'Undone. The units are back in their lot.', 'success');
  if (outcome.problem.kind === 'not-found') throw new Response(null, { status: 404 });
  return redirectWithFlash(here, wasteMessage(outcome.problem), 'error');
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? wasteName(loaderData.row.number) : 'Waste'} · Admin` },
];

export default function WasteRecord({ loaderData: { row, history, stateLine } }: Route.ComponentProps) {
  useLive(['inventory']);
  const name = wasteName(row.number);
  return (
    <div className="max-w-3xl">
      <BackLink to="/admin/waste" label="Waste" />
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl">{name}</h1>
        <StatusBadge tone={wasteStateTone[row.state]}>{wasteStateLabel[row.state]}</StatusBadge>
      </div>
      <WasteFacts row={row} />
      <StateLine line={stateLine} className="mb-5" />
      {row.state === 'waiting' ? (
        <div className="mb-8 flex flex-wrap gap-3">
          <ButtonLink to={`/admin/waste/destroy?waste=${row.number}`}>Record destruction</ButtonLink>
          {row.reason === 'returned' ? null : (
            <Confirm
              rank="secondary"
              label="Undo"
              of={name}
              question={`Undo ${name}?`}
              consequence="The units go back to their lot: on sale if the lot is on sale."
              fields={{ intent: 'undo' }}
            >
              <TextAreaField label="Reason" name="reason" rows={2} maxLength={500} />
            </Confirm>
          )}
        </div>
      ) : null}
      <Panel title="History">
        <History lines={history} />
      </Panel>
      <p className="mt-6">
        <Link
          to={`/admin/lots/${row.lotId}/ledger`}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          Ledger of batch {row.batchNumber}
        </Link>
      </p>
    </div>
  );
}
