/**
 * Words that the catalogue's search treats as equal: 'gummy = chew'. A word is in one group only, so that groups never
 * chain. The first of a group is the one the shop itself uses: a misspelled search for any of them is shown as that
 * one.
 */
import { refuse, succeed } from '#kernel/result.ts';
import { cleanLine, isPlainText } from '#kernel/text.ts';
import type { SettingsSection } from './settings-section.ts';

const MOST_GROUPS = 200;
const MOST_IN_GROUP = 12;
const LONGEST = 40;
/** Words in a phrase. */
const LONGEST_PHRASE = 3;

/**
 * A separate number ('510', '.5', '1/8', '1:1'), with its unit of weight or volume if it has one; or a word of letters
 * and digits.
 */
const WORD =
  /(?<![\p{L}\p{N}]|\d\.)(\d{1,9}[/:]\d{1,9}|\d{0,9}\.\d{1,9}|\d{1,9})(?:[\s-]*(milligrams?|mgs?|grams?|gs?|ounces?|oz|milliliters?|ml))?(?![\p{L}\p{N}])|[\p{L}\p{N}]+/gu;

/** After a whole number: '3½' is 3.5. Elsewhere '½' is 1/2. */
const FRACTIONS: Readonly<Record<string, string>> = { '¼': '.25', '½': '.5', '¾': '.75', '⅛': '.125' };

/**
 * The words of a text as the search reads them: 'Pre-Roll' → 'pre', 'roll'. An amount is one word however it is
 * written: '3.5g', '3½ g', '3.50 grams' → '3.5 g'; '⅛ oz', '1/8th ounce' → '1/8 oz'; '10x5mg', '10 × 5 mg' → '10', '5
 * mg'. The database's searched_text() reads products the same way.
 */
export function phraseWords(phrase: string): string[] {
  const plain = phrase
    .replaceAll(/[™℠]/g, ' ')
    .replaceAll(/(?<=\d)[¼½¾⅛]/g, (fraction) => FRACTIONS[fraction] ?? fraction)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('\u2044', '/')
    .toLowerCase()
    .replaceAll(/(?<=\d)(?:x|\s+x\s+)(?=\.?\d)/g, ' ')
    .replaceAll(/(\d\/\d)th\b/g, '$1');
  return Array.from(plain.matchAll(WORD), ([word, number, unit]) => {
    if (number === undefined) return word;
    const amount = number.includes('.') ? String(Number(number)) : number;
    return unit === undefined ? amount : `${amount} ${shortUnit(unit)}`;
  });
}

function shortUnit(unit: string): string {
  if (unit.startsWith('mg') || unit.startsWith('millig')) return 'mg';
  if (unit.startsWith('m')) return 'ml';
  return unit.startsWith('g') ? 'g' : 'oz';
}

/** Singular and plural are the same word: 'gummies' and 'gummy', 'edibles' and 'edible', 'hoodies' and 'hoodie'. */
export function oneOf(word: string): string {
  if (word.length > 4 && /ies?$/.test(word)) return word.replace(/ies?$/, 'y');
  if (word.length > 4 && /(?:ch|sh|ss|x)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** The key of a sequence of words; ignores spaces and hyphens. */
export const wordsKey = (words: readonly string[]): string => words.map(oneOf).join('').replaceAll(' ', '');

/** The key of a phrase. */
export const phraseKey = (phrase: string): string => wordsKey(phraseWords(phrase));

/** Parses typed groups: one per line, words separated by commas or equals signs. */
export function readSynonyms(text: string): { groups: string[][]; problem: string | null } {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const groups: string[][] = [];
  const lineOf = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    const said = (message: string) => ({ groups: [], problem: `Line ${index + 1}: ${message}` });
    const phrases = line
      .split(/[,=]/)
      .map(cleanLine)
      .filter((phrase) => phrase !== '');
    if (phrases.length < 2) return said('enter at least two words, such as edible = gummy.');
    if (phrases.length > MOST_IN_GROUP) return said(`at most ${MOST_IN_GROUP} words mean the same.`);
    for (const phrase of phrases) {
      const words = phraseWords(phrase);
      const key = phraseKey(phrase);
      if (words.length === 0) return said(`“${phrase}” has no letter and no digit.`);
      if (!isPlainText(phrase)) return said('these characters cannot be saved.');
      if (phrase.length > LONGEST) return said(`“${phrase.slice(0, 30)}…” is too long.`);
      if (words.length > LONGEST_PHRASE) return said(`“${phrase}” has more than ${LONGEST_PHRASE} words.`);
      const before = lineOf.get(key);
      if (before === index) return said(`“${phrase}” is listed twice.`);
      if (before !== undefined)
        return said(`“${phrase}” is already in line ${before + 1}. Put both on one line, or remove one.`);
      lineOf.set(key, index);
    }
    groups.push(phrases);
  }
  return groups.length > MOST_GROUPS
    ? { groups: [], problem: `There are at most ${MOST_GROUPS} lines.` }
    : { groups, problem: null };
}

const written = (groups: readonly (readonly string[])[]) =>
  groups.map((group) => group.join(' = ')).join('\n');

export const synonymsSection: SettingsSection<'search'> = {
  path: 'synonyms',
  name: 'search',
  keys: ['synonyms'],
  labels: { synonyms: 'Words that mean the same' },
  texts: ({ synonyms }) => ({ synonyms: written(synonyms) }),
  read: (texts) => {
    const { groups, problem } = readSynonyms(texts.synonyms ?? '');
    return problem ? refuse({ synonyms: [problem] }) : succeed({ synonyms: groups });
  },
};
