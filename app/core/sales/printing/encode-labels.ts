/**
 * Writes labels as printers take them: pictures in ZPL for Zebra, in ESC/POS and in Star's commands for printers of receipts.
 * No text of a label is among the bytes, so no name commands a printer.
 */
import type { PrinterMaker } from '#kernel/statuses.ts';
import type { LabelDots } from '#platform/paper/label.ts';
import { type RollMaker, rollPicture } from './encode-roll.ts';

/** Each label is cut off, or ends at its own gap. */
export function encodeLabels(labels: readonly LabelDots[], maker: PrinterMaker): Uint8Array {
  return maker === 'zebra'
    ? new TextEncoder().encode(labels.map(zplOf).join(''))
    : joined(labels.map((label) => onRoll(label, maker)));
}

/** One format a label: print width, length, the picture, one copy. */
function zplOf({ width, height, bits }: LabelDots): string {
  const row = Math.ceil(width / 8);
  const picture = `^FO0,0^GFA,${bits.length},${bits.length},${row},${packed(bits, row)}^FS`;
  return `^XA^PW${width}^LL${height}^LH0,0${picture}^PQ1^XZ\n`;
}

/** Rows in hexadecimal as ZPL packs them: ':' the row before, ',' white to the end, letters before what repeats. */
function packed(bits: Uint8Array, row: number): string {
  let before = '';
  let text = '';
  for (let at = 0; at < bits.length; at += row) {
    const digits = hex(bits.subarray(at, at + row));
    text += digits === before ? ':' : packedRow(digits);
    before = digits;
  }
  return text;
}

function packedRow(digits: string): string {
  const said = digits.replace(/0+$/, '');
  const runs = said.replaceAll(/(.)\1*/g, (run, digit: string) => `${timesOf(run.length)}${digit}`);
  return said.length < digits.length ? `${runs},` : runs;
}

/** 'G' is one, 'Y' nineteen; before it 'g' twenty, 'z' four hundred. Nothing before a digit that stands alone. */
function timesOf(count: number): string {
  if (count === 1) return '';
  const hundreds = 'z'.repeat(Math.floor(count / 400));
  const [tens, ones] = [Math.floor((count % 400) / 20), count % 20];
  const letter = (first: string, place: number) =>
    place === 0 ? '' : String.fromCharCode(first.charCodeAt(0) + place - 1);
  return hundreds + letter('g', tens) + letter('G', ones);
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('');

function onRoll({ width, height, bits }: LabelDots, maker: RollMaker): Uint8Array {
  const row = Math.ceil(width / 8);
  const dots = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => ((bits[y * row + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0),
  );
  return rollPicture(dots, maker);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
