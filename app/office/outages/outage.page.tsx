/** /admin/outages/3: the entries of an outage, with a file to enter from, ticked once they are in the state's system. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { outageName } from '#core/goods/stock/outage/outage.ts';
import { outageEntryList } from '#core/goods/stock/outage/outage-list.ts';
import { readOutage } from '#core/goods/stock/outage/outage-queries.server.ts';
import { may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { systemClock } from '#kernel/time.ts';
import { History } from '#office/audit/history.tsx';
import { readHistory } from '#office/audit/history-queries.server.ts';
import { ListPage } from '#office/kit/list-view.tsx';
import { Panel } from '#office/kit/panel.tsx';
import { requestForm } from '#platform/requests/request-body.ts';
import { Confirm } from '#ui/confirm.tsx';
import { ExportLink } from '#ui/data-table/export-link.tsx';
import { useLive } from '#ui/live/use-live.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/outage.page';
import { answerOutage } from './answer-outage.server.ts';
import { OutageEntries } from './outage-entries.tsx';
import { OutageFacts } from './outage-facts.tsx';

const numberOf = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0);

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const { zone } = await storeClock();
  const number = numberOf(params.number);
  const state = outageEntryList.parse(new URL(request.url).searchParams);
  const found = await readOutage(actor, number, state, zone);
  if (!found) throw new Response(null, { status: 404 });
  return {
    ...found,
    state,
    mayManage: may(actor, 'inventory.manage'),
    history: await readHistory(actor, 'outage', String(number), zone),
    now: systemClock().epochMilliseconds,
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const number = numberOf(params.number);
  const back = `/admin/outages/${number}${new URL(request.url).search}`;
  return answerOutage(actor, number, await requestForm(request), back);
}

export const meta: Route.MetaFunction = ({ params }) => [
  { title: `${outageName(numberOf(params.number))} · Admin` },
];

export default function Outage({ loaderData }: Route.ComponentProps) {
  const { outage, page, state, mayManage, history, now } = loaderData;
  const name = outageName(outage.number);
  const path = `/admin/outages/${outage.number}`;
  // What is checked must not move while someone works through the list.
  useLive(['inventory'], { paused: true });
  return (
    <>
      <BackLink to="/admin/outages" label="State outages" />
      <ListPage
        title={name}
        path={path}
        list={outageEntryList}
        shown={{ state, page }}
        actions={
          mayManage ? (
            <div className="flex flex-wrap gap-2">
              {outage.ended === null ? (
                <Confirm
                  rank="secondary"
                  label="The system works again"
                  of={name}
                  question={`End ${name}?`}
                  consequence="Lots can be received again. The list stays, to be entered."
                  fields={{ intent: 'end' }}
                />
              ) : null}
              <ExportLink path={path} list={outageEntryList} state={state} />
            </div>
          ) : null
        }
        above={<OutageFacts outage={outage} now={now} />}
        below={
          <Panel title="History" className="mt-10">
            <History lines={history} />
          </Panel>
        }
      >
        <OutageEntries rows={page.rows} mayManage={mayManage} total={outage.total} />
      </ListPage>
    </>
  );
}
