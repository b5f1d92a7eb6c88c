/**
 * Writes the bytes that printers take: ESC/POS for Epson, and the commands that StarPRNT and Star Line Mode share
 * (decision 121). No text becomes a command: what is no letter of the code page is replaced.
 */
import type { PrinterMaker } from '#kernel/statuses.ts';
import type { RollLine } from '#platform/paper/roll.ts';
import { type Bitmap, markBitmap } from './mark-bitmap.ts';
import { LETTERS, wrapped } from './roll.ts';

const [ESC, GS, LF] = [0x1b, 0x1d, 0x0a];
/** Dots of the mark's side: 12 mm. */
const MARK = 96;
/** Dots of a side of the QR code's squares. */
const SQUARE = 6;

type Align = 'left' | 'center';

/** The commands of one maker. */
type Commands = {
  /** Resets, and chooses Windows-1252. */
  start: readonly number[];
  align: (align: Align) => readonly number[];
  strong: (on: boolean) => readonly number[];
  large: (on: boolean) => readonly number[];
  picture: (dots: Bitmap) => readonly number[];
  qr: (text: readonly number[]) => readonly number[];
  /** Feeds past the blade, and cuts. */
  cut: readonly number[];
  /** Opens the cash drawer that is plugged into the printer, by a pulse of 200 ms. */
  drawer: readonly number[];
};

const low = (count: number) => count & 0xff;
const high = (count: number) => (count >> 8) & 0xff;

const epson: Commands = {
  start: [ESC, 0x40, ESC, 0x74, 16],
  align: (align) => [ESC, 0x61, align === 'center' ? 1 : 0],
  strong: (on) => [ESC, 0x45, on ? 1 : 0],
  large: (on) => [GS, 0x21, on ? 0x11 : 0],
  picture: (dots) => {
    const width = Math.ceil((dots[0]?.length ?? 0) / 8);
    return [GS, 0x76, 0x30, 0, low(width), high(width), low(dots.length), high(dots.length)].concat(
      dots.flatMap((row) => Array.from({ length: width }, (_, at) => byteOf(row.slice(at * 8, at * 8 + 8)))),
    );
  },
  qr: (text) => {
    const of = (...bytes: number[]) => [GS, 0x28, 0x6b, low(bytes.length), high(bytes.length), ...bytes];
    return [
      ...of(0x31, 0x41, 0x32, 0),
      ...of(0x31, 0x43, SQUARE),
      ...of(0x31, 0x45, 0x31),
      ...of(0x31, 0x50, 0x30, ...text),
      ...of(0x31, 0x51, 0x30),
    ];
  },
  cut: [GS, 0x56, 66, 0],
  // Pin 2, on and off in units of 2 ms.
  drawer: [ESC, 0x70, 0, 100, 250],
};

const star: Commands = {
  start: [ESC, 0x40, ESC, GS, 0x74, 32],
  align: (align) => [ESC, GS, 0x61, align === 'center' ? 1 : 0],
  strong: (on) => [ESC, on ? 0x45 : 0x46],
  large: (on) => (on ? [ESC, 0x69, 1, 1] : [ESC, 0x69, 0, 0]),
  // Bands of 24 dots, each column from top to bottom, with the feed of a line as high as a band.
  picture: (dots) => {
    const width = dots[0]?.length ?? 0;
    const bands = Array.from({ length: Math.ceil(dots.length / 24) }, (_, band) => [
      ...[ESC, 0x58, low(width), high(width)],
      ...Array.from({ length: width }, (_, column) =>
        [0, 8, 16].map((from) =>
          byteOf(Array.from({ length: 8 }, (_, at) => dots[band * 24 + from + at]?.[column] ?? false)),
        ),
      ).flat(),
      ...[LF],
    ]);
    return [ESC, 0x30, ...bands.flat(), ESC, 0x7a, 1];
  },
  qr: (text) => {
    const of = (...bytes: number[]) => [ESC, GS, 0x79, ...bytes];
    return [
      ...of(0x53, 0x30, 2),
      ...of(0x53, 0x31, 1),
      ...of(0x53, 0x32, SQUARE),
      ...of(0x44, 0x31, 0, low(text.length), high(text.length), ...text),
      ...of(0x50),
    ];
  },
  cut: [ESC, 0x64, 3],
  // Sets the pulse in units of 10 ms, and sends it.
  drawer: [ESC, 0x07, 20, 20, 0x07],
};

/** The makers of printers for rolls. */
export type RollMaker = Exclude<PrinterMaker, 'zebra'>;
const commandsOf: Readonly<Record<RollMaker, Commands>> = { epson, star };

