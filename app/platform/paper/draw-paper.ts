/** Renders papers as PDFs with pdfkit. Runs only in the process for papers (`drawing-process`). */
import PDFDocument from 'pdfkit';
import { type About, type Cell, FOOT, MARGIN, PAGE, PAGES, type Step, WRITTEN_WIDTH } from './paper.ts';
import { openTags, type RowTags } from './paper-tags.ts';
import { type Laid, layOut, writeLines } from './write-text.ts';

const LINE = '#d8d5cb';

/** Returns the bytes. For the foot see `Paper`. */
export async function drawPaper(
  about: About,
  steps: readonly Step[],
  foot: readonly Cell[][],
): Promise<Uint8Array> {
  const pdf = openPdf(about, { size: 'LETTER', margin: MARGIN, bufferPages: true });
  const bytes = collect(pdf);
  const tags = openTags(pdf);
  const bottom = pdf.page.height - MARGIN - FOOT;
  let y = MARGIN;

  const room = (points: number) => {
    if (y + points <= bottom) return;
    pdf.addPage();
    y = MARGIN;
  };
  const row = (cells: readonly Cell[], gap: number, tagged: RowTags) => {
    let laid = cells.map((cell) => laidOut(pdf, cell));
    // A text longer than a page goes on to the next one.
    while (heightOf(laid) > bottom - MARGIN) {
      room(Math.max(...laid.map(({ lineHeight }) => lineHeight)));
      const left = bottom - y;
      draw(
        pdf,
        cells,
        laid.map((each) => part(each, 0, linesIn(each, left))),
        y,
        tagged,
      );
      laid = laid.map((each) => part(each, linesIn(each, left)));
      y = bottom;
    }
    room(heightOf(laid));
    draw(pdf, cells, laid, y, tagged);
    y += heightOf(laid) + gap;
  };
  for (const step of steps) {
    if (step.kind === 'row') row(step.cells, step.gap, tags.row(step.tag, step.cells));
    else if (step.kind === 'space') y += step.points;
    else if (step.kind === 'room') room(step.points);
    else {
      room(8);
      line(pdf, y);
      y += 7;
    }
  }
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    let top = bottom + 14;
    line(pdf, top - 6);
    for (const cells of foot) {
      const numbered = cells.map((cell) => ({ ...cell, text: withNumbers(cell.text, page + 1, count) }));
      const laid = numbered.map((cell) => laidOut(pdf, cell));
      draw(pdf, numbered, laid, top, tags.foot(page));
      top += heightOf(laid) + 1;
    }
  }
  pdf.end();
  return bytes;
}

/** Starts a document whose language and title a reader finds in it. */
export function openPdf(
  { title, author, at }: About,
  sheet: Pick<
    ConstructorParameters<typeof PDFDocument>[0],
    'size' | 'margin' | 'bufferPages' | 'autoFirstPage'
  >,
): PDFDocument {
  return new PDFDocument({
    ...sheet,
    pdfVersion: '1.7',
    lang: 'en-US',
    tagged: true,
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: at },
  });
}

const laidOut = (pdf: PDFDocument, cell: Cell): Laid =>
  layOut(pdf, cell.text, cell, { room: cell.width - (cell.inset ?? 0) });

/** Of the tallest cell, in points. */
const heightOf = (laid: readonly Laid[]): number => Math.max(...laid.map(({ height }) => height));

const linesIn = ({ lineHeight }: Laid, height: number): number => Math.floor(height / lineHeight);

function part(laid: Laid, from: number, to?: number): Laid {
  const lines = laid.lines.slice(from, to);
  return { ...laid, lines, height: lines.length * laid.lineHeight };
}

function draw(
  pdf: PDFDocument,
  cells: readonly Cell[],
  laid: readonly Laid[],
  top: number,
  tagged: RowTags,
): void {
  let left = MARGIN;
  for (const [index, { text, width, align, inset = 0 }] of cells.entries()) {
    const lines = laid[index];
    const at = { left, top, room: width - inset, align };
    tagged(index, lines && text !== '' ? () => writeLines(pdf, lines, at) : null);
    left += width;
  }
}

function line(pdf: PDFDocument, at: number): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf
    .strokeColor(LINE)
    .lineWidth(0.7)
    .moveTo(MARGIN, at)
    .lineTo(MARGIN + WRITTEN_WIDTH, at)
    .stroke();
  pdf.endMarkedContent();
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
