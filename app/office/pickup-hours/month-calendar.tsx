/**
 * Renders a month of posted hours: every day links to its form. A word, not only a color, marks days with special
 * hours.
 */
import { Link } from 'react-router';
import type { CalendarDay, CalendarMonth } from './hours-calendar.ts';

const DAYS = [
  ['Sun', 'Sunday'],
  ['Mon', 'Monday'],
  ['Tue', 'Tuesday'],
  ['Wed', 'Wednesday'],
  ['Thu', 'Thursday'],
  ['Fri', 'Friday'],
  ['Sat', 'Saturday'],
] as const;

export function MonthCalendar({
  calendar,
  chosen,
  path,
}: {
  calendar: CalendarMonth;
  /** yyyy-mm-dd of the day whose form is open. */
  chosen: string;
  path: string;
}) {
  const way =
    'inline-flex min-h-11 min-w-11 items-center justify-center rounded-control px-3 text-spruce-700 underline underline-offset-4 hover:bg-spruce-100';
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-xl" aria-live="polite">
          {calendar.title}
        </h2>
        <div className="flex flex-wrap gap-x-1">
          <Link to={`${path}?month=${calendar.before}`} preventScrollReset className={way}>
            Previous<span className="sr-only"> month</span>
          </Link>
          <Link to={`${path}?month=${calendar.after}`} preventScrollReset className={way}>
            Next<span className="sr-only"> month</span>
          </Link>
        </div>
      </div>
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">Posted hours of {calendar.title}</caption>
        <thead>
          <tr>
            {DAYS.map(([short, long]) => (
              <th key={short} scope="col" className="pb-1 text-xs font-medium text-ink-soft">
                <span aria-hidden="true">
                  {short.slice(0, 1)}
                  <span className="max-[16em]:hidden">{short.slice(1)}</span>
                </span>
                <span className="sr-only">{long}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {calendar.weeks.map((week, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: weeks never change order
            <tr key={row}>
              {week.map((day, column) =>
                day ? (
                  <td key={day.date} className="border border-line p-0 align-top">
                    <Day
                      day={day}
                      chosen={chosen}
                      to={`${path}?month=${calendar.month}&day=${day.date}#day`}
                    />
                  </td>
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: empty cells have no other key
                  <td key={column} className="border border-line bg-cream/50" />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Day({ day, chosen, to }: { day: CalendarDay; chosen: string; to: string }) {
  const { label, hours, differs, isClosed, isToday, isPast, clockChanges } = day;
  const look = differs ? (isClosed ? 'bg-clay-100' : 'bg-ochre-100') : 'bg-surface';
  return (
    <Link
      to={to}
      aria-current={day.date === chosen ? 'date' : undefined}
      className={`flex min-h-14 flex-col p-1 hover:bg-spruce-100 max-[16em]:items-center max-[16em]:px-0 aria-[current=date]:inset-ring-2 aria-[current=date]:inset-ring-spruce-700 sm:min-h-20 sm:p-1.5 ${look} ${isPast ? 'text-ink-soft' : ''}`}
    >
      <span className="sr-only">
        {label}
        {isToday ? ', today' : ''}: {hours}
        {clockChanges ? ', the clock changes' : ''}
      </span>
      <span
        aria-hidden="true"
        className={`figures text-sm whitespace-nowrap ${isToday ? 'font-semibold underline' : ''}`}
      >
        {day.number}
      </span>
      <span aria-hidden="true" className="text-[0.6875rem] leading-snug text-ink-soft max-[16em]:hidden">
        {differs || isClosed ? (isClosed ? 'Closed' : 'Special') : null}
        {clockChanges ? <span className="block">Clock</span> : null}
      </span>
    </Link>
  );
}
