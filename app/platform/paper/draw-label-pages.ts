/** Renders labels as PDFs with pdfkit. Runs only in the process for papers (`drawing-process`). */
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { encode } from 'uqr';
import { collect } from './draw-paper.ts';
import { LABEL_HEIGHT, LABEL_WIDTH, type Label } from './label.ts';
import { type About, fonts } from './paper.ts';
import { printable } from './printable.ts';

/** Label printers leave the edge white. */
const EDGE = 9;
const QR = 60;
const GAP = 6;
/** The smallest print that a cannabis label may have (docs/law.md, Labels). */
const SMALL = 6;
const BLACK = '#000000';

const here = createRequire(import.meta.url);

/** Returns the bytes, a page for each label; small print that does not fit goes to more pages. */
export async function drawLabelPages(about: About, labels: readonly Label[]): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    size: [LABEL_WIDTH, LABEL_HEIGHT],
    margin: 0,
    bufferPages: false,
    autoFirstPage: false,
    lang: 'en-US',
    info: { Title: printable(about.title), Author: printable(about.author), CreationDate: about.at },
  });
  const bytes = collect(pdf);
  for (const name of fonts) pdf.registerFont(name, here.resolve(`#platform/paper/fonts/${name}.ttf`));
  for (const label of labels) drawLabel(pdf, label);
  pdf.end();
  return bytes;
}

function drawLabel(pdf: PDFDocument, label: Label): void {
  let rest = drawPage(pdf, label, label.small);
  // Pages of their own, because no law allows smaller print.
  while (rest.length > 0) rest = drawPage(pdf, { ...label, lines: [] }, rest);
}

/** Draws a page, and returns the small print for which it has no room. */
function drawPage(
  pdf: PDFDocument,
  { head, title, titleSize = 11, lines, qr }: Label,
  small: readonly string[],
) {
  pdf.addPage();
  const width = LABEL_WIDTH - 2 * EDGE;
  const beside = width - QR - GAP;
  const write = (text: string, top: number, room: number, size: number, font: string) => {
    pdf.font(font).fontSize(size).fillColor(BLACK);
    const written = printable(text);
    // A long name ends with an ellipsis after two lines.
    const height = Math.min(pdf.heightOfString(written, { width: room }), size * 2.6);
    pdf.text(written, EDGE, top, { width: room, height, ellipsis: true });
    return top + height;
  };
  pdf.font('strong').fontSize(8).fillColor(BLACK);
  pdf.text(printable(head.left), EDGE, EDGE, { width: width / 2, height: 10, ellipsis: true });
  pdf.text(printable(head.right), EDGE + width / 2, EDGE, {
    ...{ width: width / 2, height: 10, ellipsis: true },
    align: 'right',
  });
  let y = write(title, EDGE + 13, beside, titleSize, 'strong') + 1;
  for (const line of lines) y = write(line, y, beside, 7, 'text') + 1;
  drawQr(pdf, qr, LABEL_WIDTH - EDGE - QR, EDGE + 13);
  return drawSmall(pdf, small, Math.max(y, EDGE + 13 + QR) + 2, width);
}

function drawSmall(pdf: PDFDocument, small: readonly string[], from: number, width: number): string[] {
  pdf.font('text').fontSize(SMALL).fillColor(BLACK);
  let y = from;
  for (const [place, text] of small.entries()) {
    const written = printable(text);
    const height = pdf.heightOfString(written, { width });
    if (y + height > LABEL_HEIGHT - EDGE / 2 && place > 0) return small.slice(place);
    pdf.text(written, EDGE, y, { width });
    y += height + 1;
  }
  return [];
}

/** Black squares on white, with the light squares around them that scanners need. */
function drawQr(pdf: PDFDocument, text: string, left: number, top: number): void {
  const { size, data } = encode(text, { ecc: 'M', border: 2 });
  const square = QR / size;
  pdf.fillColor(BLACK);
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const first = x;
      while (row[x + 1]) x += 1;
      pdf.rect(left + first * square, top + y * square, (x - first + 1) * square, square);
    }
  }
  pdf.fill();
}
