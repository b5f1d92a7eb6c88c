/** Figures of stock in words. */
import { formatNumber } from '#kernel/number.ts';
import { percent } from './figures.ts';

/** '42%', '100%'; '' where nothing was there. */
export function sellThroughText(part: number | null): string {
  return part === null ? '' : percent(Math.round(part * 100) / 100);
}

/** A year and more is of no use as a number. */
const LONG = 365;

/** '0', 'under 1', '12', 'over a year'; 'not sold' without a pace. */
export function daysLeftText(days: number | null): string {
  if (days === null) return 'not sold';
  if (days === 0) return '0';
  if (days < 1) return 'under 1';
  return days > LONG ? 'over a year' : formatNumber(Math.floor(days));
}
