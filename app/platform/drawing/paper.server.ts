/**
 * Letter paper to write on from top to bottom, as a PDF: one factory for everything the shop prints. Text wraps,
 * overflow goes to the next page, and every page gets its foot at the end. Writing renders nothing: `finish` renders
 * everything in the process for papers (`draw-apart`), because a page takes 100 ms of a core.
 *
 * ```ts
 * const paper = openPaper({ title: 'Receipt ORD042', author: store.name, at: new Date(), mark: null });
 * paper.heading('Two Branches Farm', 1, { size: 20, font: 'display', color: SPRUCE });
 * paper.row([{ text: 'Kestrel', width: 300 }, { text: '$45.00', width: 80, align: 'right' }]);
 * return paper.finish([[{ text: `Page ${PAGE} of ${PAGES}`, width: paper.width }]]);
 * ```
 */
import { type About, type Cell, type Look, type RowTag, type Step, WRITTEN_WIDTH } from '../paper/paper.ts';
import { drawApart } from './draw-apart.ts';

export type Paper = {
  /** The width of the writable area, in points. */
  readonly width: number;
  write(text: string, look?: Look): void;
  /** Writes a title of the paper (1) or of a part (2). */
  heading(text: string, level: 1 | 2, look?: Look): void;
  /** Writes a table's row: cells next to each other, each wrapped in its width, on one page. */
  row(cells: readonly Cell[], gap?: number): void;
  /** Writes the row that names a table's columns. */
  head(cells: readonly Cell[], gap?: number): void;
  rule(): void;
  /** Adds vertical space. */
  space(points: number): void;
  /** Starts a new page if less than this height is left. */
  room(points: number): void;
  /**
   * Returns the bytes.
   * @param foot the rows under each page; `PAGE` and `PAGES` in their texts become the page number and the page count.
   */
  finish(foot: readonly Cell[][]): Promise<Buffer>;
};

/** @param mark the first line in bold, of what must not be taken for the real thing; null for the real thing */
export function openPaper({ mark, ...about }: About & { mark: string | null }): Paper {
  const steps: Step[] = [];
  const row = (tag: RowTag, cells: readonly Cell[], gap = 4) =>
    void steps.push({ kind: 'row', tag, cells, gap });
  const write: Paper['write'] = (text, look = {}) => row('P', [{ ...look, text, width: WRITTEN_WIDTH }]);
  if (mark !== null) write(mark, { font: 'strong' });
  return {
    width: WRITTEN_WIDTH,
    write,
    heading: (text, level, look = {}) => row(`H${level}`, [{ ...look, text, width: WRITTEN_WIDTH }]),
    row: (cells, gap) => row('TR', cells, gap),
    head: (cells, gap) => row('TH', cells, gap),
    rule: () => void steps.push({ kind: 'rule' }),
    space: (points) => void steps.push({ kind: 'space', points }),
    room: (points) => void steps.push({ kind: 'room', points }),
    finish: async (foot) => {
      const bytes = await drawApart('paper', [about, steps, foot]);
      if (bytes === null) throw new Error('the drawing process ended');
      return Buffer.from(bytes);
    },
  };
}
