/** What a search asks for beside its own words: those that the settings say mean the same. */
import { oneOf, phraseKey, phraseWords } from '#features/settings/synonyms.ts';
import { openVocabulary, type SearchVocabulary } from './search-vocabulary.ts';

/** By the key of each phrase, all phrases of its group as words. */
export type Synonyms = {
  groups: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** Words of the longest phrase. */
  longest: number;
  /** Single words, so that a misspelt one is understood. */
  vocabulary: SearchVocabulary;
};

export function openSynonyms(synonyms: readonly (readonly string[])[]): Synonyms {
  const groups = new Map<string, readonly (readonly string[])[]>();
  const words = new Set<string>();
  let longest = 0;
  for (const group of synonyms) {
    const phrases = group.map(phraseWords);
    for (const [at, phrase] of group.entries()) {
      groups.set(phraseKey(phrase), phrases);
      longest = Math.max(longest, phrases[at]?.length ?? 0);
      const [only] = phrases[at]?.length === 1 ? (phrases[at] ?? []) : [];
      if (only && /^[a-z0-9]{3,40}$/.test(only)) words.add(only);
    }
  }
  const bytes = new TextEncoder().encode(
    [...words]
      .sort()
      .map((word) => `${word}\n`)
      .join(''),
  );
  return { groups, longest, vocabulary: openVocabulary(bytes) };
}

/**
 * The words of a search in order, each a word, or a phrase with all that means the same: its own words first. The longest
 * phrase is taken; nothing leads on from what was put in.
 */
export function partsOf(
  words: readonly string[],
  { groups, longest }: Pick<Synonyms, 'groups' | 'longest'>,
): (string | readonly (readonly string[])[])[] {
  if (groups.size === 0) return [...words];
  const keys = words.map(oneOf);
  const parts: (string | readonly (readonly string[])[])[] = [];
  for (let at = 0; at < words.length; ) {
    let taken = 0;
    for (let length = Math.min(longest, words.length - at); length > 0 && taken === 0; length--) {
      const group = groups.get(keys.slice(at, at + length).join(' '));
      if (!group) continue;
      const own = words.slice(at, at + length);
      const others = group.filter((phrase) => phrase.map(oneOf).join(' ') !== own.map(oneOf).join(' '));
      parts.push([own, ...others]);
      taken = length;
    }
    if (taken === 0) parts.push(words[at] as string);
    at += Math.max(taken, 1);
  }
  return parts;
}

/** Whether a word stands for others. */
export const isSynonym = ({ groups }: Synonyms, word: string): boolean => groups.has(oneOf(word));
