/**
 * What charts have in common. A chart comes in two halves: a pure function turns figures into a drawing (plain
 * numbers and text, made in the loader, so that d3 never travels to a browser), a component shows it:
 *
 *     // loader
 *     return { orders: drawBars({ title: 'Orders', points: days.map(({ date, orders }) => ({ label: date, value: orders })) }) };
 *     // page
 *     <BarChart drawing={loaderData.orders} />
 *
 * Everything is SVG from the server: it reads without scripts, prints, and has its figures as a table behind it.
 * Text is never scaled: widths are per cent, heights and letters are pixels, whatever the width of the screen.
 */
/** One figure and what it belongs to: a day, a category; `to` is the page of what is behind it. */
export type ChartPoint = { label: string; value: number; to?: string };

/** The figures as words, for the table behind a chart; the first column is the heading of its row. */
export type ChartTable = {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Where the heading of each row leads. */
  links?: readonly (string | undefined)[];
};

export type ChartWords = {
  title: string;
  /** What the chart says in a sentence, for those who do not see it. */
  description: string;
  table: ChartTable;
};

/** A tick of the value axis: its height in pixels from the top of the plot, and its words. */
export type Tick = { y: number; label: string };
/** A label below the plot: where, in per cent of the width, and whether there is room for it on a phone. */
export type XLabel = { x: number; label: string; anchor: 'start' | 'middle' | 'end'; onPhones: boolean };

/** Height of the plots, in pixels. */
export const PLOT_HEIGHT = 180;
/** Width of the box a line is drawn in; it is stretched to the plot's. */
export const LINE_WIDTH = 1000;
/** A pie's box is a square of this side around its middle. */
export const SLICES_SIDE = 200;
/** As many slices as have a color of their own; what is smaller is put together. */
export const MOST_SLICES = 12;

/** `x` and `width` in per cent of the plot, `y` and `height` in pixels; `words` are shown while one points at it. */
export type Bar = { x: number; width: number; y: number; height: number; words: string };

export type BarsDrawing = ChartWords & {
  bars: readonly Bar[];
  ticks: readonly Tick[];
  labels: readonly XLabel[];
  isEmpty: boolean;
};

export type LineDrawing = ChartWords & {
  /** Paths in a box of LINE_WIDTH × PLOT_HEIGHT. */
  line: string;
  area: string;
  /** `x`, and the `from` and `width` of the strip that belongs to it, in per cent; `y` in pixels. */
  dots: readonly { x: number; y: number; from: number; width: number; words: string }[];
  ticks: readonly Tick[];
  labels: readonly XLabel[];
  isEmpty: boolean;
};

export type Slice = { label: string; path: string; share: string; value: string; to?: string };
export type SlicesDrawing = ChartWords & { slices: readonly Slice[]; isEmpty: boolean };
