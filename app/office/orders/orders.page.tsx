/** Order Management: every order, filtered, sorted, paged and exported; statuses changed one by one or in bulk. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { readManagedOrders } from '#core/sales/orders/list/manage-orders-queries.server.ts';
import { countTabs } from '#core/sales/orders/list/order-filter-queries.server.ts';
import { orderList } from '#core/sales/orders/list/order-list.ts';
import { countText } from '#kernel/list-state.ts';
import { ListPage } from '#office/kit/list-view.tsx';
import { readList, readOrNull } from '#office/kit/read-list.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { ButtonLink } from '#ui/button.tsx';
import { BulkBar } from '#ui/data-table/bulk-bar.tsx';
import { ExportLink } from '#ui/data-table/export-link.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { ClipboardList } from '#ui/icons.ts';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/orders.page';
import { answerBulk } from './answer-bulk.server.ts';
import { BulkDone, BulkQuestion, bulkActions } from './bulk-answer.tsx';
import { PICK_LIST } from './bulk-steps.ts';
import { useOrderColumns } from './order-columns.tsx';
import { OrderTabs } from './order-tabs.tsx';

const PATH = '/admin/orders';
const BULK = 'selected-orders';
const NOUNS = ['order', 'orders'] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const state = orderList.parse(new URL(request.url).searchParams);
  const { now, today, zone } = await storeClock();
  const failed = { what: 'orders', said: 'Failed to fetch orders' };
  const [shown, tabs] = await Promise.all([
    readList(actor, orderList, readManagedOrders(actor, state, zone), failed),
    readOrNull('the counts of the tabs', countTabs(actor, { now, zone })),
  ]);
  return { state, tabs, ...shown, mayExport: may(actor, 'records.export'), year: today.year };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  return answerBulk(actor, await requestForm(request));
}

export const meta: Route.MetaFunction = () => [{ title: 'Order Management · Admin' }];

export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useAnswer(actionData);
  const { state, page, tabs, mayExport, year } = loaderData;
  useLive(['orders']);
  return (
    <ListPage
      title="Order Management"
      path={PATH}
      list={orderList}
      shown={loaderData}
      count={NOUNS}
      actions={
        <span className="flex flex-wrap gap-2">
          <ButtonLink to={`${PATH}/${PICK_LIST}`} rank="secondary" size="small" className="min-h-11">
            <ClipboardList aria-hidden="true" className="size-4" /> Today’s pick list
          </ButtonLink>
          {mayExport ? <ExportLink path={PATH} list={orderList} state={state} /> : null}
        </span>
      }
      above={
        <>
          {answer && 'done' in answer ? <BulkDone outcome={answer.done} /> : null}
          {answer && 'ask' in answer ? <BulkQuestion ask={answer.ask} /> : null}
          {tabs ? <OrderTabs state={state} counts={tabs} /> : null}
        </>
      }
      table={{
        caption: 'Orders',
        columns: useOrderColumns(state, page.rows, year),
        rowKey: (row) => row.id,
        selection: { form: BULK, label: (row) => row.number },
      }}
      words={{
        unmatched: 'No orders match these filters.',
        all: 'Show all orders',
        none: 'No orders yet. They appear here as customers reserve.',
      }}
      beforePager={
        page.rows.length > 0 ? (
          <BulkBar
            id={BULK}
            query={orderList.query(state, { position: null })}
            rowsOf={orderList.query(state)}
            matching={countText(page.counted, ...NOUNS)}
            nouns={NOUNS}
            actions={bulkActions}
          />
        ) : null
      }
    />
  );
}
