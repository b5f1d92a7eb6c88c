/**
 * Passwords that guessers try first. A list of ten million would be heavy and still miss 'Password2026!', so
 * a password is brought back to the words it was made of, and those are looked up.
 */
import { commonWords } from './common-passwords.ts';

const words = new Set(commonWords);

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

const rows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
];
/** Both directions, twice over, so that a walk may go round. */
const walks = rows.flatMap((row) => [row + row, [...(row + row)].reverse().join('')]);

/**
 * Why this password is too easily guessed, in words for its owner; null when it is not. `personal`: the
 * person's own name and address, which guessers know.
 */
export function passwordProblem(password: string, personal: readonly string[] = []): string | null {
  const plain = password.normalize('NFKC').toLowerCase();
  if (new Set(plain).size < 5) return 'This password repeats the same few characters. Please choose another.';
  if (isWalk(plain)) return 'This password follows the keyboard or the alphabet. Please choose another.';
  const own = personal
    .flatMap((text) => text.toLowerCase().split(/[^a-z0-9]+/))
    .filter((part) => part.length >= 4);
  if (isMadeOf(plain, own)) return 'This password is made of your name or email. Please choose another.';
  if (isMadeOf(plain, []))
    return 'This password is one of those that are guessed first. Please choose another.';
  return null;
}

/** Whether nothing but well-known words (at most three), `own` words, digits and punctuation is in it. */
function isMadeOf(plain: string, own: readonly string[]): boolean {
  const known = own.length > 0 ? new Set(own) : words;
  const readings = new Set([plain, [...plain].map((sign) => leet[sign] ?? sign).join('')]);
  for (const reading of readings) {
    // Digits and signs at the ends are what people add to satisfy a rule.
    const core = reading.replaceAll(/^[^a-z]+|[^a-z]+$/g, '').replaceAll(/[^a-z0-9]/g, '');
    if (core.length >= 3 && startsWithWords(core, known, 3)) return true;
    if (known.has(reading)) return true;
    // '!' at the end is read as 'i' above; without the ends first it is not.
    const bare = reading === plain ? plain.replaceAll(/^[^a-z]+|[^a-z]+$/g, '') : '';
    const unleet = [...bare]
      .map((sign) => leet[sign] ?? sign)
      .join('')
      .replaceAll(/[^a-z0-9]/g, '');
    if (unleet.length >= 3 && startsWithWords(unleet, known, 3)) return true;
  }
  return false;
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

/** Whether it is keyboard or alphabet runs of four or more signs, one after another. */
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
