/**
 * Tells a scanner from a person at the keys. A USB scanner types like a keyboard, a character every 2 to 80 ms; it ends
 * with Enter, Tab or nothing. It types the line feeds of a license as Enter too, so a scan ends only when no key follows
 * for a while.
 */
import { charactersLeft } from './license-length.ts';
import { readScannedCode, withoutPrefix } from './scanned-code.ts';

/** A key as the browser reports it. */
export type Keystroke = {
  /** `KeyboardEvent.key`: one character, or 'Enter', 'Tab', 'Shift' … */
  key: string;
  /** Milliseconds, as in `KeyboardEvent.timeStamp`. */
  at: number;
  /** What came, where `key` is what it means on this tablet. */
  raw?: RawKey;
};

export type RawKey = {
  /** What the tablet's layout makes of it; '' for a control key. */
  key: string;
  /** What a US keyboard without Caps Lock would. */
  us: string;
  /** Whether Caps Lock is on. */
  isCaps: boolean;
  /** The letter of a shortcut with Ctrl; '' without Ctrl. */
  control: string;
};

export type Scan = {
  /** What was scanned, with '\n' for each Enter in between, without the signs before the code and the Enter or Tab after it. */
  text: string;
  /** Milliseconds of its first and last key. */
  from: number;
  to: number;
};

/**
 * Where the keys go. `page`: nothing that takes characters, such as a button or a link. `amount`: money or a number.
 * `date`: eight digits in turn.
 */
export type Focus = 'page' | 'text' | 'amount' | 'date';

/** No person types several characters in a row as fast. */
const FAST_GAP = 35;
/** A scanner that is set to 80 ms, on a computer that is late. Some people type as fast, but not codes. */
const SLOW_GAP = 100;
/** No key for so long ends a scan. */
export const SCAN_PAUSE = 160;
/** A license that is not complete by its own header may pause for so long: some scanners send it in blocks. */
const LICENSE_PAUSE = 1000;
/** Shorter texts are typed by people: the shortest code we know has eight digits. */
const FEWEST_CHARACTERS = 6;
const FEWEST_SLOW_CHARACTERS = 8;
/** From here on keys may be a scanner's: its Enter presses nothing, whatever becomes of them. */
const FEWEST_SUSPECTED = 4;
/** How long after a scan its last keys may arrive. */
export const AFTERMATH = 400;

/** An amount of money below a million. */
const AMOUNT = /^\d{1,3}(?:,?\d{3})?(?:\.\d{0,2})?$/;

/**
 * The scan that these keys are: at least six characters without a pause, as fast as a scanner's. Where a person may type
 * as fast as a slow scanner, what was typed decides: a code that we know, or no amount in a field for money. Null if a
 * person typed them.
 */
export function readScan(keys: readonly Keystroke[], focus: Focus = 'page'): Scan | null {
  const typed = typedOf(keys);
  const [first, last] = [typed[0], typed.at(-1)];
  if (!first || !last || hasPause(typed)) return null;
  const text = withoutPrefix(textOf(typed).replace(/[\n\t]+$/, ''));
  const { length } = text.trim();
  const gap = gapOf(typed);
  const isFast = length >= FEWEST_CHARACTERS && gap <= FAST_GAP;
  const isSlow =
    gap <= SLOW_GAP &&
    (focus === 'page'
      ? length >= FEWEST_CHARACTERS
      : length >= FEWEST_SLOW_CHARACTERS && isCodeIn(text, focus));
  return isFast || isSlow ? { text, from: first.at, to: last.at } : null;
}

/** Whether a text that was typed at a slow scanner's speed into such a field is a code. */
function isCodeIn(text: string, focus: Exclude<Focus, 'page'>): boolean {
  const { kind } = readScannedCode(text, '');
  if (kind === 'label') {
    if (focus === 'amount') return !AMOUNT.test(text);
    return /\d/.test(text) && /\p{L}/u.test(text) && !/\s/.test(text);
  }
  if (kind === 'unknown') return focus === 'amount' && !AMOUNT.test(text);
  // A birth date has as many digits as the shortest barcode.
  return focus !== 'date' || !/^\d{8}$/.test(text);
}

/**
 * Whether the last of these keys is held back from the page. Where nothing takes characters every one is: the first of a
 * scan may be a shortcut, and its Enter presses a button. In a field a person sees what they type, and Enter works unless
 * a scan comes before it.
 */
export function isHeld(keys: readonly Keystroke[], focus: Focus): boolean {
  const typed = typedOf(keys);
  const last = keys.at(-1)?.key;
  if (last === undefined || characterOf(last) === '') return false;
  const isEnd = last === 'Enter' || last === 'Tab';
  if (focus === 'page') return !areOnlyPresses(typed);
  // On a license Enter is the second key.
  if (startsLicense(typed)) return true;
  const isFast = !hasPause(typed) && gapOf(typed) <= FAST_GAP;
  if (!isEnd) return isFast && typed.length > FEWEST_CHARACTERS;
  return (
    (isFast && typed.length >= FEWEST_SUSPECTED) || readScan(keys, focus) !== null || isNumberLike(typed)
  );
}

