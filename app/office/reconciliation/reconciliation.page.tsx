/** The three-way close of a day: shelf, ledger and the state's file side by side, and the day closed by an admin. */
import { Form } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readDay } from '#core/goods/reconciliation/day-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { newId } from '#kernel/ids.ts';
import { formatDate, parseDate } from '#kernel/time.ts';
import { pageOf } from '#office/kit/read-list.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Download } from '#ui/icons.ts';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/reconciliation.page';
import { answerDayClosing } from './answer-day-closing.server.ts';
import { DayClosing } from './day-closing.tsx';
import { DayTable } from './day-table.tsx';
import { presentDay } from './present-day.ts';
import { StateFilePanel } from './state-file-panel.tsx';

/** The day of the address, today without one; a day to come or no day leads to none. */
async function dayOf(request: Request) {
  const { today, zone } = await storeClock();
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get('day');
  const day = asked === null || asked === '' ? today : parseDate(asked);
  if (!day || day.since(today).sign > 0) throw new Response(null, { status: 404 });
  return { day, today, zone, searchParams };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const { day, today, zone, searchParams } = await dayOf(request);
  const found = await readDay(actor, day, zone);
  if (!found) throw new Response(null, { status: 403 });
  const view = searchParams.get('view') === 'all' ? 'all' : 'differences';
  return {
    ...{ day: day.toString(), label: formatDate(day), today: today.toString(), view },
    shown: presentDay(found, zone, { view, page: pageOf(searchParams) }),
    keys: { closing: newId<string>(), file: newId<string>() },
  };
}

export const shouldRevalidate = () => true;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const { day } = await dayOf(request);
  return answerDayClosing(actor, day, await requestForm(request));
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Reconciliation, ${loaderData?.label ?? 'a day'} · Admin` },
];

export default function Reconciliation({ loaderData, actionData }: Route.ComponentProps) {
  const { day, label, today, view, shown, keys } = loaderData;
  const refusal = useAnswer(actionData);
  useLive(['inventory', 'orders'], { paused: day !== today });
  return (
    <>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <div className="flex flex-wrap items-center gap-x-4">
          <h1 className="text-2xl">Reconciliation, {label}</h1>
          {shown.closings.length > 0 ? (
            <a href="#closing" className="inline-flex min-h-11 items-center">
              <StatusBadge tone="green">Closed</StatusBadge>
            </a>
          ) : null}
        </div>
        <a
          href={`/admin/reconciliation/export?day=${day}`}
          className={buttonClass('secondary', 'small', 'min-h-11 print:hidden')}
        >
          <Download aria-hidden="true" className="size-4" /> Export CSV
        </a>
      </div>
      <Form method="get" className="mb-6 flex flex-wrap items-end gap-3 print:hidden" key={day}>
        <Field
          type="date"
          name="day"
          label="Day"
          required
          defaultValue={day}
          max={today}
          className="w-[11rem] max-w-full"
        />
        <Button type="submit" rank="secondary">
          Show
        </Button>
      </Form>
      <StateFilePanel key={keys.file} day={day} formKey={keys.file} shown={shown} />
      <DayTable day={day} view={view} shown={shown} />
      <DayClosing label={label} shown={shown} formKey={keys.closing} refusal={refusal} />
    </>
  );
}
