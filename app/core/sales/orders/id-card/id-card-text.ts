/**
 * Takes the text of an ID's barcode apart (AAMVA DL/ID Card Design Standard, Annex D, versions 01 to 11). A scanner
 * that works as a keyboard changes it: line ends arrive as any line break, as another character, or are lost; the
 * characters before the header differ; letters may change their case. Whatever cannot be read for certain is refused.
 */
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { bytesOf, splitRunTogether } from './split-run-together.ts';

/** Longer than any PDF417 (1,850 characters) with two characters for each line end and noise around it. */
export const LONGEST_ID_TEXT = 6000;
/** Characters before the header: a scanner's prefix, and '@', LF, RS and CR as it types them. */
const LONGEST_PREFIX = 40;
/** Fewer elements in lines of their own mean that the line ends are lost. */
const FEWEST_LINES = 6;

const HEADER = /(?:ANSI ?|AAMVA)(\d{6})(\d{2})/g;
const DESIGNATOR = /^([A-Z]{2})(\d{4})(\d{4})$/;
const CONTROLS = /[\p{Cc}\u2028\u2029]+/u;
const ELEMENT = /^[DP][A-Z]{2}/;
/** An element of the license or ID, after a character that a scanner may type for a line end. */
const AFTER_SIGN = /([^A-Z0-9\s])D(?:A[A-Z]|B[A-S]|C[A-U]|D[A-P])/g;

export type IdText = {
  /** Six digits. */
  issuerNumber: string;
  version: number;
  /** 'DL', 'ID' or 'EN' (an enhanced license). */
  type: 'DL' | 'ID' | 'EN';
  /** The first value of an element, trimmed and in capitals; undefined if the card does not have it. */
  value(id: string): string | undefined;
  /** Elements that are on the card twice, with different values. */
  disagreeing: ReadonlySet<string>;
};

export type IdTextProblem =
  | { kind: 'not-an-id' }
  | { kind: 'too-long' }
  | { kind: 'two-cards' }
  | { kind: 'header-unreadable' }
  | { kind: 'version-unknown'; version: string }
  | { kind: 'cut-short' }
  | { kind: 'run-together' };

/** Reads header and elements. Takes time linear in the text. */
export function readIdText(typed: string): Result<IdText, IdTextProblem> {
  if (typed.length > LONGEST_ID_TEXT) return refuse({ kind: 'too-long' });
  const text = typed.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
  const [header, second] = [...text.matchAll(HEADER)];
  if (!header || header.index > LONGEST_PREFIX) return refuse({ kind: 'not-an-id' });
  if (second) return refuse({ kind: 'two-cards' });
  const [whole, issuerNumber = '', versionText = ''] = header;
  const version = Number(versionText);
  if (version < 1 || version > 11) return refuse({ kind: 'version-unknown', version: versionText });
  // Cards that say AAMVA there are all of the first version.
  if (whole.startsWith('AAMVA') && version !== 1) return refuse({ kind: 'header-unreadable' });
  const rest = text.slice(header.index + whole.length);
  const subfiles = readSubfiles(rest, version);
  if (!subfiles) return refuse({ kind: 'header-unreadable' });
  const { type, length, others, end } = subfiles;
  const lines = readLines(rest.slice(end), others);
  const elements = lines.length < FEWEST_LINES ? null : lines;
  const own = elements ? ownLines(elements, type) : splitRunTogether(lines[0] ?? '', type, length);
  if (!own) return refuse({ kind: elements ? 'header-unreadable' : 'run-together' });
  if (elements && sizeOf(own.lines) + own.typeLength < length - 1) return refuse({ kind: 'cut-short' });
  return succeed({ issuerNumber, version, type, ...collect([...own.lines, ...own.after]) });
}

type Subfiles = {
  type: IdText['type'];
  /** Bytes of the license's or ID's subfile as the header says them. */
  length: number;
  /** Designators of the issuer's own subfiles, which are skipped. */
  others: readonly string[];
  /** Where the elements start. */
  end: number;
};

