/** Draws the price list as a PDF on letter paper. */
import PDFDocument from 'pdfkit';
import { type PriceList, type PriceShelf, printable } from './price-list.ts';

const MARGIN = 54;
const SPRUCE = '#24503b';
const INK = '#1e2a24';
const SOFT = '#4f5b54';
const LINE = '#d8d5cb';
const ROW = 17;

type Pen = { paper: PDFDocument; y: number; bottom: number; left: number; right: number };

/** The list as the bytes of a PDF. */
export async function drawPriceList(list: PriceList): Promise<Buffer> {
  const paper = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    bufferPages: true,
    info: { Title: `Price list, ${list.date}`, Author: list.store, CreationDate: new Date() },
  });
  const bytes = collect(paper);
  const pen: Pen = {
    paper,
    y: MARGIN,
    // Room for the foot of the page, which is drawn last.
    bottom: paper.page.height - MARGIN - 46,
    left: MARGIN,
    right: paper.page.width - MARGIN,
  };
  drawHead(pen, list);
  for (const shelf of list.shelves) drawShelf(pen, shelf);
  if (list.leftOut > 0) {
    room(pen, ROW * 2);
    write(pen, `And ${list.leftOut.toLocaleString('en-US')} more on the menu in the shop.`, 10, SOFT);
  }
  drawFeet(pen, list);
  paper.end();
  return bytes;
}

function collect(paper: PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    paper.on('data', (piece) => pieces.push(piece));
    paper.on('end', () => resolve(Buffer.concat(pieces)));
    paper.on('error', reject);
  });
}

/** Turns the page when less than `height` is left. */
function room(pen: Pen, height: number): void {
  if (pen.y + height <= pen.bottom) return;
  pen.paper.addPage();
  pen.y = MARGIN;
}

function write(pen: Pen, text: string, size: number, color: string, font = 'Helvetica'): void {
  pen.paper
    .font(font)
    .fontSize(size)
    .fillColor(color)
    .text(printable(text), pen.left, pen.y, { lineBreak: false });
  pen.y += size * 1.4;
}

function drawHead(pen: Pen, list: PriceList): void {
  write(pen, list.store, 24, SPRUCE, 'Times-Bold');
  write(pen, `Price list of ${list.date}. Reserve online, pick up at the farm. Cash only.`, 10, INK);
  write(pen, `${list.address} · ${list.phone}`, 10, SOFT);
  pen.y += 8;
}

function drawShelf(pen: Pen, shelf: PriceShelf): void {
  // A heading is never the last thing on a page.
  room(pen, 30 + 2 * ROW);
  pen.y += 12;
  write(pen, shelf.name, 14, SPRUCE, 'Times-Bold');
  rule(pen, pen.y);
  pen.y += 5;
  for (const line of shelf.lines) {
    room(pen, ROW);
    const { paper, left, right, y } = pen;
    paper.font('Helvetica').fontSize(10).fillColor(INK);
    paper.text(printable(line.name), left, y, { width: 320, height: ROW, ellipsis: true, lineBreak: false });
    paper.fillColor(SOFT);
    paper.text(printable(line.size ?? ''), left + 330, y, {
      width: 95,
      height: ROW,
      ellipsis: true,
      lineBreak: false,
    });
    paper.fillColor(INK).text(line.price, right - 70, y, { width: 70, align: 'right' });
    pen.y = y + ROW;
  }
}

function rule(pen: Pen, y: number): void {
  pen.paper.strokeColor(LINE).lineWidth(0.7).moveTo(pen.left, y).lineTo(pen.right, y).stroke();
}

/** License, warning and page number under every page (docs/law.md, Warnings and wording). */
function drawFeet(pen: Pen, list: PriceList): void {
  const { paper, left, right } = pen;
  const { count } = paper.bufferedPageRange();
  const top = paper.page.height - MARGIN - 30;
  for (let page = 0; page < count; page++) {
    paper.switchToPage(page);
    rule(pen, top - 6);
    paper.font('Helvetica').fontSize(7.5).fillColor(SOFT);
    paper.text(printable(list.warning), left, top, { width: right - left - 90, height: 20 });
    paper.text(`${page + 1} of ${count}`, right - 80, top, { width: 80, align: 'right', lineBreak: false });
    paper.text(printable(`License ${list.licenseNumber}`), left, top + 21, { lineBreak: false });
  }
}
