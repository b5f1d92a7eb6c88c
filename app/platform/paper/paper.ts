/** The content of a paper, as passed from its writer to the process that renders it. */

/**
 * In points, 72 to an inch: letter paper, its margin, and the height reserved at the bottom of every page for its foot.
 */
const PAGE_WIDTH = 612;
export const MARGIN = 54;
export const FOOT = 60;
export const WRITTEN_WIDTH = PAGE_WIDTH - 2 * MARGIN;

export const SPRUCE = '#24503b';
export const INK = '#1e2a24';
export const SOFT = '#4f5b54';

/** Placeholders in a foot's texts: the page number and the page count. No font has letters for them. */
export const PAGE = '\u{e000}';
export const PAGES = '\u{e001}';

export type About = { title: string; author: string; at: Date };
export type Look = { size?: number; font?: 'text' | 'strong' | 'display'; color?: string };
/**
 * `width` in points; cells are next to each other in the given order, from the left edge. `inset`: points at the right
 * end of a cell that stay empty.
 */
export type Cell = Look & { text: string; width: number; align?: 'left' | 'right'; inset?: number };

/**
 * What a row is to a screen reader, by its tag (ISO 32000-1, 14.8.4): headings, a paragraph, a row of a table, or the row
 * that names a table's columns. Rows of a table follow each other; a heading or a paragraph ends the table.
 */
export type RowTag = 'H1' | 'H2' | 'P' | 'TR' | 'TH';

/** `gap` and `points` in points. */
export type Step =
  | { kind: 'row'; tag: RowTag; cells: readonly Cell[]; gap: number }
  | { kind: 'rule' }
  | { kind: 'space'; points: number }
  | { kind: 'room'; points: number };
