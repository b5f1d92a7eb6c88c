/** /admin/settings/exceptions: days that differ from their weekday, on a calendar; one day at a time is edited. */
import { Link } from 'react-router';
import { requirePermission } from '#features/identity/guards.server.ts';
import { readOrdersOutsideHours } from '#features/orders/outside-hours-queries.server.ts';
import { OutsideHoursNotice } from '#features/orders/ui/outside-hours.tsx';
import {
  EXCEPTION_PREFIX,
  exceptionSection,
  exceptionWords,
  LONGEST_NOTE,
} from '#features/pickup/exceptions-section.ts';
import { calendarMonth, monthOf } from '#features/pickup/hours-calendar.ts';
import { MonthCalendar } from '#features/pickup/ui/month-calendar.tsx';
import { SpanRows } from '#features/pickup/ui/span-rows.tsx';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { SectionForm } from '#features/settings/ui/section-page.tsx';
import { formatDate, parseDate } from '#kernel/time.ts';
import { requestForm } from '#platform/request-body.ts';
import { answerSection, loadSection } from '#shell/settings-page.server.ts';
import { Field, SelectField } from '#ui/field.tsx';
import type { Route } from './+types/settings-exceptions';

const PATH = '/admin/settings/exceptions';

/** The day of the address; today where it names none. */
async function dayOf(request: Request) {
  const asked = new URL(request.url).searchParams;
  const { today, zone } = await storeClock();
  const month = monthOf(asked.get('month'), today);
  const date = parseDate(asked.get('day') ?? '') ?? today;
  return { date, month, today, zone };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { date, month, today, zone } = await dayOf(request);
  const [section, { pickup }, outside] = await Promise.all([
    loadSection(actor, request, exceptionSection(date)),
    readSettings(),
    readOrdersOutsideHours(actor),
  ]);
  const listed = pickup.exceptions
    .map((each) => ({ date: each.date, label: labelOf(each.date), words: exceptionWords(each) }))
    .toSorted((one, other) => one.date.localeCompare(other.date));
  const now = today.toString();
  return {
    ...section,
    outside,
    chosen: { date: date.toString(), label: formatDate(date) },
    calendar: calendarMonth(month, pickup, { today, zone }),
    coming: listed.filter((each) => each.date >= now),
    over: listed.filter((each) => each.date < now).reverse(),
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
  // The day that the form showed, whatever day it is by now; a version of the history is of no single day.
  const date = form.get('intent') === 'restore' ? asked : parseDate(String(form.get('day') ?? ''));
  if (!date) throw new Response(null, { status: 400 });
  const back = `${PATH}?month=${month}&day=${date}`;
  return answerSection(actor, exceptionSection(date), form, back);
}

/** Also after a refusal: what somebody else saved is what the next save is compared with. */
export const shouldRevalidate = () => true;

export default function SettingsExceptions({ loaderData, actionData }: Route.ComponentProps) {
  const { calendar, chosen, coming, over, outside, ...section } = loaderData;
  return (
    <>
      <MonthCalendar calendar={calendar} chosen={chosen.date} path={PATH} />
      <div className="mt-6">
        <OutsideHoursNotice outside={outside} />
      </div>
      <h2 id="day" className="mt-8 mb-4 scroll-mt-6 text-xl">
        {chosen.label}
      </h2>
      <SectionForm
        key={chosen.date}
        {...section}
        answer={actionData}
        below={<Listed coming={coming} over={over} />}
      >
        {(texts) => (
          <>
            <input type="hidden" name="day" value={chosen.date} />
            <SelectField
              name="kind"
              label="This day is"
              defaultValue={texts.values.kind}
              errors={texts.errors.kind}
              className="max-w-md"
            >
              <option value="weekly">Usual weekly hours</option>
              <option value="closed">Closed</option>
              <option value="other">Open at other hours</option>
            </SelectField>
            <fieldset>
              <legend className="mb-2 text-sm font-medium">Other hours</legend>
              <SpanRows prefix={EXCEPTION_PREFIX} day={chosen.label} {...texts} />
            </fieldset>
            <Field
              name="note"
              label="Note"
              hint="Such as Thanksgiving. Staff read it here."
              maxLength={LONGEST_NOTE}
              autoComplete="off"
              defaultValue={texts.values.note}
              errors={texts.errors.note}
              className="max-w-md"
            />
          </>
        )}
      </SectionForm>
    </>
  );
}

type ListedDay = { date: string; label: string; words: string };

function Listed({ coming, over }: { coming: readonly ListedDay[]; over: readonly ListedDay[] }) {
  return (
    <section aria-labelledby="coming" className="mt-10">
      <h2 id="coming" className="text-xl">
        Days to come
      </h2>
      {coming.length > 0 ? (
        <Days days={coming} />
      ) : (
        <p className="mt-2 text-ink-soft">No special hours ahead.</p>
      )}
      {over.length > 0 ? (
        <details className="mt-4">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-spruce-700 underline underline-offset-4">
            {over.length === 1 ? 'One day that is over' : `${over.length} days that are over`}
          </summary>
          <Days days={over} />
        </details>
      ) : null}
    </section>
  );
}

function Days({ days }: { days: readonly ListedDay[] }) {
  return (
    <ul className="mt-2">
      {days.map(({ date, label, words }) => (
        <li key={date}>
          <Link
            to={`${PATH}?month=${date.slice(0, 7)}&day=${date}#day`}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            <span className="figures">{label}</span>
          </Link>
          : {words}
        </li>
      ))}
    </ul>
  );
}
