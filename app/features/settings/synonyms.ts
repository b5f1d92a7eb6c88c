/**
 * Words that mean the same to the catalogue's search: 'edible = gummy'. Groups are sets, and a word stands in one of them
 * only, so that nothing leads on from one to the next.
 */
import { refuse, succeed } from '#kernel/result.ts';
import { cleanLine, isPlainText } from '#kernel/text.ts';
import type { SettingsSection } from './settings-section.ts';

const MOST_GROUPS = 200;
const MOST_IN_GROUP = 6;
const LONGEST = 40;
/** Words in a phrase. */
const LONGEST_PHRASE = 3;

/** The words of a phrase as the search reads them, 'Pre-Roll' → ['pre', 'roll']. */
export function phraseWords(phrase: string): string[] {
  return (
    phrase
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** One and many of a word are the same word: 'gummies' and 'gummy', 'edibles' and 'edible'. */
export function oneOf(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** What a phrase is known by. */
export const phraseKey = (phrase: string): string => phraseWords(phrase).map(oneOf).join(' ');

/** Groups as they are typed: one a line, words between commas or equals signs. */
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
    if (phrases.length < 2) return said('give at least two words, such as edible = gummy.');
    if (phrases.length > MOST_IN_GROUP) return said(`at most ${MOST_IN_GROUP} words mean the same.`);
    for (const phrase of phrases) {
      const words = phraseWords(phrase);
      const key = phraseKey(phrase);
      if (words.length === 0) return said(`“${phrase}” has no letter and no digit.`);
      if (!isPlainText(phrase)) return said('these characters cannot be saved.');
      if (phrase.length > LONGEST) return said(`“${phrase.slice(0, 30)}…” is too long.`);
      if (words.length > LONGEST_PHRASE) return said(`“${phrase}” has more than ${LONGEST_PHRASE} words.`);
      const before = lineOf.get(key);
      if (before === index) return said(`“${phrase}” stands there twice.`);
      if (before !== undefined)
        return said(
          `“${phrase}” stands in line ${before + 1} already. Put both on one line, or take one out.`,
        );
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