/** Rows of a picture that a printer takes at once: more than its memory has are not printed. A multiple of a band. */
const AT_ONCE = 240;

/** A picture at the left edge, and a cut. */
export function rollPicture(dots: Bitmap, maker: RollMaker): Uint8Array {
  const { start, align, picture, cut } = commandsOf[maker];
  const parts = Array.from({ length: Math.ceil(dots.length / AT_ONCE) }, (_, at) =>
    picture(dots.slice(at * AT_ONCE, (at + 1) * AT_ONCE)),
  );
  return Uint8Array.from([start, align('left'), ...parts, cut].flat());
}

/** Eight dots, the first one in the highest bit. */
const byteOf = (dots: readonly boolean[]): number =>
  dots.reduce((byte, dot, at) => (dot ? byte | (0x80 >> at) : byte), 0);

/** Opens the drawer and prints nothing, not even a feed. */
export const encodeDrawer = (maker: RollMaker): Uint8Array =>
  Uint8Array.from([...commandsOf[maker].start, ...commandsOf[maker].drawer]);

/** @param width of the paper in millimeters: 80 or 58 */
export function encodeRoll(lines: readonly RollLine[], maker: RollMaker, width: number): Uint8Array {
  const commands = commandsOf[maker];
  const letters = LETTERS[width] ?? 32;
  const bytes: number[] = [...commands.start];
  const put = (texts: readonly string[], { align = 'left' as Align, strong = false, large = false } = {}) => {
    bytes.push(...commands.align(align));
    if (strong) bytes.push(...commands.strong(true));
    if (large) bytes.push(...commands.large(true));
    for (const text of texts) bytes.push(...lettersOf(text), LF);
    if (large) bytes.push(...commands.large(false));
    if (strong) bytes.push(...commands.strong(false));
  };
  for (const line of lines) {
    switch (line.kind) {
      case 'text': {
        const { text, ...look } = line;
        put(wrapped(plain(text), line.large ? letters / 2 : letters), look);
        break;
      }
      case 'pair':
        put(pairOf(plain(line.text), plain(line.amount), letters), { strong: line.strong ?? false });
        break;
      case 'rule':
        put(['-'.repeat(letters)]);
        break;
      case 'space':
        put(['']);
        break;
      case 'mark':
        bytes.push(...commands.align('center'), ...commands.picture(markBitmap(MARK)));
        break;
      case 'qr':
        bytes.push(...commands.align('center'), ...commands.qr(lettersOf(line.text)), LF);
        break;
    }
  }
  return Uint8Array.from([...bytes, ...commands.cut]);
}

/** The text wrapped beside its amount, which stands at the right edge of the last line. */
function pairOf(text: string, amount: string, letters: number): string[] {
  const room = Math.max(letters - amount.length - 1, 8);
  const lines = wrapped(text, room);
  const last = lines.at(-1) ?? '';
  return [...lines.slice(0, -1), `${last.padEnd(letters - amount.length)}${amount}`];
}

/** Signs that Windows-1252 has another letter for, or two. */
const spelled: Readonly<Record<string, string>> = {
  '\u2212': '-',
  '\u2010': '-',
  '\u2011': '-',
  '\u00d7': 'x',
  '\u202f': ' ',
  '\u00a0': ' ',
  Ł: 'L',
  ł: 'l',
};

/** Signs at the places that Windows-1252 fills otherwise than Latin-1. */
const high1252: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 32 }, (_, at) => 0x80 + at).map((byte) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
    byte,
  ]),
);

/** In letters of the code page: accents that it lacks are left out, everything else becomes a question mark. */
export function plain(text: string): string {
  let said = '';
  for (const sign of text.normalize('NFC')) {
    const written = spelled[sign] ?? sign;
    if (byteOfSign(written) !== null) said += written;
    else {
      const bare = sign.normalize('NFD').replaceAll(/\p{M}/gu, '');
      if (bare !== '' && [...bare].every((each) => byteOfSign(each) !== null)) said += bare;
      else if (!/\p{M}|\p{Cf}/u.test(sign)) said += /\p{Cc}/u.test(sign) ? ' ' : '?';
    }
  }
  return said;
}

function byteOfSign(sign: string): number | null {
  if (sign.length !== 1) return null;
  const code = sign.charCodeAt(0);
  if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)) return code;
  return /\p{Cc}/u.test(sign) ? null : (high1252.get(sign) ?? null);
}

const lettersOf = (text: string): number[] => [...plain(text)].map((sign) => byteOfSign(sign) ?? 0x3f);
