/**
 * Renders a roll of paper as a PDF, as wide as the roll and as long as what it says. Runs only in the process for papers
 * (`drawing-process`).
 */
import type PDFDocument from 'pdfkit';
import { collect, openPdf } from './draw-paper.ts';
import { drawQr } from './draw-qr.ts';
import type { About, Cell, Look } from './paper.ts';
import { openTags } from './paper-tags.ts';
import type { RollLine, RollWidth } from './roll.ts';
import { layOut, writeLines } from './write-text.ts';

const BLACK = '#000000';
const POINTS_OF_MM = 72 / 25.4;
/** The longest page that every reader opens, in points: five meters. */
const LONGEST = 14_000;
/** Above and below what is written, in points. */
const ENDS = 12;
const GAP = 1.5;
/** Of a space at the start of a line, in points. */
const INDENT = 2.2;

/** By the width of the roll, in points: printers leave its edges white. */
const sheets: Readonly<Record<RollWidth, Sheet>> = {
  80: { edge: 4 * POINTS_OF_MM, size: 9, large: 14, amount: 58, mark: 40, qr: 80 },
  58: { edge: 5 * POINTS_OF_MM, size: 8, large: 11.5, amount: 50, mark: 34, qr: 70 },
};
type Sheet = { edge: number; size: number; large: number; amount: number; mark: number; qr: number };

/** The strokes of `app/ui/mark.tsx`, in a square of 100. */
const MARK = 'M17 10C20 34 46 38 50 62V92M83 10C80 34 54 38 50 62';

type Block = { height: number; draw: (top: number) => void };

/** Returns the bytes: one page, but of what is longer than five meters. */
export async function drawRoll(
  about: About,
  lines: readonly RollLine[],
  width: RollWidth,
): Promise<Uint8Array> {
  const across = width * POINTS_OF_MM;
  const pdf = openPdf(about, { size: [across, ENDS], margin: 0, bufferPages: false, autoFirstPage: false });
  const bytes = collect(pdf);
  const blocks = blocksOf(pdf, lines, sheets[width], { across, title: about.title });
  for (const page of pagesOf(blocks)) {
    const height = page.reduce((sum, block) => sum + block.height, 2 * ENDS);
    pdf.addPage({ size: [across, height], margin: 0 });
    let top = ENDS;
    for (const block of page) {
      block.draw(top);
      top += block.height;
    }
  }
  pdf.end();
  return bytes;
}

function pagesOf(blocks: readonly Block[]): Block[][] {
  const pages: Block[][] = [[]];
  let height = 0;
  for (const block of blocks) {
    if (height + block.height > LONGEST) {
      pages.push([]);
      height = 0;
    }
    pages.at(-1)?.push(block);
    height += block.height;
  }
  return pages;
}

/** @param about.title of the paper, which is its heading for a screen reader */
function blocksOf(
  pdf: PDFDocument,
  lines: readonly RollLine[],
  { edge, size, large, amount, mark, qr }: Sheet,
  { across, title }: { across: number; title: string },
): Block[] {
  const tags = openTags(pdf);
  const room = across - 2 * edge;
  const row = (tag: 'H1' | 'P' | 'TR', cells: readonly RollCell[]): Block => {
    const laid = cells.map(({ text, width, ...look }) =>
      layOut(pdf, text, look, { room: width, lineGap: 0 }),
    );
    return {
      height: Math.max(...laid.map(({ height }) => height)) + GAP,
      draw: (top) => {
        const tagged = tags.row(
          tag,
          cells.map(({ align: _, ...cell }) => cell),
        );
        let left = edge;
        for (const [at, { width, inset = 0, align = 'left' }] of cells.entries()) {
          const each = laid[at];
          const place = { left: left + inset, top, room: width, align };
          tagged(at, each ? () => writeLines(pdf, each, place) : null);
          left += width + inset;
        }
      },
    };
  };
  const looks = (strong = false, isLarge = false): Look => ({
    size: isLarge ? large : size,
    font: strong ? 'strong' : 'text',
    color: BLACK,
  });
  return lines.map((line): Block => {
    switch (line.kind) {
      case 'text': {
        const text = line.text.trimStart();
        const inset = INDENT * (line.text.length - text.length);
        const look = looks(line.strong, line.large);
        return row(text === title ? 'H1' : 'P', [
          { ...look, text, width: room - inset, inset, align: line.align ?? 'left' },
        ]);
      }
      case 'pair':
        return row('TR', [
          { ...looks(line.strong), text: line.text, width: room - amount },
          { ...looks(line.strong), text: line.amount, width: amount, align: 'right' },
        ]);
      case 'rule':
        return decoration(pdf, 8, (top) =>
          pdf
            .strokeColor(BLACK)
            .lineWidth(0.7)
            .moveTo(edge, top + 3.5)
            .lineTo(across - edge, top + 3.5)
            .stroke(),
        );
      case 'space':
        return { height: size, draw: () => undefined };
      case 'mark':
        return decoration(pdf, mark + 4, (top) =>
          drawMark(pdf, { left: (across - mark) / 2, top, side: mark }),
        );
      default:
        return {
          height: qr + GAP,
          draw: (top) =>
            drawQr({ pdf, all: tags.all }, line.text, { left: (across - qr) / 2, top, side: qr }),
        };
    }
  });
}

/** A cell that a roll's row has; `inset` is at its left. */
type RollCell = Omit<Cell, 'align'> & { align?: 'left' | 'right' | 'center' };

/** What is only layout, which is not read aloud. */
const decoration = (pdf: PDFDocument, height: number, draw: (top: number) => void): Block => ({
  height,
  draw: (top) => {
    pdf.markContent('Artifact', { type: 'Layout' });
    draw(top);
    pdf.endMarkedContent();
  },
});

function drawMark(pdf: PDFDocument, { left, top, side }: { left: number; top: number; side: number }): void {
  pdf
    .save()
    .translate(left, top)
    .scale(side / 100)
    .lineCap('round')
    .lineWidth(9)
    .strokeColor(BLACK)
    .path(MARK)
    .stroke()
    .restore();
}
