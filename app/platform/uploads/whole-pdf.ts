/**
 * Checks that a file is a PDF from its first byte to its last: not another type under its name, and not cut
 * off.
 */
import { open } from 'node:fs/promises';

/** Bytes; a page with one word has more. */
const SMALLEST = 200;
/** Programs search for the end mark within this many bytes of the end (ISO 32000, annex H). */
const ENDING = 1024;

export const isWholePdfInMemory = (bytes: Uint8Array): boolean =>
  bytes.length >= SMALLEST &&
  hasPdfEnds(Buffer.from(bytes.subarray(0, 5)), Buffer.from(bytes.subarray(-ENDING)));

const hasPdfEnds = (beginning: Buffer, ending: Buffer): boolean =>
  beginning.toString('latin1') === '%PDF-' && /startxref\s+\d+\s+%%EOF\s*$/.test(ending.toString('latin1'));

export async function isWholePdf(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size < SMALLEST) return false;
    const beginning = Buffer.alloc(5);
    await file.read(beginning, 0, beginning.length, 0);
    const ending = Buffer.alloc(Math.min(ENDING, size));
    await file.read(ending, 0, ending.length, size - ending.length);
    return hasPdfEnds(beginning, ending);
  } finally {
    await file.close();
  }
}
