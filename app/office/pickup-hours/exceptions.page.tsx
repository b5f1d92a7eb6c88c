/** /admin/settings/exceptions: days with special hours, on a calendar; staff edit one day at a time. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { readClosureOfDay } from '#core/sales/closures/closures-queries.server.ts';
import { exceptionWords } from '#core/sales/pickup/exception-words.ts';
import { formatDate, parseDate } from '#kernel/time.ts';
import { OutsideHoursNotice } from '#office/orders/outside-hours.tsx';
import { readOrdersOutsideHours } from '#office/orders/outside-hours-queries.server.ts';
import { ClosureHint } from '#office/pickup-hours/closure-hint.tsx';
import { SectionForm } from '#office/settings/section-view.tsx';
import { answerSection, loadSection } from '#office/settings/settings-page.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { Route } from './+types/exceptions.page';
import { ExceptionFields } from './exception-fields.tsx';
import { exceptionSection } from './exceptions-section.ts';
import { HolidayProposals } from './holiday-proposals.tsx';
import { calendarMonth, monthOf } from './hours-calendar.ts';
import { Listed } from './listed-days.tsx';
import { MonthCalendar } from './month-calendar.tsx';
import { proposeHolidays } from './propose-holidays.ts';

const PATH = '/admin/settings/exceptions';

/** The day in the address; today if there is none. */
async function dayOf(request: Request) {
  const asked = new URL(request.url).searchParams;
  const { today, zone } = await storeClock();
  const date = parseDate(asked.get('day') ?? '') ?? today;
  return { date, month: monthOf(asked.get('month'), today), today, zone };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { date, month, today, zone } = await dayOf(request);
  const [section, { pickup }, outside, closure] = await Promise.all([
    loadSection(actor, request, exceptionSection(date)),
    readSettings(),
    readOrdersOutsideHours(actor),
    readClosureOfDay(actor, date),
  ]);
  const listed = pickup.exceptions
    .map((each) => ({ date: each.date, label: labelOf(each.date), words: exceptionWords(each) }))
    .toSorted((one, other) => one.date.localeCompare(other.date));
  const now = today.toString();
  return {
    ...section,
    outside,
    closure,
    chosen: { date: date.toString(), label: formatDate(date) },
    calendar: calendarMonth(month, pickup, { today, zone }),
    coming: listed.filter((each) => each.date >= now),
    over: listed.filter((each) => each.date < now).reverse(),
    holidays: proposeHolidays(today, pickup),
  };
}

const labelOf = (date: string) => {
  const day = parseDate(date);
  return day ? formatDate(day) : date;
};

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { month, date: asked } = await dayOf(request);
  const form = await requestForm(request);
  // The day the form showed, whatever day it is by now; a restored version has no single day.
  const date = form.get('intent') === 'restore' ? asked : parseDate(String(form.get('day') ?? ''));
  if (!date) throw new Response(null, { status: 400 });
  const back = `${PATH}?month=${month}&day=${date}`;
  return answerSection(actor, exceptionSection(date), form, back);
}

/** Also after a refusal: the next save is compared with what is stored now. */
export const shouldRevalidate = () => true;

export default function SettingsExceptions({ loaderData, actionData }: Route.ComponentProps) {
  const { calendar, chosen, coming, over, outside, closure, holidays, ...section } = loaderData;
  return (
    <>
      <MonthCalendar calendar={calendar} chosen={chosen.date} path={PATH} />
      <HolidayProposals holidays={holidays} version={section.version} path={PATH} />
      <div className="mt-6">
        <OutsideHoursNotice outside={outside} />
      </div>
      <h2 id="day" className="mt-8 mb-4 scroll-mt-6 text-xl">
        {chosen.label}
      </h2>
      {closure === null ? null : <ClosureHint number={closure} />}
      <SectionForm
        key={chosen.date}
        {...section}
        answer={actionData}
        below={<Listed coming={coming} over={over} />}
      >
        {(texts) => <ExceptionFields day={chosen} {...texts} />}
      </SectionForm>
    </>
  );
}
