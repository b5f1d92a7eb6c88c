/** What a US keyboard types: a scanner presses its keys by place, and a tablet with another layout types other characters. */

const DIGITS = [')!@#$%^&*(', '0123456789'] as const;
const SIGNS: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Backquote: ['`', '~'],
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Space: [' ', ' '],
};

/**
 * Without Caps Lock, of which a scanner knows nothing.
 * @param code `KeyboardEvent.code`
 * @returns the character; '' for a key that types none, or whose place is not known
 */
export function usCharacter(code: string, isShifted: boolean): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return isShifted ? letter : letter.toLowerCase();
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit) return DIGITS[isShifted ? 0 : 1][Number(digit)] ?? '';
  return SIGNS[code]?.[isShifted ? 1 : 0] ?? '';
}

/** The text with capitals for small letters, and small letters for capitals: what Caps Lock makes of it. */
export const swapCase = (text: string): string =>
  text.replaceAll(/[A-Za-z]/g, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
