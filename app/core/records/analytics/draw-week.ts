/**
 * Draws the hours of the week: how many orders an hour has on each weekday, on average. For loaders, as
 * `draw-report.ts`.
 */
import type { StoreClock } from '#core/ground/settings/store-clock.server.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';
import { weekdayName } from '#kernel/time.ts';
import { drawHeat } from '#ui/charts/draw-heat.ts';
import { hourLabel } from './draw-revenue.ts';
import { type DayRange, lengthOf } from './range.ts';
import type { SalesOfDays } from './sales-queries.server.ts';

/** ISO weekdays from Sunday on, as weeks begin here. */
const WEEK = [7, 1, 2, 3, 4, 5, 6];
const HOURS = 24;

/**
 * Hours before the first order and after the last are left out. An hour that is to come today is not counted; one that
 * clocks skip counts as one without orders, and both passes of a repeated one are the same hour.
 */
export function drawWeek(sales: SalesOfDays, days: DayRange, clock: StoreClock) {
  const saleAt = (weekday: number, hour: number) => sales.byHourOfWeek.get(`${weekday} ${hour}`);
  const open = Array.from({ length: HOURS }, (_, hour) => hour).filter((hour) =>
    WEEK.some((weekday) => (saleAt(weekday, hour)?.orders ?? 0) > 0),
  );
  const [first = 0, last = -1] = [open[0], open.at(-1)];
  const hours = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const cells = hours.flatMap((hour) =>
    WEEK.map((weekday) => {
      const { orders = 0, revenue = 0 } = saleAt(weekday, hour) ?? {};
      const times = timesOf(weekday, hour, days, clock);
      return { weekday, hour, orders, revenue, times, mean: times === 0 ? 0 : Math.max(0, orders) / times };
    }),
  );
  const title = 'Orders an hour, by hours of the week';
  return drawHeat({
    title,
    corner: 'Hour',
    columns: WEEK.map(weekdayName).map((name) => ({ short: name.slice(0, 3), name })),
    rows: hours.map((hour) => ({
      label: hourLabel(hour),
      values: cells
        .filter((cell) => cell.hour === hour)
        .map(({ mean, times }) => (times === 0 ? null : mean)),
    })),
    format: mean,
    table: {
      head: ['Hour', 'Days', 'Orders', 'Orders an hour', 'Revenue'],
      rows: WEEK.flatMap((weekday) =>
        cells
          .filter((cell) => cell.weekday === weekday && cell.orders !== 0)
          .map((cell) => [
            `${weekdayName(weekday)} ${hourLabel(cell.hour)}`,
            formatNumber(cell.times),
            formatNumber(cell.orders),
            mean(cell.mean),
            formatCents(cents(cell.revenue)),
          ]),
      ),
    },
  });
}

/** '0.4', '12' */
function mean(value: number): string {
  if (value === 0) return '';
  if (value < 0.05) return '<0.1';
  return value < 9.95 ? value.toFixed(1) : formatNumber(Math.round(value));
}

/** How often the range has had this hour of the week. */
function timesOf(weekday: number, hour: number, days: DayRange, { now, today, zone }: StoreClock): number {
  const length = lengthOf(days);
  const ahead = (weekday - days.from.dayOfWeek + 7) % 7;
  const times = ahead >= length ? 0 : Math.floor((length - 1 - ahead) / 7) + 1;
  const isToCome =
    days.to.equals(today) && today.dayOfWeek === weekday && hour > now.toZonedDateTimeISO(zone).hour;
  return isToCome ? times - 1 : times;
}
