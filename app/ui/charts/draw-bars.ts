/** Turns figures over days or categories into a bar drawing. */
import { scaleBand } from 'd3-scale';
import { describe, type FormatValue, formatPlain, round, tableOf, valueAxis, xLabels } from './axis.ts';
import type { BarsDrawing, ChartPoint, ChartTable } from './drawing.ts';

export type BarsInput = {
  title: string;
  points: readonly ChartPoint[];
  /** The headings of the table's two columns. */
  head?: readonly [string, string];
  format?: FormatValue;
  /** The caller's own table, when it has more than the chart shows. */
  table?: ChartTable;
};

/** Labels must be unique. Values below zero hang from the zero line. */
export function drawBars({
  title,
  points,
  head = ['', title],
  format = formatPlain,
  table,
}: BarsInput): BarsDrawing {
  const band = scaleBand<number>()
    .domain(points.map((_, index) => index))
    .range([0, 100])
    .paddingInner(0.3)
    .paddingOuter(0.15);
  const { y, ticks } = valueAxis(
    points.map(({ value }) => value),
    format,
  );
  const left = (index: number) => band(index) ?? 0;
  return {
    title,
    description: describe(points, format),
    table: table ?? tableOf(points, head, format),
    bars: points.map(({ label, value }, index) => ({
      x: round(left(index)),
      width: round(band.bandwidth()),
      y: Math.min(y(value), y(0)),
      height: round(Math.abs(y(value) - y(0))),
      words: `${label}: ${format(value)}`,
    })),
    ticks,
    labels: xLabels(
      points.map(({ label }) => label),
      points.map((_, index) => round(left(index) + band.bandwidth() / 2)),
      false,
    ),
    isEmpty: points.every(({ value }) => value === 0),
  };
}
