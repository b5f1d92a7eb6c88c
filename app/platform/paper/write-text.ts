/** Writes text into a PDF with the fonts that have its letters. Runs only in the process for papers. */
import type PDFDocument from 'pdfkit';
import { type LetterFont, lettersOf, openFont, type Run, runsOf } from './letter-fonts.ts';
import { INK, type Look } from './paper.ts';
import { breakLines, printOrder, shorten } from './text-lines.ts';

/** Lines that fit their cell. `height` of all, in points. */
export type Laid = { lines: readonly string[]; lineHeight: number; height: number; look: Look };

/** In points between lines. */
const LINE_GAP = 2;

/** The widest letter of the faces, relative to the font size; '—' and '…' are the widest. */
const WIDEST_LETTER = 1.1;

/**
 * @param room the width, in points
 * @param most the most lines; more end with an ellipsis
 */
export function layOut(
  pdf: PDFDocument,
  text: string,
  look: Look,
  {
    room,
    most = Number.POSITIVE_INFINITY,
    lineGap = LINE_GAP,
  }: { room: number; most?: number; lineGap?: number },
): Laid {
  const { size = 10, font = 'text' } = look;
  const measure = (words: string) => widthOf(pdf, runsOf(words, font), size);
  // Breaking lines takes most of the time, so text that fits on one line in any case is not measured.
  const fits = text.length * size * WIDEST_LETTER <= room && ONE_LINE.test(text);
  const lines = fits ? [text] : shorten(breakLines(text, room, measure), most, room, measure);
  use(pdf, font);
  const lineHeight = pdf.fontSize(size).currentLineHeight(true) + lineGap;
  return { lines, lineHeight, height: lines.length * lineHeight, look };
}

/** A text in everyday letters, none of which is wider than they. */
const ONE_LINE = /^[\x20-\x7e\xa0-\xac\xae-\xff–—‘’“”•…′″€−]*$/;

/** Writes the lines from `top` downward. */
export function writeLines(
  pdf: PDFDocument,
  { lines, lineHeight, look: { size = 10, font = 'text', color = INK } }: Laid,
  {
    left,
    top,
    room,
    align = 'left',
  }: { left: number; top: number; room: number; align?: 'left' | 'right' | 'center' },
): void {
  pdf.fillColor(color);
  const baseline = top + ascentOf(font) * size;
  for (const [at, line] of lines.entries()) {
    const runs = runsInPrint(line, font);
    let x = left;
    if (align !== 'left') {
      const rest = room - widthOf(pdf, runsInPrint(line.trimEnd(), font), size);
      x += align === 'right' ? rest : rest / 2;
    }
    // A reader of the file gets its letters in the order in which they are read.
    const isTurned = runs.some((run) => SHAPED.has(run.font));
    if (isTurned) pdf.markContent('Span', { actual: line });
    for (const run of runs) {
      // Nearly every line is one run; the width of the last one is of no use.
      const width = run === runs.at(-1) ? 0 : widthOf(pdf, [run], size);
      use(pdf, run.font)
        .fontSize(size)
        .text(run.text, x, baseline + at * lineHeight, {
          lineBreak: false,
          baseline: 'alphabetic',
          ...run.layout,
        });
      x += width;
    }
    if (isTurned) pdf.endMarkedContent();
  }
}

/** Fonts that print letters in another order than the text's. */
const SHAPED: ReadonlySet<LetterFont> = new Set(['arabic', 'hebrew', 'bengali']);

/** Runs of a line from left to right, each in letters of its font as they are printed. */
export const runsInPrint = (line: string, font: NonNullable<Look['font']>): PrintedRun[] =>
  printOrder(line).flatMap(({ text, isRightToLeft }) => printed(runsOf(text, font), isRightToLeft));

/** `layout`: has pdfkit lay out a run as a whole, because it puts words from left to right. */
type PrintedRun = Run & { layout?: { features: [] } };

/** Runs from left to right. Of a stretch read from the right, a font of such a script turns its letters itself. */
function printed(runs: readonly Run[], isRightToLeft: boolean): readonly PrintedRun[] {
  if (!isRightToLeft) return runs;
  return runs
    .toReversed()
    .map(({ font, text }) =>
      TURNS.has(font)
        ? { font, text, layout: { features: [] } }
        : { font, text: lettersOf(text).toReversed().join('') },
    );
}

const TURNS: ReadonlySet<LetterFont> = new Set(['arabic', 'hebrew']);

/** In points, for a text on one line. */
function widthOf(pdf: PDFDocument, runs: readonly PrintedRun[], size: number): number {
  let width = 0;
  for (const { font, text, layout } of runs)
    width += use(pdf, font).fontSize(size).widthOfString(text, layout);
  return width;
}

function use(pdf: PDFDocument, name: LetterFont): PDFDocument {
  return pdf.registerFont(name, openFont(name).bytes).font(name);
}

/** From the baseline to the top of the tallest letters, relative to the font size. */
export function ascentOf(name: LetterFont): number {
  const { font } = openFont(name);
  return font.ascent / font.unitsPerEm;
}
