/** Finds the busiest day of a shop, and plans how it is played. */
import { formatDate, formatTime, formatWeekday, instantOf, storeDate } from '#kernel/time.ts';

/** An hour and its reservations. Hours are of UTC, so an hour that the store's clock shows twice is two. */
export type HourOfOrders = { at: Date; orders: number };

/** The store-local day with the most reservations, of equals the last; null without hours. @param hours in order. */
export function busiestDay(
  hours: readonly HourOfOrders[],
  zone: string,
): { day: string; hours: readonly HourOfOrders[] } | null {
  const days = Map.groupBy(hours, ({ at }) => storeDate(instantOf(at), zone).toString());
  const ordersOf = (day: readonly HourOfOrders[]) => day.reduce((sum, { orders }) => sum + orders, 0);
  let busiest: HourOfOrders[] | null = null;
  for (const day of days.values()) if (ordersOf(day) >= ordersOf(busiest ?? [])) busiest = day;
  if (!busiest?.[0]) return null;
  const date = storeDate(instantOf(busiest[0].at), zone);
  return { day: `${formatWeekday(date)}, ${formatDate(date)}`, hours: busiest };
}

/** An hour as it is played: shortened, at its own pace. */
export type PlannedHour = { label: string; ordersThen: number; ordersPerSecond: number; seconds: number };

/** Divides the minutes among the hours, each `times` as busy as it was. @param fewest reservations in every hour. */
export function planDay(
  hours: readonly HourOfOrders[],
  { times, minutes, fewest, zone }: { times: number; minutes: number; fewest: number; zone: string },
): PlannedHour[] {
  const seconds = (minutes * 60) / hours.length;
  return hours.map(({ at, orders }) => ({
    label: formatTime(instantOf(at), zone),
    ordersThen: orders,
    ordersPerSecond: Math.max((orders * times) / 3600, fewest / seconds),
    seconds,
  }));
}
