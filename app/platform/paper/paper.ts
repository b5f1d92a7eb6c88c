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

export const fonts = ['text', 'strong', 'display'] as const;

export type About = { title: string; author: string; at: Date };
export type Look = { size?: number; font?: (typeof fonts)[number]; color?: string };
/** `width` in points; cells are next to each other in the given order, from the left edge. */
export type Cell = Look & { text: string; width: number; align?: 'left' | 'right' };

/** `gap` and `points` in points. */
export type Step =
  | { kind: 'row'; cells: readonly Cell[]; gap: number }
  | { kind: 'rule' }
  | { kind: 'space'; points: number }
  | { kind: 'room'; points: number };
