/** Detects the encoding of a CSV file, and decodes its bytes to text piece by piece. */
import { CsvError } from './csv-problem.ts';

export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The file types that spreadsheets and mail programs pass off as CSV, by their first bytes. */
const otherFiles: readonly [readonly number[], string][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'an Excel workbook or another zip file'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel workbook'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0x1f, 0x8b], 'a packed file'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture'],
  [[0xff, 0xd8, 0xff], 'a picture'],
];

/**
 * Detects by the byte order mark; without one, by zero bytes (UTF-16) or by whether the whole file is valid UTF-8.
 * Anything else is Windows-1252, Excel's default in the United States.
 * @throws CsvError for another type of file.
 */
export async function detectEncoding(bytes: Bytes): Promise<CsvEncoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  for await (const piece of bytes) {
    if (isFirst) {
      isFirst = false;
      const found = otherFiles.find(([mark]) => mark.every((byte, at) => piece[at] === byte));
      if (found) throw new CsvError({ kind: 'other-file', found: found[1] });
      const wide = wideEncoding(piece);
      if (wide) return wide;
    }
    if (!accepts(decoder, piece)) return 'windows-1252';
  }
  return accepts(decoder, null) ? 'utf-8' : 'windows-1252';
}

function accepts(decoder: TextDecoder, piece: Uint8Array | null): boolean {
  try {
    if (piece) decoder.decode(piece, { stream: true });
    else decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** UTF-16 by its mark, or by every other byte at the start being zero, as in English text. */
function wideEncoding(piece: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (piece[0] === 0xff && piece[1] === 0xfe) return 'utf-16le';
  if (piece[0] === 0xfe && piece[1] === 0xff) return 'utf-16be';
  const beginning = piece.subarray(0, 1024);
  let even = 0;
  let odd = 0;
  for (const [at, byte] of beginning.entries()) {
    if (byte !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  const most = beginning.length * 0.3;
  if (odd > most && even === 0) return 'utf-16le';
  return even > most && odd === 0 ? 'utf-16be' : null;
}

/** The text without its byte order mark. @throws CsvError when the bytes are invalid in this encoding. */
export async function* decodeText(bytes: Bytes, encoding: CsvEncoding): AsyncGenerator<string> {
  if (encoding === 'windows-1252') {
    for await (const piece of bytes) yield fromWindows(piece);
    return;
  }
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (piece?: Uint8Array) => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch {
      throw new CsvError({ kind: 'encoding' });
    }
  };
  for await (const piece of bytes) yield decode(piece);
  yield decode();
}

/**
 * 0x80 to 0x9f in Windows-1252; blanks mark the five unassigned codes. Node's own decoder treats this range as Latin-1.
 */
const WINDOWS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

function fromWindows(piece: Uint8Array): string {
  const latin = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1');
  return latin.replaceAll(/[\x80-\x9f]/g, (sign) => {
    const meant = WINDOWS[sign.charCodeAt(0) - 0x80] ?? ' ';
    if (meant === ' ') throw new CsvError({ kind: 'encoding' });
    return meant;
  });
}
