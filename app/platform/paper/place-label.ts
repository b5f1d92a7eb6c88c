/** Says where everything of a label stands, for a page of a PDF or for a printer's dots. Runs only in the process for papers. */
import type PDFDocument from 'pdfkit';
import type { Label, LabelSheet } from './label.ts';
import type { Look } from './paper.ts';
import { type Laid, layOut } from './write-text.ts';

/** Label printers leave the edge white. */
const EDGE = 9;
const QR = 60;
const GAP = 6;
/** The smallest print that a cannabis label may have (docs/law.md, Labels). */
const SMALL = 6;
const BLACK = '#000000';
/** Narrower than this, in points, a title beside the code has more lines. */
const NARROW = 180;

/** In points from the left and from the top. */
export type PlacedText = {
  tag: 'H1' | 'P';
  laid: Laid;
  at: { left: number; top: number; room: number; align?: 'right' };
};
export type PlacedLabel = {
  /** In points. */
  height: number;
  texts: readonly PlacedText[];
  qr: { text: string; left: number; top: number; side: number };
};

/**
 * The label, and more labels for small print that does not fit: no law allows smaller print.
 * @param pdf measures letters; nothing is written to it
 */
export function placeLabel(pdf: PDFDocument, label: Label, sheet: LabelSheet): PlacedLabel[] {
  const placed: PlacedLabel[] = [];
  let rest: readonly string[] | null = null;
  while (rest === null || rest.length > 0) {
    const next = placeOne(pdf, rest === null ? label : { ...label, lines: [], small: rest }, sheet);
    placed.push(next.label);
    rest = next.rest;
  }
  return placed;
}

type Place = { left: number; top: number; room: number; align?: 'right'; most?: number };

/** Returns the small print for which it has no room. */
function placeOne(
  pdf: PDFDocument,
  { head, title, titleSize = 11, lines, small, qr }: Label,
  sheet: LabelSheet,
): { label: PlacedLabel; rest: readonly string[] } {
  const texts: PlacedText[] = [];
  /** Returns the height, in points. */
  const put = (tag: 'H1' | 'P', text: string, look: Look, { most, ...at }: Place): number => {
    const laid = laidOut(pdf, text, look, { room: at.room, ...(most === undefined ? {} : { most }) });
    texts.push({ tag, laid, at });
    return laid.height;
  };
  const width = sheet.width - 2 * EDGE;
  const headed = { size: 8, font: 'strong' } as const;
  const isNarrow = sheet.width < NARROW;
  const headRoom = isNarrow ? width : width / 2;
  put('P', head.left, headed, { room: headRoom, most: 1, left: EDGE, top: EDGE });
  const second = isNarrow ? { left: EDGE, top: EDGE + 11 } : { left: EDGE + width / 2, top: EDGE };
  put('P', head.right, headed, {
    ...second,
    ...(isNarrow ? {} : { align: 'right' as const }),
    ...{ room: headRoom, most: 1 },
  });
  const from = EDGE + (isNarrow && head.right !== '' ? 24 : 13);
  // A long text ends with an ellipsis after these lines.
  const beside = { left: EDGE, room: width - QR - GAP, most: isNarrow ? 5 : 2 };
  const titled = { size: isNarrow ? Math.min(titleSize, 15) : titleSize, font: 'strong' } as const;
  let y = from;
  y += put('H1', title, titled, { ...beside, top: y }) + 1;
  for (const line of lines) y += put('P', line, { size: 7 }, { ...beside, top: y }) + 1;
  y = Math.max(y, from + QR) + 2;
  const bottom = sheet.height === null ? Number.POSITIVE_INFINITY : sheet.height - EDGE / 2;
  let rest: readonly string[] = [];
  for (const [place, text] of small.entries()) {
    const { height } = laidOut(pdf, text, { size: SMALL }, { room: width });
    if (y + height > bottom && place > 0) {
      rest = small.slice(place);
      break;
    }
    y += put('P', text, { size: SMALL }, { left: EDGE, top: y, room: width }) + 1;
  }
  const code = { text: qr, left: sheet.width - EDGE - QR, top: from, side: QR };
  return { label: { height: sheet.height ?? y + EDGE, texts, qr: code }, rest };
}

const laidOut = (pdf: PDFDocument, text: string, look: Look, space: { room: number; most?: number }): Laid =>
  layOut(pdf, text, { ...look, color: BLACK }, { ...space, lineGap: 0 });
