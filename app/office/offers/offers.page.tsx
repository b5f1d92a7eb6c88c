/** All offers: running, coming and ended. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { ONE_PRICE } from '#core/goods/discounts/offer-rules.ts';
import { OFFERS_NEED } from '#core/goods/discounts/save-offer.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { formatNumber } from '#kernel/number.ts';
import { ListPage } from '#office/kit/list-view.tsx';
import { Moment } from '#office/kit/moment.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';
import type { Route } from './+types/offers.page';
import { DiscountsOff } from './discounts-off.tsx';
import { offerList } from './offer-list.ts';
import { type OfferLine, readOfferList } from './offers-queries.server.ts';

const PATH = '/admin/offers';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, OFFERS_NEED, request);
  const state = offerList.parse(new URL(request.url).searchParams);
  const page = await readOfferList(actor, state);
  if (!page) throw new Response(null, { status: 404 });
  return { state, page, isOn: (await readSettings()).discounts.enabled };
}

export const meta: Route.MetaFunction = () => [{ title: 'Offers · Admin' }];

const columns: readonly Column<OfferLine, 'ends'>[] = [
  {
    head: 'Offer',
    primary: true,
    fixed: true,
    cell: (row) => <Link to={`${PATH}/${row.id}`}>{row.name}</Link>,
  },
  { head: 'Price', cell: (row) => <span className="figures whitespace-nowrap">{row.price}</span> },
  {
    head: 'State',
    fixed: true,
    cell: (row) => <StatusBadge tone={row.badge.tone}>{row.badge.label}</StatusBadge>,
  },
  {
    head: 'Units taken',
    align: 'right',
    cell: (row) =>
      row.mostUnits === null
        ? formatNumber(row.taken)
        : `${formatNumber(row.taken)} of ${formatNumber(row.mostUnits)}`,
  },
  { head: 'Starts', cell: (row) => <Moment text={row.starts} /> },
  { head: 'Ends', sort: 'ends', cell: (row) => <Moment text={row.ends} /> },
];

export default function Offers({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title="Offers"
      path={PATH}
      list={offerList}
      shown={loaderData}
      actions={<ButtonLink to={`${PATH}/new`}>New offer</ButtonLink>}
      above={
        <>
          {loaderData.isOn ? null : <DiscountsOff />}
          <p className="mb-6 max-w-3xl text-ink-soft">{ONE_PRICE}</p>
        </>
      }
      table={{ caption: 'Offers', columns, rowKey: (row) => String(row.id) }}
      words={{
        unmatched: 'No offers match these filters.',
        all: 'Show all offers',
        none: 'No offers yet. An offer lowers prices for hours or days, with limits per person.',
      }}
    />
  );
}
