/** Defines flagged words: a list, one word or phrase per line. */

import type { SettingsSection } from '#core/ground/settings/settings-section.ts';
import { refuse, succeed } from '#kernel/result.ts';
import { cleanLine, isPlainText } from '#kernel/text.ts';

const LONGEST_WORD = 60;
const MOST_WORDS = 500;

/** The words of a text: one per line, or separated by commas; each once, ignoring case. */
export function readWordList(text: string): string[] {
  const seen = new Set<string>();
  return text
    .split(/[\n,]/)
    .map(cleanLine)
    .filter((word) => {
      const key = word.toLowerCase();
      if (word === '' || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}

export const flaggedWordsSection: SettingsSection<'publishing'> = {
  path: 'flagged-words',
  name: 'publishing',
  keys: ['flaggedWords'],
  labels: { flaggedWords: 'Flagged words' },
  texts: ({ flaggedWords }) => ({ flaggedWords: flaggedWords.join('\n') }),
  read: (texts) => {
    const words = readWordList(texts.flaggedWords ?? '');
    const problem = problemOf(words);
    return problem ? refuse({ flaggedWords: [problem] }) : succeed({ flaggedWords: words });
  },
  words: ({ flaggedWords }) => ({ 'Flagged words': flaggedWords.join(', ') }),
};

function problemOf(words: readonly string[]): string | null {
  if (words.length > MOST_WORDS) return `Enter at most ${MOST_WORDS} words.`;
  const long = words.find((word) => word.length > LONGEST_WORD);
  if (long) return `“${long.slice(0, 30)}…” is too long; a word has at most ${LONGEST_WORD} characters.`;
  const empty = words.find((word) => !/[\p{L}\p{N}]/u.test(word) || !isPlainText(word));
  return empty ? `“${empty}” has no letters or digits.` : null;
}
