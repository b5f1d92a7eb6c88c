/**
 * Pickup Reservations: every reservation, filtered and paged; staff set its status, or turn a pending one into an
 * order.
 */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { may } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { RESERVATIONS_ON_A_PAGE, reservationList } from '#core/sales/orders/reservations/reservation-list.ts';
import { readReservations } from '#core/sales/orders/reservations/reservations-queries.server.ts';
import { EmptyList } from '#office/kit/empty-list.tsx';
import { ListPage } from '#office/kit/list-view.tsx';
import { readList } from '#office/kit/read-list.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { ExportLink } from '#ui/data-table/export-link.tsx';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/reservations.page';
import { answerReservation } from './answer-reservation.server.ts';
import { ReservationCard } from './reservation-card.tsx';
import { useCardFocus } from './use-card-focus.ts';

const PATH = '/admin/pickup-reservations';
const LOAD_FAILED = 'Failed to load reservations';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'pickups.manage', request);
  const state = reservationList.parse(new URL(request.url).searchParams);
  const { zone } = (await readSettings()).store;
  const failed = { what: 'reservations', said: LOAD_FAILED };
  const shown = await readList(actor, reservationList, readReservations(actor, state, zone), failed);
  return {
    state,
    ...shown,
    mayExport: may(actor, 'records.export'),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'pickups.manage', request);
  return answerReservation(actor, await requestForm(request));
}

export const meta: Route.MetaFunction = () => [{ title: 'Pickup Reservations · Admin' }];

export default function PickupReservations({ loaderData }: Route.ComponentProps) {
  const { state, page, error, mayExport } = loaderData;
  useLive(['reservations', 'orders']);
  const count = useCardFocus();
  return (
    <ListPage
      title="Pickup Reservations"
      path={PATH}
      list={reservationList}
      shown={loaderData}
      count={['reservation', 'reservations']}
      countRef={count}
      pageSize={RESERVATIONS_ON_A_PAGE}
      actions={mayExport ? <ExportLink path={PATH} list={reservationList} state={state} /> : null}
    >
      {error ? (
        <Notice tone="error" title={error}>
          Reload the page, or change the filters.
        </Notice>
      ) : null}
      {page.rows.length > 0 ? (
        <ul className="grid gap-4 xl:grid-cols-2">
          {page.rows.map((card) => (
            <li key={card.id} className="min-w-0">
              <ReservationCard card={card} query={reservationList.query(state)} />
            </li>
          ))}
        </ul>
      ) : error ? null : (
        <div className="rounded-surface bg-surface p-6 inset-ring inset-ring-line">
          <EmptyList isFiltered={reservationList.isFiltered(state)} path={PATH} words={emptyWords} />
        </div>
      )}
    </ListPage>
  );
}

const emptyWords = {
  unmatched: 'No reservations match these filters.',
  all: 'Show all reservations',
  none: 'No reservations yet. They appear here as customers reserve.',
};
