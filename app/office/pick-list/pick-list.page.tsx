/** The pick list of a day, by default today, or of selected orders. */
import { Form, Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { formatDate, parseDate } from '#kernel/time.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { useCommandHandlers } from '#ui/commands/command-keys.tsx';
import { Field } from '#ui/field.tsx';
import { Printer } from '#ui/icons.ts';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/pick-list.page';
import { MOST_PICKED, readPicked } from './pick-list.ts';
import { PickList } from './pick-list-paper.tsx';
import { readPickList } from './pick-list-queries.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const { today, zone } = await storeClock();
  const query = new URL(request.url).searchParams;
  const { numbers, back } = readPicked(query);
  const day = parseDate(query.get('day') ?? '') ?? today;
  const list = await readPickList(actor, numbers ? { numbers } : { day }, zone);
  return {
    ...list,
    back,
    day: numbers ? null : day.toString(),
    title: numbers
      ? 'Selected orders'
      : `Pickups on ${formatDate(day)}${day.equals(today) ? ' (today)' : ''}`,
  };
}

export const meta: Route.MetaFunction = () => [{ title: 'Pick list · Admin' }];

export default function PickListPage({ loaderData }: Route.ComponentProps) {
  const { orders, more, day, title, back } = loaderData;
  useLive(['orders']);
  useCommandHandlers({ 'order.print': () => window.print() });
  return (
    <>
      <BackLink to={back} label="Order Management" />
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 print:mb-4">
        <div>
          <h1 className="text-2xl">Pick list</h1>
          <p className="figures text-ink-soft">{title}</p>
        </div>
        <div className="flex max-w-full flex-wrap items-end gap-3 print:hidden">
          {day ? (
            <Form method="get" className="flex max-w-full flex-wrap items-end gap-2">
              <Field
                key={day}
                label="Day"
                name="day"
                type="date"
                required
                defaultValue={day}
                className="w-[11rem] max-w-full"
              />
              <Button type="submit" rank="secondary">
                Show
              </Button>
            </Form>
          ) : null}
          <button
            type="button"
            className={buttonClass('primary', 'normal', 'noscript:hidden')}
            onClick={() => window.print()}
          >
            <Printer aria-hidden="true" className="size-4" /> Print
          </button>
        </div>
      </div>
      {more ? (
        <Notice tone="caution" className="mb-6" title={`Showing the first ${MOST_PICKED} orders.`}>
          To print the others, select them in Order Management.
        </Notice>
      ) : null}
      {orders.length > 0 ? <PickList orders={orders} /> : <NothingToPick />}
    </>
  );
}

function NothingToPick() {
  return (
    <p>
      Nothing to pick.{' '}
      <Link
        to="/admin/orders?tab=tomorrow&sort=pickup"
        className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
      >
        Tomorrow’s orders
      </Link>
    </p>
  );
}
