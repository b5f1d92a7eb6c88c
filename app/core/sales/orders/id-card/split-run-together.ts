/**
 * Splits the text of an ID whose line ends the scanner does not type: 'DLDAQ123DCSHALEDACWREN…'. The letters of an
 * element may also be letters of a name, so a split counts only if no other has as many elements that fit, and if the
 * lost line ends are exactly what the text is shorter than the header says.
 */

/** Longer texts are no single subfile. */
const LONGEST_RUN = 1000;
/** Longer than any value. */
const LONGEST_VALUE = 110;

const IDS = /(?=(D(?:A[A-Z]|B[A-S]|C[A-U]|D[A-P])))/g;

const DATE = /^(?:\d{8}|NONE)?\s*$/;
const FLAG = /^[A-Z0-9]?\s*$/;
const NAME = /^[^0-9]*$/;
const COLOR = /^[A-Z]{0,7}\s*$/;
const CODES = /^[A-Z0-9*/ -]{0,15}$/;

/** What a value of each element looks like; elements without a row are free text. */
const forms: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(['DBA', 'DBB', 'DBD', 'DDB', 'DDC', 'DDH', 'DDI', 'DDJ'].map((id) => [id, DATE])),
  ...Object.fromEntries(['DAA', 'DAB', 'DAC', 'DAD', 'DCS', 'DCT'].map((id) => [id, NAME])),
  ...Object.fromEntries(['DDE', 'DDF', 'DDG'].map((id) => [id, /^[TNU]?\s*$/])),
  ...Object.fromEntries(
    ['DDA', 'DDD', 'DDK', 'DDL', 'DDM', 'DDN', 'DDO', 'DDP', 'DBC', 'DCE'].map((id) => [id, FLAG]),
  ),
  ...Object.fromEntries(['DAY', 'DAZ'].map((id) => [id, COLOR])),
  ...Object.fromEntries(['DCA', 'DCB', 'DCD', 'DAR', 'DAS', 'DAT'].map((id) => [id, CODES])),
  ...Object.fromEntries(['DAW', 'DAX'].map((id) => [id, /^\s*(?:\d{2,3}\s?(?:LBS?|KG)?)?\s*$/])),
  DAU: /^\s*\d{2,3}\s?(?:IN|CM)?\s*$/,
  DAJ: /^[A-Z]{2}\s*$/,
  DAK: /^[A-Z0-9 -]{5,11}\s*$/,
  DCG: /^(?:[A-Z]{3})?\s*$/,
  DCL: /^[A-Z]{0,3}\s*$/,
};

/**
 * The elements of the text, or null if they cannot be told apart for certain.
 * @param length bytes of the subfile as the header says them
 */
export function splitRunTogether(
  typed: string,
  type: string,
  length: number,
): { lines: readonly string[]; after: readonly string[]; typeLength: number } | null {
  const typeLength = typed.startsWith(type) ? 2 : 0;
  const text = typed.slice(typeLength);
  if (text.length > LONGEST_RUN) return null;
  const lost = length - typeLength - bytesOf(text);
  // The text has all its characters: the scanner types spaces for line ends.
  const isSpaced = lost === 0 || lost === 1;
  const lines = onlyBestSplit(text, isSpaced);
  if (!lines || new Set(lines.map((line) => line.slice(0, 3))).size < lines.length) return null;
  // The last element's line end is counted by some issuers and not by others.
  const isWhole = lost === lines.length || lost === lines.length + 1;
  return isWhole || isSpaced ? { lines, after: [], typeLength } : null;
}

/** Bytes in UTF-8: issuers count bytes, and names may have letters of two. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

type Best = { count: number; ways: number; next: number };

/** The split with the most elements whose values fit; null if there is none, or more than one. */
function onlyBestSplit(text: string, isSpaced: boolean): string[] | null {
  const starts = [...text.matchAll(IDS)]
    .map(({ index }) => index)
    .filter((index) => !isSpaced || index === 0 || text[index - 1] === ' ');
  if (starts[0] !== 0) return null;
  const best = new Map<number, Best>([[text.length, { count: 0, ways: 1, next: -1 }]]);
  const ends = [...starts, text.length];
  for (let at = starts.length - 1; at >= 0; at -= 1) {
    const from = starts[at] ?? 0;
    const form = forms[text.slice(from, from + 3)];
    let found: Best | undefined;
    for (let end = at + 1; end < ends.length; end += 1) {
      const to = ends[end] ?? 0;
      const after = best.get(to);
      if (to - from - 3 > LONGEST_VALUE) break;
      if (to - from < 3 || !after) continue;
      if (form && !form.test(text.slice(from + 3, to))) continue;
      const count = after.count + 1;
      if (!found || count > found.count) found = { count, ways: after.ways, next: to };
      else if (count === found.count) found = { ...found, ways: found.ways + after.ways };
    }
    if (found) best.set(from, found);
  }
  const lines: string[] = [];
  if (best.get(0)?.ways !== 1) return null;
  for (let from = 0; from < text.length; ) {
    const next = best.get(from)?.next ?? text.length;
    lines.push(text.slice(from, next));
    from = next;
  }
  return lines;
}
