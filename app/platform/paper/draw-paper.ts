/** Renders papers as PDFs with pdfkit. Runs only in the process for papers (`drawing-process`). */
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import {
  type About,
  type Cell,
  FOOT,
  fonts,
  INK,
  type Look,
  MARGIN,
  PAGE,
  PAGES,
  type Step,
  WRITTEN_WIDTH,
} from './paper.ts';
import { printable } from './printable.ts';

const LINE = '#d8d5cb';

/** The widest letter in our fonts, relative to the font size; '—' and '…' are the widest. */
const WIDEST_LETTER = 1.1;

const here = createRequire(import.meta.url);

/** Returns the bytes. For the foot see `Paper`. */
export async function drawPaper(
  about: About,
  steps: readonly Step[],
  foot: readonly Cell[][],
): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en-US',
    info: { Title: printable(about.title), Author: printable(about.author), CreationDate: about.at },
  });
  const bytes = collect(pdf);
  for (const name of fonts) pdf.registerFont(name, here.resolve(`#platform/paper/fonts/${name}.ttf`));
  const bottom = pdf.page.height - MARGIN - FOOT;
  let y = MARGIN;

  const dress = ({ size = 10, font = 'text', color = INK }: Look) =>
    pdf.font(font).fontSize(size).fillColor(color);
  const lineHeights = new Map<string, number>();
  const heightOf = (cell: Cell) => {
    const { text, width: room, size = 10, font = 'text' } = cell;
    const measure = (words: string) => dress(cell).heightOfString(words, { width: room, lineGap: 2 });
    // Layout takes most of the time, so text that fits on one line in any case is not laid out twice.
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
  const row = (cells: readonly Cell[], gap: number) => {
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
      .lineTo(MARGIN + WRITTEN_WIDTH, at)
      .stroke();

  for (const step of steps) {
    if (step.kind === 'row') row(step.cells, step.gap);
    else if (step.kind === 'space') y += step.points;
    else if (step.kind === 'room') room(step.points);
    else {
      room(8);
      line(y);
      y += 7;
    }
  }
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    let top = bottom + 14;
    line(top - 6);
    for (const cells of foot) {
      const numbered = cells.map((cell) => ({ ...cell, text: withNumbers(cell.text, page + 1, count) }));
      draw(numbered, top);
      top += Math.max(...numbered.map(heightOf)) + 1;
    }
  }
  pdf.end();
  return bytes;
}

const withNumbers = (text: string, page: number, count: number) =>
  text.replaceAll(PAGE, String(page)).replaceAll(PAGES, String(count));

/** The bytes, once the document has ended. */
export function collect(pdf: PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    pdf.on('data', (piece) => pieces.push(piece));
    pdf.on('end', () => resolve(Buffer.concat(pieces)));
    pdf.on('error', reject);
  });
}
