/**
 * Finds passwords that guessers try first. A list of ten million would be heavy and still miss 'Password2026!', so the
 * rule reduces a password to the words it is made of and looks those up.
 */
import { commonWords } from './common-passwords.ts';

/** Characters of a new password. */
export const MINIMUM_PASSWORD = 10;

const leet: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '+': 't',
};

// Also with their look-alike digits read as letters, so that 'trustno1' is found too.
const words: ReadonlySet<string> = new Set(commonWords.flatMap((word) => [word, letters(word)]));

const rows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
];
/** Both directions, each doubled, so that a walk may wrap around. */
const walks = rows.flatMap((row) => [row + row, [...(row + row)].reverse().join('')]);

/**
 * Returns why this password is too easy to guess, as a message for its owner; null when it is not. `personal`: the
 * person's own name and address, which guessers know.
 */
export function passwordProblem(password: string, personal: readonly string[] = []): string | null {
  const plain = password.normalize('NFKC').toLowerCase();
  if (new Set(plain).size < 5) return 'This password repeats the same few characters. Please choose another.';
  if (isWalk(plain)) return 'This password follows the keyboard or the alphabet. Please choose another.';
  const own = new Set(
    personal.flatMap((text) => text.toLowerCase().split(/[^a-z0-9]+/)).filter((part) => part.length >= 4),
  );
  if (isMadeOf(plain, own)) return 'This password contains your name or email. Please choose another.';
  if (isMadeOf(plain, words)) return 'This password is easy to guess. Please choose another.';
  return null;
}

/** Whether it consists only of known words (at most three), digits and punctuation. */
function isMadeOf(plain: string, known: ReadonlySet<string>): boolean {
  // People add digits and symbols at the ends to satisfy a rule, before or after they replace letters. A symbol in
  // front may be a letter of the word ('$unshine2026') or one of these.
  const readings = [plain, letters(plain), letters(withoutEnds(plain)), letters(withoutTail(plain))];
  return readings.some((reading) => {
    const core = withoutEnds(reading).replaceAll(/[^a-z0-9]/g, '');
    return core.length >= 3 && startsWithWords(core, known, 3);
  });
}

/** Reads look-alike symbols as letters: 'p@ssw0rd' becomes 'password'. */
function letters(text: string): string {
  return [...text].map((sign) => leet[sign] ?? sign).join('');
}

function withoutEnds(text: string): string {
  return text.replaceAll(/^[^a-z]+|[^a-z]+$/g, '');
}

function withoutTail(text: string): string {
  return text.replace(/[^a-z]+$/, '');
}

function startsWithWords(text: string, known: ReadonlySet<string>, most: number): boolean {
  if (text === '') return true;
  if (most === 0) return /^\d*$/.test(text);
  const digits = /^\d+/.exec(text)?.[0].length ?? 0;
  if (digits > 0 && startsWithWords(text.slice(digits), known, most)) return true;
  for (let length = text.length; length >= 3; length--) {
    if (known.has(text.slice(0, length)) && startsWithWords(text.slice(length), known, most - 1)) return true;
  }
  return false;
}

/** Whether it consists of keyboard or alphabet runs of four or more characters. */
function isWalk(plain: string): boolean {
  let rest = plain.replaceAll(/[^a-z0-9]/g, '');
  if (rest.length < 8) return false;
  while (rest.length >= 4) {
    let length = rest.length;
    while (length >= 4 && !walks.some((walk) => walk.includes(rest.slice(0, length)))) length -= 1;
    if (length < 4) return false;
    rest = rest.slice(length);
  }
  return true;
}
