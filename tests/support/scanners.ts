/** Synthetic scanners: what their settings make of a code, as key events of a browser. */
import type { ReportedKey } from '#core/sales/orders/scan/scanner-profile.ts';
import { swapCase } from '#core/sales/orders/scan/us-keys.ts';

const layouts = ['us', 'german', 'french', 'spanish'] as const;

export type SyntheticScanner = {
  /** Milliseconds between two characters. */
  gap: number;
  prefix: (typeof prefixes)[number];
  ending: (typeof scannerEndings)[number];
  /** Whether it sends separators of a license as Ctrl with a sign; otherwise it leaves them out. */
  controls: boolean;
  /** Milliseconds that it pauses after each 64 characters of a license. */
  pause: number;
  capsLock: boolean;
  /** The tablet's; the scanner always has a US keyboard. */
  layout: (typeof layouts)[number];
};

const prefixes = ['', '~', ']C1', '\x02', '^~', '#', '%%', '$', '@', 'X'] as const;
const scannerEndings = ['\n', '\t', '', '\n\n', '^j'] as const;
const gaps = [2, 5, 10, 20, 30, 40, 50, 60, 70, 80];
const pauses = [0, 150, 300, 800];

/** Scanner number `index`: settings go round at different paces, so that a few of them have every one. */
export const scannerOf = (index: number): SyntheticScanner => ({
  gap: at(gaps, index * 7),
  prefix: at(prefixes, index * 3 + Math.floor(index / 10)),
  ending: at(scannerEndings, index + Math.floor(index / 5)),
  controls: index % 3 === 0,
  pause: at(pauses, index + Math.floor(index / 4)),
  capsLock: index % 7 === 3,
  layout: at(layouts, index + Math.floor(index / 9)),
});

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

export type TimedKey = ReportedKey & { at: number };

const US = new Map<string, { code: string; shiftKey: boolean }>();
for (const [code, plain, shifted] of [
  ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => [
    `Key${letter.toUpperCase()}`,
    letter,
    letter.toUpperCase(),
  ]),
  ...[...'0123456789'].map((digit, index) => [`Digit${digit}`, digit, ')!@#$%^&*('[index]]),
  ...[
    ['Backquote', '`', '~'],
    ['Minus', '-', '_'],
    ['Equal', '=', '+'],
    ['BracketLeft', '[', '{'],
    ['BracketRight', ']', '}'],
    ['Backslash', '\\', '|'],
    ['Semicolon', ';', ':'],
    ['Quote', "'", '"'],
    ['Comma', ',', '<'],
    ['Period', '.', '>'],
    ['Slash', '/', '?'],
    ['Space', ' ', ' '],
  ],
] as [string, string, string][]) {
  US.set(shifted, { code, shiftKey: true });
  US.set(plain, { code, shiftKey: false });
}

/** What other layouts type for the place of a key, without and with Shift, where it is not the US one's. */
const OTHER: Record<(typeof layouts)[number], Record<string, [string, string]>> = {
  us: {},
  german: {
    ...{ KeyY: ['z', 'Z'], KeyZ: ['y', 'Y'], Minus: ['ß', '?'], Slash: ['-', '_'], Semicolon: ['ö', 'Ö'] },
    ...{ Digit2: ['2', '"'], Digit3: ['3', '§'], Digit6: ['6', '&'], Digit7: ['7', '/'], Digit8: ['8', '('] },
    ...{ Digit9: ['9', ')'], Digit0: ['0', '='], Backquote: ['Dead', '°'], Equal: ['Dead', 'Dead'] },
    ...{ BracketRight: ['+', '*'], BracketLeft: ['ü', 'Ü'], Comma: [',', ';'], Period: ['.', ':'] },
  },
  french: {
    ...{ KeyA: ['q', 'Q'], KeyQ: ['a', 'A'], KeyZ: ['w', 'W'], KeyW: ['z', 'Z'], KeyM: [',', '?'] },
    ...{ Semicolon: ['m', 'M'], Digit1: ['&', '1'], Digit2: ['é', '2'], Digit3: ['"', '3'] },
    ...{ Digit4: ["'", '4'], Digit5: ['(', '5'], Digit6: ['-', '6'], Digit7: ['è', '7'], Digit8: ['_', '8'] },
    ...{ Digit9: ['ç', '9'], Digit0: ['à', '0'], Minus: [')', '°'], Slash: ['!', '§'], Comma: [';', '.'] },
    ...{ Period: [':', '/'], BracketLeft: ['Dead', 'Dead'], BracketRight: ['$', '£'], Backquote: ['²', '²'] },
  },
  spanish: {
    ...{
      Minus: ["'", '?'],
      Slash: ['-', '_'],
      Semicolon: ['ñ', 'Ñ'],
      Digit2: ['2', '"'],
      Digit3: ['3', '·'],
    },
    ...{ Digit6: ['6', '&'], Digit7: ['7', '/'], Digit8: ['8', '('], Digit9: ['9', ')'], Digit0: ['0', '='] },
    ...{ Backquote: ['º', 'ª'], BracketLeft: ['Dead', 'Dead'], BracketRight: ['+', '*'], Period: ['.', ':'] },
  },
};

/** The keys of one scan. Line breaks of a text are Enter. */
export function keysOfScan(scanner: SyntheticScanner, code: string, from = 10_000): TimedKey[] {
  let now = from;
  const isLicense = /^@[\r\n]/.test(code);
  const line = `${scanner.prefix}${code}`;
  const signs = [...line.matchAll(/[\s\S]/g)].map(([sign]) => sign);
  const keys: TimedKey[] = [];
  const add = (key: string, place: string, more: Partial<ReportedKey> = {}) => {
    const { shiftKey = false, ctrlKey = false } = more;
    const isCaps = scanner.capsLock;
    keys.push({ key, code: place, shiftKey, ctrlKey, getModifierState: () => isCaps, at: now });
    now += scanner.gap;
  };
  const type = (sign: string) => {
    if (sign === '\n' || sign === '\r') return add('Enter', 'Enter');
    if (sign === '\t') return add('Tab', 'Tab');
    // STX is Ctrl+B, RS is Ctrl+^ and GS is Ctrl+].
    if (sign === '\x02') return add('b', 'KeyB', { ctrlKey: true });
    if (sign < ' ') return scanner.controls ? add(']', 'BracketRight', { ctrlKey: true }) : undefined;
    const place = US.get(sign);
    if (!place) throw new Error(`no key types ${sign}`);
    const [plain, shifted] = OTHER[scanner.layout][place.code] ?? [];
    const typed = (place.shiftKey ? shifted : plain) ?? sign;
    add(scanner.capsLock && typed.length === 1 ? swapCase(typed) : typed, place.code, place);
  };
  for (const [index, sign] of signs.entries()) {
    if (isLicense && index % 64 === 63) now += scanner.pause;
    type(sign);
  }
  if (scanner.ending === '^j') add('j', 'KeyJ', { ctrlKey: true });
  else for (const sign of scanner.ending) type(sign);
  return keys;
}
