/**
 * The target of the links in a closure's message: the customer's orders with a closed time, a button for each new one.
 * It needs no sign-in and is outside the shop's frame, so that no age gate gets in the way. Opening it changes nothing,
 * because programs that check mail follow links; a time named in the address only comes first.
 */
import { data } from 'react-router';
import { addressOf } from '#core/ground/settings/contact.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { cancelClosedOrder, moveClosedOrder } from '#core/sales/closures/answer-closure.server.ts';
import { linkMessage } from '#core/sales/closures/closure.ts';
import { readClosureNotice } from '#core/sales/closures/closure-notice-queries.server.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Mark } from '#ui/mark.tsx';
import type { Route } from './+types/new-time.page';
import { NoticeOrders } from './notice-orders.tsx';

export async function loader({ request, params }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const chosen = { order: query.get('order'), slot: query.get('slot') };
  const [{ store }, notice] = await Promise.all([readSettings(), readClosureNotice(params.token, chosen)]);
  const farm = { name: store.name, phone: store.phone, address: addressOf(store) };
  return data(
    { farm, notice, chosen },
    { status: notice ? 200 : 404, headers: { 'Cache-Control': 'no-store' } },
  );
}

export async function action({ request, params }: Route.ActionArgs) {
  const form = await requestForm(request);
  const order = String(form.get('order') ?? '').slice(0, 20);
  const slotStartsAt = String(form.get('slot') ?? '').slice(0, 40);
  const outcome =
    form.get('intent') === 'cancel'
      ? await cancelClosedOrder(params.token, order)
      : await moveClosedOrder(params.token, { order, slotStartsAt });
  return outcome.ok
    ? data({ order, message: null })
    : data({ order, message: linkMessage(outcome.problem) }, { status: statusOf(outcome.problem) });
}

/** Also after a refusal: a time may have filled up. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: ['New pickup time', loaderData?.farm.name].filter(Boolean).join(' · ') },
  { name: 'robots', content: 'noindex' },
  // The address is the customer's key: it goes to no other site.
  { name: 'referrer', content: 'no-referrer' },
];

export default function NewTime({ loaderData, actionData }: Route.ComponentProps) {
  const { farm, notice, chosen } = loaderData;
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col px-5 pt-[8vh] pb-12">
      <Mark className="size-12" />
      <p className="mt-3 font-display text-lg font-medium text-spruce-700">{farm.name}</p>
      <h1 className="mt-8 text-3xl wrap-anywhere">
        {notice === null
          ? 'This link does not work'
          : notice.status === 'undone'
            ? 'We are open after all'
            : 'Choose a new pickup time'}
      </h1>
      {notice ? (
        <NoticeOrders notice={notice} chosen={chosen} answer={actionData} phone={farm.phone} />
      ) : (
        <p className="mt-4">
          It is incomplete, or not from us. Open the link in the message again, or call us.
        </p>
      )}
      <p className="mt-10 text-ink-soft">
        {farm.name}, {farm.address}, <a href={`tel:${farm.phone.replaceAll(/[^\d+]/g, '')}`}>{farm.phone}</a>
      </p>
    </main>
  );
}