/** Whether these keys press things, one after the other: a scan has other keys. */
export const areOnlyPresses = (keys: readonly Keystroke[]): boolean =>
  keys.every(({ key }) => /^(?:Enter|Tab| )$/.test(key));

/** A long number that came as fast as a slow scanner's: a person may have typed it, and presses Enter again. */
const isNumberLike = (typed: readonly Keystroke[]): boolean =>
  typed.length > FEWEST_SLOW_CHARACTERS && gapOf(typed) <= SLOW_GAP && /\d/.test(textOf(typed));

/**
 * Whether keys may be a scanner's, although they need not be a scan: no press counts until they end. Tab, Space and Enter
 * alone are a person's, however fast: someone who knows a form goes through its boxes to its button in a second.
 */
export function isSuspected(keys: readonly Keystroke[], focus: Focus): boolean {
  const typed = typedOf(keys);
  if (typed.length < FEWEST_SUSPECTED || areOnlyPresses(typed) || hasPause(typed)) return false;
  return gapOf(typed) <= (focus === 'page' ? SLOW_GAP : FAST_GAP) || readScan(keys, focus) !== null;
}

/** Whether a person pressed these keys where nothing takes characters: they are shortcuts. */
export const areShortcuts = (keys: readonly Keystroke[]): boolean => !isSuspected(keys, 'page');

/** Until when Enter, Tab and Space press nothing: a busy device is late with the last keys of a scan. */
export const aftermathOf = (keys: readonly Keystroke[], focus: Focus): number =>
  isSuspected(keys, focus) ? (keys.at(-1)?.at ?? 0) + AFTERMATH : 0;

/**
 * How long to wait, in milliseconds, for the next key: the pause that ends a scan, and three times that within a scan that
 * has not ended with Enter or Tab, and within a license. Most scanners end with one, and a busy device delivers keys late,
 * though with the time of their press.
 */
export function waitAfter(keys: readonly Keystroke[]): number {
  const typed = typedOf(keys);
  if (typed.length < 2) return SCAN_PAUSE;
  if (isIncomplete(typed)) return LICENSE_PAUSE;
  const last = typed.at(-1)?.key;
  const isOver = (last === 'Enter' || last === 'Tab') && !startsLicense(typed);
  return isOver ? SCAN_PAUSE : 3 * SCAN_PAUSE;
}

/** Milliseconds, by the keys' own time, after which a key begins something else. */
export const pauseAfter = (keys: readonly Keystroke[]): number =>
  isIncomplete(typedOf(keys)) ? LICENSE_PAUSE : SCAN_PAUSE;

/**
 * What Ctrl with a letter types for a scanner that sends control characters so: line feeds and carriage returns are Enter.
 * '' for the others, which separate fields.
 */
export const controlKey = (letter: string): string => (/^[jm]$/i.test(letter) ? 'Enter' : '');

/**
 * The first line of a license is '@' (AAMVA card standard); without line ends its file type follows. Before it may be
 * letters for the kind of barcode. On a tablet with another layout '@' is another sign, at the same place.
 */
function startsLicense(typed: readonly Keystroke[]): boolean {
  const first = typed.slice(0, 14);
  return [textOf(first), placesOf(first)].some((text) =>
    /^\w{0,3}@(?:[\n\t]|ANSI|AAMVA)/i.test(withoutPrefix(text)),
  );
}

/** What a US keyboard would type. */
const placesOf = (typed: readonly Keystroke[]): string =>
  typed.map(({ key, raw }) => raw?.us || characterOf(key)).join('');

/** Longer than the header of a license with ten subfiles, and what comes before it. */
const LONGEST_HEADER = 160;

/** Whether more of a license is to come, as its header says. */
function isIncomplete(typed: readonly Keystroke[]): boolean {
  if (!startsLicense(typed)) return false;
  const header = typed.slice(0, LONGEST_HEADER);
  const left = charactersLeft(textOf(header)) ?? charactersLeft(placesOf(header));
  if (left === null) return typed.length < LONGEST_HEADER;
  return left > Math.max(0, typed.length - LONGEST_HEADER);
}

const typedOf = (keys: readonly Keystroke[]): Keystroke[] =>
  keys.filter(({ key }) => characterOf(key) !== '');

const textOf = (typed: readonly Keystroke[]): string => typed.map(({ key }) => characterOf(key)).join('');

const gapsOf = (typed: readonly Keystroke[]): number[] =>
  typed.slice(1).map(({ at }, index) => at - (typed[index]?.at ?? at));

const hasPause = (typed: readonly Keystroke[]): boolean =>
  gapsOf(typed).some((gap) => gap < 0 || gap >= (startsLicense(typed) ? LICENSE_PAUSE : SCAN_PAUSE));

/** The median of the gaps; infinite for a single key. */
function gapOf(typed: readonly Keystroke[]): number {
  const sorted = gapsOf(typed).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY;
}

/** The character that a key types; '' for keys that type none. */
export function characterOf(key: string): string {
  if (key === 'Enter') return '\n';
  if (key === 'Tab') return '\t';
  return [...key].length === 1 ? key : '';
}
