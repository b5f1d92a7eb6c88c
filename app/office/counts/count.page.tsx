/** A count: every lot with a field for what was found. Differences wait for an admin. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { countList } from '#core/goods/counts/count.ts';
import { readCountRows, readSheet } from '#core/goods/counts/counts-queries.server.ts';
import { countActsOfSheet } from '#core/goods/tracking/reports/act-lines-queries.server.ts';
import { may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { ListTabs } from '#office/kit/list-tabs.tsx';
import { requestForm } from '#platform/requests/request-body.ts';
import { Pager } from '#ui/data-table/pager.tsx';
import { useLive } from '#ui/live/use-live.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/count.page';
import { answerCount, type FoundAnswer, type RowAnswer } from './answer-count.server.ts';
import { CountHead } from './count-head.tsx';
import { CountReports } from './count-reports.tsx';
import { CountRows } from './counted-lots.tsx';
import { FoundLot } from './found-lot.tsx';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const id = readProductId(params.sheetId);
  const { zone } = await storeClock();
  const sheet = id === null ? null : await readSheet(actor, id, zone);
  const state = countList.parse(new URL(request.url).searchParams);
  const page = sheet && (await readCountRows(actor, sheet.id, state, zone));
  if (!sheet || !page) throw new Response(null, { status: 404 });
  const reports = await countActsOfSheet(actor, sheet.id);
  return { sheet, state, page, reports, mayApprove: may(actor, 'inventory.manage') };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const id = readProductId(params.sheetId);
  if (id === null) throw new Response(null, { status: 404 });
  return answerCount(actor, id, await requestForm(request));
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Count ${loaderData?.sheet.id ?? ''} · Admin` },
];

export default function Count({ loaderData, actionData }: Route.ComponentProps) {
  const { sheet, state, page, reports, mayApprove } = loaderData;
  const view = state.filters.view ?? 'all';
  const isOpen = sheet.closedAt === null;
  const answer = actionData as RowAnswer | FoundAnswer | undefined;
  useLive(['inventory']);
  return (
    <div className="max-w-5xl">
      <BackLink to="/admin/counts" label="Counts" />
      <CountHead sheet={sheet} mayApprove={mayApprove} />
      <CountReports reports={reports} />
      {isOpen ? <FoundLot answer={answer && 'found' in answer ? answer.found : undefined} /> : null}
      <ListTabs
        label="Show"
        shown={view}
        tabs={[
          { value: 'all', label: 'All', count: sheet.lots, to: '?' },
          {
            value: 'to-count',
            label: 'To count',
            count: sheet.lots - sheet.counted,
            to: '?view=to-count',
          },
          { value: 'differs', label: 'Differences', count: sheet.differs, to: '?view=differs' },
        ]}
      />
      <CountRows
        rows={page.rows}
        isOpen={isOpen}
        mayApprove={mayApprove}
        answer={answer && 'rowId' in answer ? answer : undefined}
      />
      <div className="mt-4">
        <Pager list={countList} state={state} page={page} />
      </div>
    </div>
  );
}
