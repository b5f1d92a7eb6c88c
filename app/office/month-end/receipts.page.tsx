/** The receipts behind a figure of the books: the orders, refunds or payments that add up to it. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { dayLabel, taxClassLabel } from '#core/records/books/present-books.ts';
import { receiptList, receiptsLink } from '#core/records/books/receipt-list.ts';
import { readReceipts } from '#core/records/books/receipts-queries.server.ts';
import { ListPage } from '#office/kit/list-view.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/receipts.page';
import { receiptColumns } from './receipt-columns.tsx';

const PATH = '/admin/month-end/receipts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'analytics.read', request);
  const state = receiptList.parse(new URL(request.url).searchParams);
  const page = await readReceipts(actor, state, (await storeClock()).zone);
  if (!page) throw new Response(null, { status: 404 });
  return { state, page };
}

export const meta: Route.MetaFunction = () => [{ title: 'Receipts · Month End · Admin' }];

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
          columns: receiptColumns(
            kind,
            loaderData.page.rows.some(({ rounding }) => rounding !== 0),
          ),
          rowKey: (row) => row.id,
        }}
        words={{
          unmatched: 'No receipts match these filters.',
          all: 'Show all receipts',
          none: 'No receipts yet. Orders appear here once they are handed over.',
        }}
      />
    </>
  );
}
