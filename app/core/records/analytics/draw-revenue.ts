/** Draws revenue over time, with what it is compared with as a dotted line. For loaders, as `draw-report.ts`. */
import type { StoreClock } from '#core/ground/settings/store-clock.server.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';
import { formatDate, type StoreDate } from '#kernel/time.ts';
import { drawLine } from '#ui/charts/draw-line.ts';
import { ordersLink } from './orders-link.ts';
import { type DayRange, daysOf, inWords, lengthOf, type ReportRange } from './range.ts';
import type { Report } from './report-queries.server.ts';
import type { Sale } from './sales-queries.server.ts';

/** More days than the first show as weeks, more than the second as months: a point must be wider than a hair. */
const MOST_DAYS = 100;
const MOST_DAYS_IN_WEEKS = 740;
const HOURS = 24;

type Step = 'hour' | 'day' | 'week' | 'month';
const heads: Record<Step, string> = { hour: 'Hour', day: 'Day', week: 'Week from', month: 'Month from' };

/** One position of the chart. `sale` is null where the range has ended, `before` where what it is compared with has. */
type Point = {
  /** Below the chart; '' for a day that only the compared days have. */
  label: string;
  /** In the table. */
  name: string;
  sale: Sale | null;
  before: Sale | null;
  days?: DayRange;
};

const NONE: Sale = { orders: 0, units: 0, revenue: 0 };
const money = (value: number) => formatCents(cents(Math.round(value)));

/** 'Revenue Over Time' by store day; one day by hour, and a long range by week or month, as its title says. */
export function drawRevenue(report: Report, range: ReportRange, clock: StoreClock) {
  const { days, compared, comparedWith } = range;
  const step = stepOf(days);
  const points = step === 'hour' ? hoursOf(report, range, clock) : daysTogether(report, range, step);
  const before = `${comparedWith.charAt(0).toUpperCase()}${comparedWith.slice(1)} (${inWords(compared)})`;
  const amount = (sale: Sale | null) => (sale ? money(sale.revenue) : '');
  return {
    step,
    drawing: drawLine({
      title: `Revenue Over Time, by ${step}`,
      format: money,
      names: { line: inWords(days), before },
      points: points.map((point) => ({
        label: point.label,
        value: point.sale?.revenue ?? null,
        before: point.before?.revenue ?? null,
      })),
      table: {
        head: [heads[step], 'Orders', 'Revenue', before],
        rows: points.map(({ name, sale, before: earlier }) => [
          name,
          sale ? formatNumber(sale.orders) : '',
          amount(sale),
          amount(earlier),
        ]),
        links: points.map((point) =>
          point.days && point.sale && point.sale.orders > 0 ? ordersLink(point.days) : undefined,
        ),
      },
    }),
  };
}

function stepOf(days: DayRange): Step {
  const count = lengthOf(days);
  if (count === 1) return 'hour';
  if (count <= MOST_DAYS) return 'day';
  return count <= MOST_DAYS_IN_WEEKS ? 'week' : 'month';
}

/** The hours of one day beside those of another, each up to the present one if that day is today. */
function hoursOf(report: Report, range: ReportRange, { now, today, zone }: StoreClock): Point[] {
  const { from: day } = range.days;
  const soFar = now.toZonedDateTimeISO(zone).hour + 1;
  const shown = day.equals(today) ? soFar : HOURS;
  const before = range.comparedUntil || range.compared.to.equals(today) ? soFar : HOURS;
  return Array.from({ length: Math.max(shown, before) }, (_, hour) => ({
    label: hourLabel(hour),
    name: `${hourLabel(hour)}${clockChange(day, hour, zone)}`,
    sale: hour < shown ? (report.sales.byHour.get(String(hour)) ?? NONE) : null,
    before: hour < before ? (report.comparedSales.byHour.get(String(hour)) ?? NONE) : null,
  }));
}

/** '3 PM' */
export function hourLabel(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Says which hour the clocks of this day skip or show twice; '' for any other. */
function clockChange(day: StoreDate, hour: number, zone: string): string {
  const local = day.toPlainDateTime({ hour });
  const first = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (first.hour !== hour) return ' (skipped)';
  return first.equals(local.toZonedDateTime(zone, { disambiguation: 'later' })) ? '' : ' (twice)';
}

/** Days, weeks or months of the range, each beside as many days of what it is compared with, and the days left there. */
function daysTogether(report: Report, range: ReportRange, step: Exclude<Step, 'hour'>): Point[] {
  const earlier = daysOf(range.compared);
  const groups = Map.groupBy(daysOf(range.days), (day) => startOf(day, step).toString()).values();
  const points = Array.from(groups, (group): Point => {
    const [first = range.days.from, last = first] = [group[0], group.at(-1)];
    const before = earlier.splice(0, group.length);
    return {
      label: shortDate(first, step),
      name: formatDate(first),
      sale: salesOn(report.sales.byDay, group),
      before: before.length > 0 ? salesOn(report.comparedSales.byDay, before) : null,
      days: { from: first, to: last },
    };
  });
  const left = earlier.map((day) => ({
    label: '',
    name: `${formatDate(day)} (${range.comparedWith})`,
    sale: null,
    before: salesOn(report.comparedSales.byDay, [day]),
  }));
  return [...points, ...left];
}

function salesOn(byDay: ReadonlyMap<string, Sale>, days: readonly StoreDate[]): Sale {
  return days.reduce((sum, day) => {
    const { orders, units, revenue } = byDay.get(day.toString()) ?? NONE;
    return { orders: sum.orders + orders, units: sum.units + units, revenue: sum.revenue + revenue };
  }, NONE);
}

function startOf(day: StoreDate, step: Exclude<Step, 'hour'>): StoreDate {
  if (step === 'day') return day;
  return step === 'month' ? day.with({ day: 1 }) : day.subtract({ days: day.dayOfWeek % 7 });
}

/** 'Nov 5'; for months 'Nov 2026'. */
function shortDate(date: StoreDate, step: Exclude<Step, 'hour'>): string {
  const [monthAndDay = '', year = ''] = formatDate(date).split(', ');
  return step === 'month' ? `${monthAndDay.split(' ')[0]} ${year}` : monthAndDay;
}
