/** Turns shares of a whole into a pie or ring drawing. */
import { arc, type PieArcDatum, pie } from 'd3-shape';
import { describe, type FormatValue, formatPlain, linksOf } from './axis.ts';
import { type ChartPoint, type ChartTable, MOST_SLICES, SLICES_SIDE, type SlicesDrawing } from './drawing.ts';

const other = (count: number) => `Other (${count})`;

export type SlicesInput = {
  title: string;
  /** A value below zero has no slice and no share; the table shows it unchanged. */
  points: readonly ChartPoint[];
  /** Whether to leave the middle empty, for the total. */
  shape?: 'pie' | 'donut';
  head?: readonly [string, string, string];
  format?: FormatValue;
};

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

/** Largest first. Beyond `MOST_SLICES`, the smallest are grouped as 'Other (3)', which comes last and says how many. */
export function drawSlices({
  title,
  points,
  shape = 'donut',
  head = ['', title, 'Share'],
  format = formatPlain,
}: SlicesInput): SlicesDrawing {
  const sound = points.map((point) => ({ ...point, value: Math.max(0, point.value) }));
  const total = sound.reduce((sum, { value }) => sum + value, 0);
  const shareOf = (value: number) => percent.format(total === 0 ? 0 : value / total);
  const shown = largest(sound);
  const outline = arc<PieArcDatum<ChartPoint>>()
    .innerRadius(shape === 'donut' ? SLICES_SIDE * 0.3 : 0)
    .outerRadius(SLICES_SIDE / 2)
    .digits(2);
  const angles = pie<ChartPoint>()
    .value(({ value }) => value)
    .sort(null)(shown);
  return {
    title,
    description: describe(sound, format),
    table: tableOf(points, head, format, shareOf),
    slices:
      total === 0
        ? []
        : angles.map((angle) => ({
            label: angle.data.label,
            path: outline(angle) ?? '',
            share: shareOf(angle.value),
            value: format(angle.value),
            ...(angle.data.to ? { to: angle.data.to } : {}),
          })),
    isEmpty: total === 0,
  };
}

function largest(points: readonly ChartPoint[]): ChartPoint[] {
  const sorted = points.filter(({ value }) => value > 0).sort((one, other) => other.value - one.value);
  if (sorted.length <= MOST_SLICES) return sorted;
  const rest = sorted.slice(MOST_SLICES - 1);
  const value = rest.reduce((sum, point) => sum + point.value, 0);
  return [...sorted.slice(0, MOST_SLICES - 1), { label: other(rest.length), value }];
}

function tableOf(
  points: readonly ChartPoint[],
  head: readonly string[],
  format: FormatValue,
  shareOf: FormatValue,
): ChartTable {
  const rows = points.map(({ label, value }) => [label, format(value), shareOf(Math.max(0, value))]);
  return { head, rows, ...linksOf(points) };
}
