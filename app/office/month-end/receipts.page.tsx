/** The receipts behind a figure of the books: the orders, refunds or payments that add up to it. */
import { Link } from 'react-router';
import { dayLabel, money, taxClassLabel } from '#core/books/present-books.ts';
import { type ReceiptRow, receiptList, receiptsLink } from '#core/books/receipt-list.ts';
import { readReceipts } from '#core/books/receipts-queries.server.ts';
import { requirePermission } from '#core/identity/sessions/guards.server.ts';
import { storeClock } from '#core/settings/store-clock.server.ts';
import { ListPage } from '#office/frame/list-view.tsx';
import { Moment } from '#office/frame/moment.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/receipts.page';

const PATH = '/admin/month-end/receipts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'analytics.read', request);
  const state = receiptList.parse(new URL(request.url).searchParams);
  const page = await readReceipts(actor, state, (await storeClock()).zone);
  if (!page) throw new Response(null, { status: 404 });
  return { state, page };
}

export const meta: Route.MetaFunction = () => [{ title: 'Receipts · Month End · Admin' }];

const when: Column<ReceiptRow, 'at'> = {
  head: 'When',
  sort: 'at',
  cell: (row) => <Moment text={row.at} />,
};
const order: Column<ReceiptRow, 'at'> = {
  head: 'Order #',
  primary: true,
  cell: (row) => <Link to={`/admin/orders/${row.number}`}>{row.number}</Link>,
};
const customer: Column<ReceiptRow, 'at'> = { head: 'Customer', cell: (row) => row.customer };
const amount = (head: string, name: 'amount' | 'discount' | 'tax' | 'cost'): Column<ReceiptRow, 'at'> => ({
  head,
  align: 'right',
  cell: (row) => money(row[name]),
});

const salesColumns = [
  ...[when, order, customer],
  amount('Amount', 'amount'),
  amount('Discount', 'discount'),
  ...[amount('Tax', 'tax'), amount('Cost', 'cost')],
];
const refundColumns = [...[when, order, customer], ...[amount('Amount', 'amount'), amount('Tax', 'tax')]];
const cashColumns: Column<ReceiptRow, 'at'>[] = [
  ...[when, order, customer],
  { head: 'Person', cell: (row) => row.by ?? 'Not on file' },
  amount('Cash', 'amount'),
];

export default function Receipts({ loaderData }: Route.ComponentProps) {
  const { kind, from, to, only: _, ...ofSales } = loaderData.state.filters;
  const { class: taxClass } = ofSales;
  const isCash = kind === 'taken' || kind === 'returned';
  const back = new URLSearchParams({ range: 'custom', from: from ?? '', to: to ?? '' });
  const days = from && to ? `${dayLabel(from)} – ${dayLabel(to)}. ` : '';
  return (
    <>
      <BackLink to={`/admin/month-end?${back}`} label="Month End" />
      <ListPage
        title="Receipts"
        path={PATH}
        list={receiptList}
        shown={loaderData}
        above={
          <p className="figures measure mb-4 text-ink-soft">
            {days}
            {taxClass ? `${taxClassLabel(taxClass)} only. ` : ''}
            {isCash ? 'Cash includes tax.' : 'Amounts are before tax, after discounts.'}
            {isCash || kind === 'refund' ? null : (
              <>
                {' '}
                Refunds have{' '}
                <Link
                  to={receiptsLink({ from: from ?? '', to: to ?? '' }, { ...ofSales, kind: 'refund' })}
                  className="text-spruce-700 underline underline-offset-4"
                >
                  a list of their own
                </Link>
                .
              </>
            )}
          </p>
        }
        table={{
          caption: 'Receipts',
          columns: isCash ? cashColumns : kind === 'refund' ? refundColumns : salesColumns,
          rowKey: (row) => row.id,
        }}
        words={{
          unmatched: 'No receipts match these filters.',
          all: 'Show all receipts',
          none: 'No receipts yet. Orders appear here once they are placed.',
        }}
      />
    </>
  );
}
