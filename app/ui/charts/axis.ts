/** Computes the axes and labels that all charts share. Imports d3, so only loaders and drawings may import it. */
import { scaleLinear } from 'd3-scale';
import { type ChartPoint, type ChartTable, PLOT_HEIGHT, type Tick, type XLabel } from './drawing.ts';

export type FormatValue = (value: number) => string;
const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
export const formatPlain: FormatValue = (value) => plain.format(value);

const TICKS = 4;
/** How many labels fit side by side below a chart, at its typical width. */
const LABELS_ON_DESKS = 8;
const LABELS_ON_PHONES = 4;

/** The value axis from zero (or below) to a round number above the largest value, and each value's height. */
export function valueAxis(values: readonly number[], format: FormatValue) {
  const scale = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(0, ...values) || 1])
    .nice(TICKS)
    .range([PLOT_HEIGHT, 0]);
  // Counts are whole numbers: there are no ticks between 0 and 1.
  const countsOnly = values.every(Number.isInteger);
  // Without data, any scale would be invented.
  const isEmpty = values.every((value) => value === 0);
  const ticks: Tick[] = (isEmpty ? [0] : scale.ticks(TICKS))
    .filter((value) => !countsOnly || Number.isInteger(value))
    .map((value) => ({ y: round(scale(value)), label: format(value) }));
  return { y: (value: number) => round(scale(value)), ticks: withoutZeroCents(ticks) };
}

/** '$200', not '$200.00', where no tick has cents. */
function withoutZeroCents(ticks: readonly Tick[]): Tick[] {
  const isWhole = ticks.every(({ label }) => label.endsWith('.00'));
  return ticks.map((tick) => (isWhole ? { ...tick, label: tick.label.slice(0, -'.00'.length) } : tick));
}

/** Which labels to show below a plot of `positions`, in percent: evenly spaced, including the first and the last. */
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

/** At most `most` of `count` indexes, evenly spaced from the first to the last. */
function spread(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  const step = (count - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => Math.round(index * step));
}

function nearest(from: readonly number[], to: number): number {
  return from.reduce((best, each) => (Math.abs(each - to) < Math.abs(best - to) ? each : best), from[0] ?? 0);
}

/** Rounds to a hundredth of a pixel: more digits are invisible and cost bytes. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The table of one series; the caller may add columns beside the value. */
export function tableOf(
  points: readonly ChartPoint[],
  head: readonly [string, string],
  format: FormatValue,
): ChartTable {
  return { head, rows: points.map(({ label, value }) => [label, format(value)]), ...linksOf(points) };
}

/** Where the rows of a table of these points link to, if anywhere. */
export function linksOf(points: readonly ChartPoint[]): Pick<ChartTable, 'links'> {
  return points.some(({ to }) => to) ? { links: points.map(({ to }) => to) } : {};
}

/** A sentence about the largest value and the sum, or one that says there is no data. */
export function describe(points: readonly ChartPoint[], format: FormatValue): string {
  const largest = points.reduce<ChartPoint | null>(
    (best, point) => (best === null || point.value > best.value ? point : best),
    null,
  );
  if (largest === null || points.every(({ value }) => value === 0)) return 'Nothing in this range.';
  const sum = points.reduce((total, { value }) => total + value, 0);
  return `${format(sum)} in all; the most is ${format(largest.value)}, ${largest.label}.`;
}
