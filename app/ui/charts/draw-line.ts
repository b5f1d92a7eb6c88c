/** Turns figures over days into a line drawing with the area below it filled. */
import { area, curveMonotoneX, line } from 'd3-shape';
import { describe, type FormatValue, formatPlain, round, tableOf, valueAxis, xLabels } from './axis.ts';
import { type ChartPoint, type ChartTable, LINE_WIDTH, type LineDrawing } from './drawing.ts';

export type LineInput = {
  title: string;
  /** In order and evenly spaced, such as one per day. */
  points: readonly ChartPoint[];
  head?: readonly [string, string];
  format?: FormatValue;
  table?: ChartTable;
};

export function drawLine({
  title,
  points,
  head = ['Day', title],
  format = formatPlain,
  table,
}: LineInput): LineDrawing {
  const { y, ticks } = valueAxis(
    points.map(({ value }) => value),
    format,
  );
  const last = points.length - 1;
  // A single day goes in the middle.
  const x = (index: number) => (last === 0 ? 50 : round((index / last) * 100));
  const at = (_: ChartPoint, index: number) => round((x(index) / 100) * LINE_WIDTH);
  // Monotone: between two days the curve stays within their values, so it never dips below zero.
  const shape = line<ChartPoint>(at, ({ value }) => y(value))
    .curve(curveMonotoneX)
    .digits(2);
  const filled = area<ChartPoint>(at, y(0), ({ value }) => y(value))
    .curve(curveMonotoneX)
    .digits(2);
  const half = last > 0 ? 50 / last : 50;
  return {
    title,
    description: describe(points, format),
    table: table ?? tableOf(points, head, format),
    line: shape(points as ChartPoint[]) ?? '',
    area: filled(points as ChartPoint[]) ?? '',
    dots: points.map(({ label, value }, index) => {
      const from = Math.max(0, x(index) - half);
      const to = Math.min(100, x(index) + half);
      return {
        x: x(index),
        y: y(value),
        from: round(from),
        width: round(to - from),
        words: `${label}: ${format(value)}`,
      };
    }),
    ticks,
    labels: xLabels(
      points.map(({ label }) => label),
      points.map((_, index) => x(index)),
      true,
    ),
    isEmpty: points.every(({ value }) => value === 0),
  };
}
