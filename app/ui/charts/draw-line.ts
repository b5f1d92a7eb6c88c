/** Turns figures over days into a line drawing with the area below it filled, and figures before them into a second line. */
import { area, curveMonotoneX, line } from 'd3-shape';
import { describe, type FormatValue, formatPlain, round, tableOf, valueAxis, xLabels } from './axis.ts';
import { type ChartPoint, type ChartTable, LINE_WIDTH, type LineDrawing, type LineNames } from './drawing.ts';

/** A point of two lines; null where a line has ended. */
export type LinePoint = Omit<ChartPoint, 'value'> & { value: number | null; before?: number | null };

export type LineInput = {
  title: string;
  /** In order and evenly spaced, such as one per day. */
  points: readonly LinePoint[];
  head?: readonly [string, string];
  format?: FormatValue;
  /** The caller's own table, which has the figures before, if there are any. */
  table?: ChartTable;
  /** Needed where points have a `before`. */
  names?: LineNames;
};

export function drawLine({
  title,
  points,
  head = ['Day', title],
  format = formatPlain,
  table,
  names,
}: LineInput): LineDrawing {
  const shown = pointsOf(points, ({ value }) => value);
  const before = pointsOf(points, (point) => point.before);
  const values = [...shown, ...before].map(({ value }) => value);
  const { y, ticks } = valueAxis(values, format);
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
  const description = describe(shown, format);
  const sumBefore = before.reduce((sum, { value }) => sum + value, 0);
  return {
    title,
    description: names
      ? `${names.line}: ${description} ${names.before}: ${format(sumBefore)} in all.`
      : description,
    table: table ?? tableOf(shown, head, format),
    line: shape(shown) ?? '',
    area: filled(shown) ?? '',
    before: shape(before) ?? '',
    ...(names ? { names } : {}),
    dots: points.map((point, index) => {
      const from = Math.max(0, x(index) - half);
      const to = Math.min(100, x(index) + half);
      return {
        x: x(index),
        ...(point.value === null ? {} : { y: y(point.value) }),
        from: round(from),
        width: round(to - from),
        words: wordsOf(point, format),
      };
    }),
    ticks,
    labels: xLabels(
      points.map(({ label }) => label),
      points.map((_, index) => x(index)),
      true,
    ),
    isEmpty: values.every((value) => value === 0),
  };
}

/** The points that a line has: each line ends once. */
function pointsOf(points: readonly LinePoint[], pick: (point: LinePoint) => number | null | undefined) {
  return points.flatMap((point): ChartPoint[] => {
    const value = pick(point);
    return value === null || value === undefined ? [] : [{ label: point.label, value }];
  });
}

/** 'Nov 5: 12', 'Nov 5: 12, before: 9'. */
function wordsOf({ label, value, before }: LinePoint, format: FormatValue): string {
  const parts = [
    value === null ? null : `${label}: ${format(value)}`,
    before === null || before === undefined ? null : `before: ${format(before)}`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}
