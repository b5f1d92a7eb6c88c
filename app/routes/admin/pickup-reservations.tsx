/** Pickup Reservations: every reservation, filtered and paged; its status chosen, and a pending one made an order of. */
import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useNavigation } from 'react-router';
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
import { readSavedViews } from '#features/saved-views/saved-views-queries.server.ts';
import { SavedViews } from '#features/saved-views/ui/saved-views.tsx';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { countText } from '#kernel/list-state.ts';
import { reservationStatuses } from '#kernel/statuses.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { readForm } from '#platform/form.ts';
import { log } from '#platform/log.ts';
import { requestForm } from '#platform/request-body.ts';
import { buttonClass } from '#ui/button.tsx';
import { FilterBar } from '#ui/data-table/filter-bar.tsx';
import { Pager, pageNumber } from '#ui/data-table/pager.tsx';
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
  const [page, views] = await Promise.all([
    // A list that cannot be read says so in its place; the filters that may be the cause stay usable.
    readReservations(actor, state, zone).catch((error: unknown) => {
      log.error({ err: error }, 'reservations could not be read');
      return null;
    }),
    readSavedViews(actor, reservationList.name),
  ]);
  return {
    state,
    views,
    page: page ?? { cards: [], previous: null, next: null, counted: 0 },
    number: pageNumber(query, page?.previous ?? null),
    error: page ? null : LOAD_FAILED,
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
  const { state, page, number, views, error, mayExport } = loaderData;
  useLive(['reservations', 'orders']);
  const count = useKeptFocus();
  const filters = reservationList.query(state, { position: null });
  const here = new URLSearchParams(reservationList.query(state));
  if (number > 1) here.set('page', String(number));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-2xl">Pickup Reservations</h1>
        {mayExport ? (
          // Not named a download: who has to show again who they are is led to a page.
          <a
            href={`${PATH}/export${filters ? `?${filters}` : ''}`}
            className={buttonClass('secondary', 'small', 'min-h-11')}
          >
            <Download aria-hidden="true" className="size-4" /> Export CSV
          </a>
        ) : null}
      </div>
      <div className="mb-5 flex flex-col gap-4">
        <SavedViews list={reservationList.name} path={PATH} query={filters} views={views} />
        <FilterBar list={reservationList} state={state} />
      </div>
      <p ref={count} tabIndex={-1} role="status" className="figures mb-3 text-ink-soft">
        {error ? '' : countText(page.counted, 'reservation', 'reservations')}
      </p>
      {error ? (
        <Notice tone="error" title={error}>
          Reload the page, or change the filters.
        </Notice>
      ) : null}
      {page.cards.length > 0 ? (
        <ul className="grid gap-4 xl:grid-cols-2">
          {page.cards.map((card) => (
            <li key={card.id} className="min-w-0">
              <ReservationCard card={card} query={here.toString()} />
            </li>
          ))}
        </ul>
      ) : null}
      {!error && page.cards.length === 0 ? <None filtered={reservationList.isFiltered(state)} /> : null}
      <div className="mt-5">
        <Pager list={reservationList} state={state} previous={page.previous} next={page.next} page={number} />
      </div>
    </>
  );
}

function None({ filtered }: { filtered: boolean }) {
  return (
    <div className="rounded-surface bg-white p-6 inset-ring inset-ring-line">
      {filtered ? (
        <>
          <p>No reservations match these filters.</p>
          <Link
            to={PATH}
            className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
          >
            Show all reservations
          </Link>
        </>
      ) : (
        <p>No reservations yet. They appear here as customers reserve.</p>
      )}
    </div>
  );
}

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
