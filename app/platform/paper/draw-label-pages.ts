/** Renders labels as PDFs with pdfkit. Runs only in the process for papers (`drawing-process`). */
import type PDFDocument from 'pdfkit';
import type { StructureElement } from 'pdfkit';
import { collect, openPdf } from './draw-paper.ts';
import { drawQr } from './draw-qr.ts';
import { LABEL_HEIGHT, LABEL_WIDTH, type Label } from './label.ts';
import type { About, Look } from './paper.ts';
import { layOut, writeLines } from './write-text.ts';

/** Label printers leave the edge white. */
const EDGE = 9;
const QR = 60;
const GAP = 6;
/** The smallest print that a cannabis label may have (docs/law.md, Labels). */
const SMALL = 6;
const BLACK = '#000000';

/** Returns the bytes, a page for each label; small print that does not fit goes to more pages. */
export async function drawLabelPages(about: About, labels: readonly Label[]): Promise<Uint8Array> {
  const pdf = openPdf(about, {
    size: [LABEL_WIDTH, LABEL_HEIGHT],
    margin: 0,
    bufferPages: false,
    autoFirstPage: false,
  });
  const bytes = collect(pdf);
  const all = pdf.struct('Document', {});
  pdf.addStructure(all);
  for (const label of labels) drawLabel({ pdf, all }, label);
  pdf.end();
  return bytes;
}

/** The document, and the element that holds the parts of its labels. */
type Labels = { pdf: PDFDocument; all: StructureElement };

function drawLabel(labels: Labels, label: Label): void {
  let rest = drawPage(labels, label, label.small);
  // Pages of their own, because no law allows smaller print.
  while (rest.length > 0) rest = drawPage(labels, { ...label, lines: [] }, rest);
}

/** Draws a page, and returns the small print for which it has no room. */
function drawPage(
  labels: Labels,
  { head, title, titleSize = 11, lines, qr }: Label,
  small: readonly string[],
): readonly string[] {
  labels.pdf.addPage();
  const width = LABEL_WIDTH - 2 * EDGE;
  const half = { room: width / 2, most: 1, lineGap: 0 };
  const headed = { size: 8, font: 'strong' } as const;
  write(labels, 'P', head.left, headed, { ...half, left: EDGE, top: EDGE });
  write(labels, 'P', head.right, headed, { ...half, left: EDGE + width / 2, top: EDGE, align: 'right' });
  // A long text ends with an ellipsis after two lines.
  const beside = { left: EDGE, room: width - QR - GAP, most: 2, lineGap: 0 };
  let y = EDGE + 13;
  y += write(labels, 'H1', title, { size: titleSize, font: 'strong' }, { ...beside, top: y }) + 1;
  for (const line of lines) y += write(labels, 'P', line, { size: 7 }, { ...beside, top: y }) + 1;
  drawQr(labels, qr, { left: LABEL_WIDTH - EDGE - QR, top: EDGE + 13, side: QR });
  return drawSmall(labels, small, Math.max(y, EDGE + 13 + QR) + 2, width);
}

function drawSmall(labels: Labels, small: readonly string[], from: number, width: number): readonly string[] {
  let y = from;
  for (const [place, text] of small.entries()) {
    const { height } = layOut(labels.pdf, text, { size: SMALL }, { room: width, lineGap: 0 });
    if (y + height > LABEL_HEIGHT - EDGE / 2 && place > 0) return small.slice(place);
    y += write(labels, 'P', text, { size: SMALL }, { left: EDGE, top: y, room: width, lineGap: 0 }) + 1;
  }
  return [];
}

type Place = { left: number; top: number; room: number; align?: 'right'; most?: number; lineGap: number };

/** Returns the height, in points. */
function write({ pdf, all }: Labels, tag: 'H1' | 'P', text: string, look: Look, place: Place): number {
  const laid = layOut(pdf, text, { ...look, color: BLACK }, place);
  const element = pdf.struct(tag, {});
  all.add(element);
  element.add(() => writeLines(pdf, laid, place));
  return laid.height;
}
