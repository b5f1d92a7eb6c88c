/**
 * Types and sizes that all charts share. A chart has two halves: a pure function turns figures into a drawing (plain
 * numbers and text, made in the loader, so that d3 is never sent to a browser), and a component renders it:
 *
 *     // loader
 *     return { orders: drawBars({ title: 'Orders', points: days.map(({ date, orders }) => ({ label: date, value: orders })) }) };
 *     // page
 *     <BarChart drawing={loaderData.orders} />
 *
 * Everything is server-rendered SVG: it works without scripts, prints, and comes with its figures as a table. Text
 * never scales: widths are in percent, heights and font sizes in pixels, at every screen width.
 */
/** One value and its label, such as a day or a category; `to` links to the page behind it. */
export type ChartPoint = { label: string; value: number; to?: string };

/** The figures as text, for the table behind a chart; the first column is the row heading. */
export type ChartTable = {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Where each row heading links to. */
  links?: readonly (string | undefined)[];
};

export type ChartWords = {
  title: string;
  /** A one-sentence summary for people who do not see the chart. */
  description: string;
  table: ChartTable;
};

/** A tick of the value axis: its height in pixels from the top of the plot, and its label. */
export type Tick = { y: number; label: string };
/** A label below the plot: its position in percent of the width, and whether it fits on a phone. */
export type XLabel = { x: number; label: string; anchor: 'start' | 'middle' | 'end'; onPhones: boolean };

/** Height of the plots, in pixels. */
export const PLOT_HEIGHT = 180;
/** Width of the box a line is drawn in; it stretches to the width of the plot. */
export const LINE_WIDTH = 1000;
/** A pie's box is a square with sides of this length, centered on 0, 0. */
export const SLICES_SIDE = 200;
/** As many slices as there are colors; smaller ones are grouped. */
export const MOST_SLICES = 12;

/** `x` and `width` in percent of the plot, `y` and `height` in pixels; `words` show on hover. */
export type Bar = { x: number; width: number; y: number; height: number; words: string };

export type BarsDrawing = ChartWords & {
  bars: readonly Bar[];
  ticks: readonly Tick[];
  labels: readonly XLabel[];
  isEmpty: boolean;
};

/** The names of a line and of the one before it, which is dotted. */
export type LineNames = { line: string; before: string };

export type LineDrawing = ChartWords & {
  /** Paths in a box of LINE_WIDTH × PLOT_HEIGHT. */
  line: string;
  area: string;
  /** What the line is compared with; '' if with nothing. */
  before: string;
  names?: LineNames;
  /** `x`, and `from` and `width` of its hover strip, in percent; `y` in pixels, absent where the line has ended. */
  dots: readonly { x: number; y?: number; from: number; width: number; words: string }[];
  ticks: readonly Tick[];
  labels: readonly XLabel[];
  isEmpty: boolean;
};

export type Slice = { label: string; path: string; share: string; value: string; to?: string };
export type SlicesDrawing = ChartWords & { slices: readonly Slice[]; isEmpty: boolean };

/** `shade` from 0 (nothing) to 4 (the most). */
export type HeatDrawing = ChartWords & {
  corner: string;
  columns: readonly { short: string; name: string }[];
  rows: readonly { label: string; cells: readonly { text: string; shade: number }[] }[];
  isEmpty: boolean;
};
