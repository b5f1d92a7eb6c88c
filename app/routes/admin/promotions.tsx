/** Promotions: drafts, what is being sent, and what was. */
import { Link } from 'react-router';
import { requirePermission } from '#features/identity/guards.server.ts';
import { channelLabel } from '#features/notifications/channel.ts';
import { promotionStatusLabel, promotionTones } from '#features/promotions/promotion.ts';
import { promotionList } from '#features/promotions/promotion-list.ts';
import { type PromotionLine, readPromotions } from '#features/promotions/promotions-queries.server.ts';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { channels } from '#kernel/statuses.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { type Column, DataTable } from '#ui/data-table/data-table.tsx';
import { FilterBar } from '#ui/data-table/filter-bar.tsx';
import { Pager } from '#ui/data-table/pager.tsx';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/promotions';

const PATH = '/admin/promotions';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'promotions.send', request);
  const state = promotionList.parse(new URL(request.url).searchParams);
  const page = await readPromotions(actor, state, (await storeClock()).zone);
  if (!page) throw new Response(null, { status: 404 });
  return { state, page };
}

export const meta: Route.MetaFunction = () => [{ title: 'Promotions · Admin' }];

const columns: readonly Column<PromotionLine, 'created'>[] = [
  {
    head: 'Title',
    primary: true,
    cell: (line) => <Link to={`${PATH}/${line.id}`}>{line.title}</Link>,
  },
  { head: 'What', cell: (line) => (line.isOffer ? 'Offer' : 'News') },
  {
    head: 'Status',
    fixed: true,
    cell: (line) => (
      <StatusBadge tone={promotionTones[line.status]}>{promotionStatusLabel[line.status]}</StatusBadge>
    ),
  },
  {
    head: 'People',
    align: 'right',
    cell: (line) => line.recipients?.toLocaleString('en-US') ?? 'None yet',
  },
  { head: 'Messages', cell: (line) => <Messages of={line} /> },
  {
    head: 'When',
    sort: 'created',
    cell: (line) => <span className="figures whitespace-nowrap">{line.at}</span>,
  },
];

function Messages({ of: { counts, status } }: { of: PromotionLine }) {
  if (!counts) return status === 'draft' ? 'None yet' : 'Being written';
  const lines = channels.filter((channel) => counts[channel]);
  if (lines.length === 0) return 'None';
  return (
    <span className="figures">
      {lines
        .map((channel) => `${channelLabel[channel]} ${counts[channel]?.toLocaleString('en-US')}`)
        .join(' · ')}
    </span>
  );
}

export default function Promotions({ loaderData }: Route.ComponentProps) {
  const { state, page } = loaderData;
  useLive(['promotions']);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Promotions</h1>
        <ButtonLink to={`${PATH}/new`}>New promotion</ButtonLink>
      </div>
      <p className="mb-6 max-w-3xl text-ink-soft">
        News and offers go only to adults who turned on Promotional Updates, by the channels they chose.
      </p>
      <div className="mb-5">
        <FilterBar list={promotionList} state={state} />
      </div>
      <DataTable
        caption="Promotions"
        list={promotionList}
        state={state}
        rows={page.rows}
        rowKey={(line) => line.id}
        columns={columns}
        empty={
          promotionList.isFiltered(state) ? (
            <>
              <p>No promotion matches these filters.</p>
              <Link to={PATH} className="text-spruce-700 underline underline-offset-4">
                Show all promotions
              </Link>
            </>
          ) : (
            <p>No promotion has been written yet.</p>
          )
        }
      />
      <div className="mt-4">
        <Pager list={promotionList} state={state} previous={page.previous} next={page.next} />
      </div>
    </>
  );
}
