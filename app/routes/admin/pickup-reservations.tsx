/** Pickup Reservations: every reservation, filtered and paged; its status chosen, and a pending one made an order of. */
import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import { z } from 'zod';
import { may } from '#features/access/actor.ts';
import { submitReservation } from '#features/checkout/submit-reservation.server.ts';
import { alreadySubmitted, SUBMITTED, submitMessage } from '#features/checkout/submit-rules.ts';
import { requirePermission } from '#features/identity/guards.server.ts';
import { changeReservationStatus } from '#features/orders/change-reservation-status.server.ts';
import { STATUS_UPDATED } from '#features/orders/order-status.ts';
import { reservationList } from '#features/orders/reservation-list.ts';
import { reservationStatusMessage } from '#features/orders/reservation-status.ts';
import { readReservations } from '#features/orders/reservations-queries.server.ts';
import { ReservationCard } from '#features/orders/ui/reservation-card.tsx';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { reservationStatuses } from '#kernel/statuses.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { EmptyList } from '#shell/empty-list.tsx';
import { ListPage } from '#shell/list-page.tsx';
import { readList } from '#shell/read-list.server.ts';
import { ExportLink } from '#ui/data-table/export-link.tsx';
import { pageNumber } from '#ui/data-table/pager.tsx';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/pickup-reservations';

const PATH = '/admin/pickup-reservations';
const LOAD_FAILED = 'Failed to load reservations';

const statusForm = z.object({
  id: z.string(),
  status: z.enum(reservationStatuses),
  seen: z.enum(reservationStatuses),
});

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'pickups.manage', request);
  const query = new URL(request.url).searchParams;
  const state = reservationList.parse(query);
  const { zone } = (await readSettings()).store;
  const failed = { what: 'reservations', said: LOAD_FAILED };
  const shown = await readList(actor, reservationList, readReservations(actor, state, zone), failed);
  return {
    state,
    ...shown,
    number: pageNumber(query, shown.page.previous),
    mayExport: may(actor, 'records.export'),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'pickups.manage', request);
  const form = await requestForm(request);
  const query = new URLSearchParams(String(form.get('query') ?? ''));
  const back = pathOf(reservationList.query(reservationList.parse(query)), query.get('page'));
  switch (form.get('intent')) {
    case 'status': {
      const read = readForm(form, statusForm);
      if (!read.ok) return redirectWithFlash(back, 'Failed to update status', 'error');
      const { id, status, seen } = read.value;
      const outcome = await changeReservationStatus(actor, { reservationId: id, status, seen });
      return outcome.ok
        ? redirectWithFlash(back, STATUS_UPDATED, 'success')
        : redirectWithFlash(back, reservationStatusMessage(outcome.problem), 'error');
    }
    case 'submit': {
      const outcome = await submitReservation(actor, String(form.get('id') ?? ''));
      if (!outcome.ok) return redirectWithFlash(back, submitMessage(outcome.problem), 'error');
      const { orderId, repeated } = outcome.value;
      return repeated
        ? redirectWithFlash(back, alreadySubmitted(orderId), 'info')
        : redirectWithFlash(back, SUBMITTED, 'success');
    }
    default:
      return redirectWithFlash(back, 'Nothing was changed.', 'info');
  }
}

function pathOf(query: string, page: string | null): string {
  const written = new URLSearchParams(query);
  if (page && /^\d{1,7}$/.test(page)) written.set('page', page);
  return written.size === 0 ? PATH : `${PATH}?${written}`;
}

export const meta: Route.MetaFunction = () => [{ title: 'Pickup Reservations · Admin' }];

export default function PickupReservations({ loaderData }: Route.ComponentProps) {
  const { state, page, number, error, mayExport } = loaderData;
  useLive(['reservations', 'orders']);
  const count = useKeptFocus();
  const here = new URLSearchParams(reservationList.query(state));
  if (number > 1) here.set('page', String(number));
  return (
    <ListPage
      title="Pickup Reservations"
      path={PATH}
      list={reservationList}
      shown={loaderData}
      count={['reservation', 'reservations']}
      countRef={count}
      number={number}
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
              <ReservationCard card={card} query={here.toString()} />
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

/**
 * What was pressed may be gone after it was done: then its card takes the focus, and without that the line above the
 * list.
 */
function useKeptFocus() {
  const navigation = useNavigation();
  const count = useRef<HTMLParagraphElement>(null);
  const sent = useRef<string | null>(null);
  const id = navigation.formData?.get('id');
  if (typeof id === 'string') sent.current = id;
  useEffect(() => {
    if (navigation.state !== 'idle' || sent.current === null) return;
    const card = document.getElementById(`reservation-${sent.current}`);
    sent.current = null;
    const focused = document.activeElement;
    // A part of the card that cannot be operated has it only because something in it went away.
    const isInert = focused instanceof HTMLElement && focused.tabIndex < 0 && card?.contains(focused);
    if (focused === null || focused === document.body || isInert) (card ?? count.current)?.focus();
  }, [navigation.state]);
  return count;
}