/** Reads the number of subfiles and where each is; null unless one of them is a license or an ID. */
function readSubfiles(rest: string, version: number): Subfiles | null {
  // Versions of the jurisdiction came with version 02.
  const at = version === 1 ? 0 : 2;
  if (!/^\d+$/.test(rest.slice(0, at + 2))) return null;
  const count = Number(rest.slice(at, at + 2));
  if (count < 1 || count > 10) return null;
  const found: { type: string; length: number }[] = [];
  for (let each = 0; each < count; each += 1) {
    const from = at + 2 + each * 10;
    const [, type = '', , length] = DESIGNATOR.exec(rest.slice(from, from + 10)) ?? [];
    if (!length) return null;
    found.push({ type, length: Number(length) });
  }
  const own = found.filter(({ type }) => isOwnType(type));
  const [first] = own;
  const others = found.filter((each) => each !== first).map(({ type }) => type);
  if (!first || !isOwnType(first.type) || own.length > 1 || others.some((type) => !type.startsWith('Z')))
    return null;
  return { type: first.type, length: first.length, others, end: at + 2 + count * 10 };
}

const isOwnType = (type: string): type is IdText['type'] => type === 'DL' || type === 'ID' || type === 'EN';

/** Splits at line ends, or at the sign that the scanner types for them; the issuer's subfiles start lines of their own. */
function readLines(body: string, others: readonly string[]): string[] {
  let cut = body;
  for (const type of others) {
    const at = cut.indexOf(type + type);
    if (at > 0) cut = `${cut.slice(0, at)}\n${cut.slice(at)}`;
  }
  const lines = cut.split(CONTROLS).filter((line) => line.trim() !== '');
  if (lines.length >= FEWEST_LINES) return lines;
  const sign = signForLineEnd(cut);
  return sign
    ? cut
        .split(CONTROLS)
        .flatMap((line) => line.split(sign))
        .filter((line) => line.trim() !== '')
    : joinOwn(lines);
}

/** The sign before most elements, if it is before enough of them. */
function signForLineEnd(body: string): string | null {
  const counts = new Map<string, number>();
  for (const [, sign = ''] of body.matchAll(AFTER_SIGN)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best && best[1] >= FEWEST_LINES ? best[0] : null;
}

/** Joins what stray line breaks separated, up to the issuer's subfiles. */
function joinOwn(lines: readonly string[]): string[] {
  const end = lines.findIndex((line) => line.startsWith('Z'));
  return [(end === -1 ? lines : lines.slice(0, end)).join('')];
}

export type OwnLines = {
  /** Lines of the license or ID, each with its element's three letters in front. */
  lines: readonly string[];
  /** Elements after the issuer's subfiles, where none belong: they may only repeat. */
  after: readonly string[];
  /** 2 if the type is repeated before the first element, as the standard says; some issuers leave it out. */
  typeLength: number;
};

function ownLines(lines: readonly string[], type: string): OwnLines | null {
  const [first = '', ...others] = lines;
  const { text, typeLength } = withoutType(first, type);
  const all = text.trim() === '' ? others : [text, ...others];
  if (!ELEMENT.test(all[0] ?? '')) return null;
  const end = all.findIndex((line) => line.startsWith('Z'));
  const split = end === -1 ? all.length : end;
  return {
    lines: all.slice(0, split).filter((line) => ELEMENT.test(line)),
    after: all.slice(split).filter((line) => ELEMENT.test(line)),
    typeLength,
  };
}

/** The text without the type that the standard repeats before the first element. */
function withoutType(text: string, type: string): { text: string; typeLength: number } {
  const rest = text.slice(2);
  return text.startsWith(type) && (rest.trim() === '' || ELEMENT.test(rest))
    ? { text: rest, typeLength: 2 }
    : { text, typeLength: 0 };
}

/** Bytes of lines with one for each line end. */
function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + bytesOf(line) + 1, 0);
}

function collect(lines: readonly string[]): Pick<IdText, 'value' | 'disagreeing'> {
  const values = new Map<string, string>();
  const disagreeing = new Set<string>();
  for (const line of lines) {
    const [id, value] = [line.slice(0, 3), line.slice(3).trim()];
    const known = values.get(id);
    if (known === undefined) values.set(id, value);
    else if (known !== value) disagreeing.add(id);
  }
  return { value: (id) => values.get(id), disagreeing };
}
