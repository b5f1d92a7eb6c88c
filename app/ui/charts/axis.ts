/** Axes and words that the kinds of charts share. Uses d3, so only loaders and drawings import it. */
import { scaleLinear } from 'd3-scale';
import { type ChartPoint, type ChartTable, PLOT_HEIGHT, type Tick, type XLabel } from './drawing.ts';

export type FormatValue = (value: number) => string;
const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
export const formatPlain: FormatValue = (value) => plain.format(value);

const TICKS = 4;
/** Labels that fit side by side below a chart, by its likely width. */
const LABELS_ON_DESKS = 8;
const LABELS_ON_PHONES = 4;

/** The value axis from zero (or below) to a round number above the largest value, and the height of each value. */
export function valueAxis(values: readonly number[], format: FormatValue) {
  const scale = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(0, ...values) || 1])
    .nice(TICKS)
    .range([PLOT_HEIGHT, 0]);
  // Between 0 and 1 of something that is counted there is nothing.
  const countsOnly = values.every(Number.isInteger);
  // Where there is nothing, a scale of anything would be made up.
  const isEmpty = values.every((value) => value === 0);
  const ticks: Tick[] = (isEmpty ? [0] : scale.ticks(TICKS))
    .filter((value) => !countsOnly || Number.isInteger(value))
    .map((value) => ({ y: round(scale(value)), label: format(value) }));
  return { y: (value: number) => round(scale(value)), ticks };
}

/** Which labels are shown below a plot of `positions`, in per cent: evenly spread, the first and the last among them. */
export function xLabels(labels: readonly string[], positions: readonly number[], edges: boolean): XLabel[] {
  const shown = spread(labels.length, LABELS_ON_DESKS);
  const onPhones = new Set(spread(labels.length, LABELS_ON_PHONES).map((at) => nearest(shown, at)));
  return shown.map((at) => ({
    x: positions[at] ?? 0,
    label: labels[at] ?? '',
    anchor: edges && labels.length > 1 ? anchorAt(at, labels.length) : 'middle',
    onPhones: onPhones.has(at),
  }));
}

function anchorAt(at: number, count: number): XLabel['anchor'] {
  if (at === 0) return 'start';
  return at === count - 1 ? 'end' : 'middle';
}

/** At most `most` indexes of `count`, evenly spread from the first to the last. */
function spread(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  const step = (count - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => Math.round(index * step));
}

function nearest(from: readonly number[], to: number): number {
  return from.reduce((best, each) => (Math.abs(each - to) < Math.abs(best - to) ? each : best), from[0] ?? 0);
}

/** A hundredth of a pixel is nothing to see, and long numbers are many bytes. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The table of one series; other columns stand beside the value where the caller has them. */
export function tableOf(
  points: readonly ChartPoint[],
  head: readonly [string, string],
  format: FormatValue,
): ChartTable {
  return { head, rows: points.map(({ label, value }) => [label, format(value)]), ...linksOf(points) };
}

/** Where the rows of a table of these points lead, if any does. */
export function linksOf(points: readonly ChartPoint[]): Pick<ChartTable, 'links'> {
  return points.some(({ to }) => to) ? { links: points.map(({ to }) => to) } : {};
}

/** A sentence about the largest and the sum; about nothing when there is nothing. */
export function describe(points: readonly ChartPoint[], format: FormatValue): string {
  const largest = points.reduce<ChartPoint | null>(
    (best, point) => (best === null || point.value > best.value ? point : best),
    null,
  );
  if (largest === null || points.every(({ value }) => value === 0)) return 'Nothing in this range.';
  const sum = points.reduce((total, { value }) => total + value, 0);
  return `${format(sum)} in all; the most is ${format(largest.value)}, ${largest.label}.`;
}
