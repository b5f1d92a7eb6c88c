/** Order Management: every order, filtered, sorted, paged and exported; statuses changed one by one or many at once. */
import { ClipboardList } from 'lucide-react';
import { data, Link, redirect } from 'react-router';
import { may } from '#features/access/actor.ts';
import { requirePermission } from '#features/identity/guards.server.ts';
import { bulkSteps, MOST_AT_ONCE, stepTo } from '#features/orders/bulk-steps.ts';
import { changeManyStatuses } from '#features/orders/change-order-status.server.ts';
import {
  matchingOrderIds,
  orderNumbers,
  readManagedOrders,
} from '#features/orders/manage-orders-queries.server.ts';
import { type OrderRow, orderList } from '#features/orders/order-list.ts';
import { type BulkWords, bulkWords, needsReason } from '#features/orders/order-status.ts';
import { MOST_PICKED } from '#features/orders/pick-list.ts';
import { type BulkAsk, BulkDone, BulkQuestion, ReasonField } from '#features/orders/ui/bulk-answer.tsx';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { isUuid } from '#kernel/ids.ts';
import { countText } from '#kernel/list-state.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { requestForm } from '#platform/request-body.ts';
import { ListPage } from '#shell/list-page.tsx';
import { readList } from '#shell/read-list.server.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { type BulkAction, BulkBar } from '#ui/data-table/bulk-bar.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';
import { ExportLink } from '#ui/data-table/export-link.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/orders';

const PATH = '/admin/orders';
const BULK = 'selected-orders';
const PICK_LIST = 'pick-list';
const NOUNS = ['order', 'orders'] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const state = orderList.parse(new URL(request.url).searchParams);
  const { zone } = (await readSettings()).store;
  const failed = { what: 'orders', said: 'Failed to fetch orders' };
  const shown = await readList(actor, orderList, readManagedOrders(actor, state, zone), failed);
  return { state, ...shown, mayExport: may(actor, 'records.export') };
}

type Answer = { done: BulkWords } | { ask: BulkAsk };

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const form = await requestForm(request);
  const state = orderList.parse(new URLSearchParams(String(form.get('query') ?? '')));
  const query = orderList.query(state);
  const back = query === '' ? PATH : `${PATH}?${query}`;
  const step = stepTo(form.get('confirmed') ?? form.get('intent'));
  const isPickList = form.get('intent') === PICK_LIST;
  if (!step && !isPickList) return redirectWithFlash(back, 'Nothing was changed.', 'info');
  const most = isPickList ? MOST_PICKED : MOST_AT_ONCE;
  const { zone } = (await readSettings()).store;
  const ids =
    form.get('all') === '1'
      ? await matchingOrderIds(actor, state, zone, most + 1)
      : form.getAll('ids').filter(isUuid);
  if (ids.length === 0) return redirectWithFlash(back, 'Select at least one order first.', 'info');
  if (ids.length > most)
    return redirectWithFlash(
      back,
      `More than ${most} orders match. Narrow the filters and try again; nothing was changed.`,
      'error',
    );
  const numbers = [...(await orderNumbers(actor, ids)).values()];
  if (!step) return redirect(`${PATH}/${PICK_LIST}?orders=${numbers.join('.')}`);
  const reason = cleanText(String(form.get('reason') ?? ''));
  const lacksReason = needsReason(step.to) && (reason === '' || reason.length > 400 || !isPlainText(reason));
  // Pressed before scripts ran, nobody has been asked yet.
  if (!form.has('confirmed') || lacksReason) {
    const error = form.has('confirmed') ? 'Give a reason; it is kept with each order.' : null;
    return data<Answer>({ ask: { to: step.to, ids, query, error } }, { status: error ? 400 : 200 });
  }
  const outcome = await changeManyStatuses(actor, numbers, {
    to: step.to,
    reason: needsReason(step.to) ? reason : '',
  });
  return data<Answer>({ done: bulkWords(outcome, step.to) });
}

export const meta: Route.MetaFunction = () => [{ title: 'Order Management · Admin' }];

/** As large as a finger needs it, without making the row higher. */
const rowAction =
  '-my-2 inline-flex min-h-11 min-w-11 items-center justify-center text-spruce-700 underline underline-offset-4';

/** 'Nov 21, 2026 3:42 PM': in the table on two lines, on a card on one. */
function Moment({ text }: { text: string }) {
  const [, date = text, time = ''] = /^(.+ \d{4}) (.+)$/.exec(text) ?? [];
  return (
    <span className="figures">
      <span className="md:block md:whitespace-nowrap">{date}</span>{' '}
      <span className="md:block md:whitespace-nowrap">{time}</span>
    </span>
  );
}

const columns: readonly Column<OrderRow, 'created' | 'total'>[] = [
  {
    head: 'Order #',
    primary: true,
    fixed: true,
    cell: (row) => <Link to={`${PATH}/${row.number}`}>{row.number}</Link>,
  },
  { head: 'Created', sort: 'created', cell: (row) => <Moment text={row.created} /> },
  {
    head: 'Email',
    cell: (row) => <EmailAddress className="line-clamp-3 min-w-28">{row.email}</EmailAddress>,
  },
  {
    head: 'Customer',
    wideOnly: true,
    cell: (row) => <span className="line-clamp-3 min-w-28">{row.customer}</span>,
  },
  {
    head: 'Pickup',
    wideOnly: true,
    cell: (row) => (row.pickup ? <Moment text={row.pickup} /> : 'No time chosen'),
  },
  { head: 'Total', sort: 'total', align: 'right', cell: (row) => formatCents(cents(row.total)) },
  {
    head: 'Status',
    fixed: true,
    cell: (row) => <StatusBadge tone={row.status.tone}>{row.status.label}</StatusBadge>,
  },
  {
    head: 'Actions',
    fixed: true,
    cell: (row) => (
      <span className="inline-flex gap-1">
        <Link to={`${PATH}/${row.number}`} className={rowAction}>
          View<span className="sr-only"> {row.number}</span>
        </Link>
        <Link to={`${PATH}/${row.number}/edit`} className={rowAction}>
          Edit<span className="sr-only"> {row.number}</span>
        </Link>
      </span>
    ),
  },
];

const bulkActions: readonly BulkAction[] = [
  { intent: PICK_LIST, label: 'Print pick list' },
  ...bulkSteps.map(
    ({ to, label, question, consequence }): BulkAction => ({
      intent: to,
      label,
      ...(to === 'cancelled' ? { rank: 'danger' } : {}),
      asks: { question, consequence, fields: needsReason(to) ? <ReasonField /> : null },
    }),
  ),
];

export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useAnswer(actionData);
  const { state, page, mayExport } = loaderData;
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
        </>
      }
      table={{
        caption: 'Orders',
        columns,
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
            matching={countText(page.counted, ...NOUNS)}
            nouns={NOUNS}
            actions={bulkActions}
          />
        ) : null
      }
    />
  );
}
