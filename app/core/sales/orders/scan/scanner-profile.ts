/**
 * What a tablet knows of its scanner, and what a key means with it. Without it scans are read as most scanners type them.
 */

import { characterOf, controlKey, type Keystroke, type RawKey } from './keystrokes.ts';
import { withoutPrefix } from './scanned-code.ts';
import { swapCase, usCharacter } from './us-keys.ts';

export const endings = ['enter', 'tab', 'line-feed', 'several', 'none'] as const;

export type ScannerProfile = {
  /** The median of milliseconds between two characters. */
  gap: number;
  /** What it types before a code, with our own signs: '~' or ']Q1'. */
  prefix: string;
  ending: (typeof endings)[number];
  /** Letters that it sends with Ctrl. */
  controls: readonly string[];
  /** The tablet's layout is another one than the scanner's: keys count by their place on a US keyboard. */
  byPlace: boolean;
};

/** Line feeds and carriage returns, as a scanner sends them with Ctrl; nothing for others. */
export const controlled = (letter: string): string => (/^[jm]$/.test(letter) ? '\n' : '');

/** The character that a key means on a tablet with this scanner; '' for none. */
export function meaningOf({ key, us, isCaps, control }: RawKey, profile: ScannerProfile | null): string {
  if (control) return controlled(control);
  if (profile?.byPlace && us !== '') return us;
  // An accent that waits for its letter: a code with one is not read as another code.
  if (key === 'Dead') return '\u{FFFD}';
  return isCaps ? swapCase(characterOf(key)) : characterOf(key);
}

/** The code without letters that this scanner types before it, such as a sign for the kind of barcode. */
export function withoutOwnPrefix(text: string, profile: ScannerProfile | null): string {
  const own = withoutPrefix(profile?.prefix ?? '');
  return own !== '' && text.startsWith(own) ? text.slice(own.length) : text;
}

/** A key as the browser reports it, of which these parts count. */
export type ReportedKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'shiftKey'> & {
  getModifierState: (name: 'CapsLock') => boolean;
};

const rawOf = (event: ReportedKey): RawKey => ({
  key: event.ctrlKey ? '' : event.key,
  us: event.ctrlKey ? '' : usCharacter(event.code, event.shiftKey),
  isCaps: event.getModifierState('CapsLock'),
  control: event.ctrlKey ? event.key.toLowerCase() : '',
});

/** The key with what it means, at that time in milliseconds. `key` is '' for one that types nothing. */
export function keystrokeOf(event: ReportedKey, at: number, profile: ScannerProfile | null): Keystroke {
  const raw = rawOf(event);
  if (raw.control) return { key: controlKey(raw.control), at, raw };
  const isNamed = /^[\n\t]$/.test(characterOf(event.key));
  return { key: isNamed ? event.key : meaningOf(raw, profile), at, raw };
}

const endingWords = {
  enter: 'Enter after a code',
  tab: 'Tab after a code',
  'line-feed': 'a line feed after a code',
  several: 'several keys after a code',
  none: 'nothing after a code',
} as const;

/** 'Learned: 12 ms a character, Enter after a code.' */
export function profileWords({ gap, prefix, ending, controls, byPlace }: ScannerProfile): string {
  const facts = [
    `${gap} ms a character`,
    prefix.trim() !== '' && `‘${prefix.trim()}’ before a code`,
    endingWords[ending],
    controls.length > 0 && `control keys ${controls.map((letter) => letter.toUpperCase()).join(', ')}`,
    byPlace && 'keys by their place',
  ];
  return `Learned: ${facts.filter(Boolean).join(', ')}.`;
}
