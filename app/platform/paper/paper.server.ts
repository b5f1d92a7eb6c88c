/**
 * Letter paper to write on from top to bottom, as a PDF: one factory for everything the shop prints. Text wraps, what
 * does not fit goes to the next page, and every page gets its foot in the end.
 *
 * ```ts
 * const paper = await openPaper({ title: 'Receipt ORD042', author: store.name, at: new Date() });
 * paper.write('Two Branches Farm', { size: 20, font: 'display', color: SPRUCE });
 * paper.row([{ text: 'Kestrel', width: 300 }, { text: '$45.00', width: 80, align: 'right' }]);
 * return paper.finish((page, count) => …);
 * ```
 */
import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';
import { printable } from './printable.ts';

/** Points; 72 to an inch. */
const MARGIN = 54;
/** Kept free at the bottom of every page, for its foot. */
const FOOT = 60;

export const SPRUCE = '#24503b';
const INK = '#1e2a24';
export const SOFT = '#4f5b54';
const LINE = '#d8d5cb';

/** Of the fonts' letters, in parts of the size; '—' and '…' are as wide as letters get. */
const WIDEST_LETTER = 1.1;

const here = createRequire(import.meta.url);
const fonts = ['text', 'strong', 'display'] as const;

type Look = { size?: number; font?: (typeof fonts)[number]; color?: string };
/** `width` in points; cells stand side by side in the order given, from the left edge. */
export type Cell = Look & { text: string; width: number; align?: 'left' | 'right' };

export type Paper = {
  /** Of the part of the page that is written on, in points. */
  readonly width: number;
  write(text: string, look?: Look): void;
  /** Cells side by side, each wrapped in its width, on one page. */
  row(cells: readonly Cell[], gap?: number): void;
  rule(): void;
  /** Empty height. */
  space(points: number): void;
  /** Turns the page when less than so much is left. */
  room(points: number): void;
  /** The bytes. @param foot what stands under each page, counted from 1. */
  finish(foot: (page: number, count: number) => readonly Cell[][]): Promise<Buffer>;
};

export async function openPaper(about: { title: string; author: string; at: Date }): Promise<Paper> {
  // With the first paper: it brings two megabytes of fonts' readers, which a shop that prints nothing does not need.
  const { default: Document } = await import('pdfkit');
  const pdf = new Document({
    size: 'LETTER',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en-US',
    info: { Title: printable(about.title), Author: printable(about.author), CreationDate: about.at },
  });
  const bytes = collect(pdf);
  for (const name of fonts) pdf.registerFont(name, here.resolve(`#platform/paper/fonts/${name}.ttf`));
  const width = pdf.page.width - 2 * MARGIN;
  const bottom = pdf.page.height - MARGIN - FOOT;
  let y = MARGIN;

  const dress = ({ size = 10, font = 'text', color = INK }: Look) =>
    pdf.font(font).fontSize(size).fillColor(color);
  const lineHeights = new Map<string, number>();
  const heightOf = (cell: Cell) => {
    const { text, width: room, size = 10, font = 'text' } = cell;
    const measure = (words: string) => dress(cell).heightOfString(words, { width: room, lineGap: 2 });
    // Laying text out is what takes the time: what is on one line in any case is not laid out twice.
    if (text.length * size * WIDEST_LETTER > room) return measure(printable(text));
    const known = lineHeights.get(`${font} ${size}`) ?? measure('A');
    lineHeights.set(`${font} ${size}`, known);
    return known;
  };
  const draw = (cells: readonly Cell[], top: number) => {
    let left = MARGIN;
    for (const cell of cells) {
      const { text, align = 'left' } = cell;
      if (text !== '') dress(cell).text(printable(text), left, top, { width: cell.width, align, lineGap: 2 });
      left += cell.width;
    }
  };
  const room = (points: number) => {
    if (y + points <= bottom) return;
    pdf.addPage();
    y = MARGIN;
  };
  const row = (cells: readonly Cell[], gap = 4) => {
    const height = Math.max(...cells.map(heightOf));
    room(height);
    draw(cells, y);
    y += height + gap;
  };
  const line = (at: number) =>
    pdf
      .strokeColor(LINE)
      .lineWidth(0.7)
      .moveTo(MARGIN, at)
      .lineTo(MARGIN + width, at)
      .stroke();

  return {
    width,
    write: (text, look = {}) => row([{ ...look, text, width }]),
    row,
    rule: () => {
      room(8);
      line(y);
      y += 7;
    },
    space: (points) => {
      y += points;
    },
    room,
    finish: (foot) => {
      const { count } = pdf.bufferedPageRange();
      for (let page = 0; page < count; page++) {
        pdf.switchToPage(page);
        let top = bottom + 14;
        line(top - 6);
        for (const cells of foot(page + 1, count)) {
          draw(cells, top);
          top += Math.max(...cells.map(heightOf)) + 1;
        }
      }
      pdf.end();
      return bytes;
    },
  };
}

function collect(pdf: PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    pdf.on('data', (piece) => pieces.push(piece));
    pdf.on('end', () => resolve(Buffer.concat(pieces)));
    pdf.on('error', reject);
  });
}
