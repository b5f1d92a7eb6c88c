/** Expands a search with the words that the settings define as synonyms. */
import { oneOf, phraseKey, phraseWords, wordsKey } from '#core/ground/settings/synonyms.ts';
import { openVocabulary, type SearchVocabulary } from './search-vocabulary.ts';

/** `groups`: by each phrase's key, all phrases of its group as words. */
export type Synonyms = {
  groups: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** The number of words in the longest phrase. */
  longest: number;
  /** Single words, for correcting a misspelled one. */
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
      if (only && /^[a-z][a-z0-9]{2,39}$/.test(only)) words.add(oneOf(only));
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

/** What decides how the words of a search belong together. */
export type KnownWords = Pick<Synonyms, 'groups' | 'longest'> & {
  /**
   * Whether the menu contains this word; for the last word of a search, which may be incomplete, whether it
   * contains a word that starts with it.
   */
  isWord?: (word: string, isLast: boolean) => boolean;
};

/** One word of a search, or several that belong together. */
export type SearchPart = {
  /** As typed, then as one word if the menu writes it that way: 'beaver kill', 'beaverkill'. */
  typed: readonly (readonly string[])[];
  /** Its synonyms. */
  same: readonly (readonly string[])[];
};

/**
 * Splits a search into parts, in order. Prefers the longest phrase with synonyms, then two words that the
 * menu writes as one; synonyms are not expanded further.
 */
export function partsOf(words: readonly string[], known: KnownWords): SearchPart[] {
  const parts: SearchPart[] = [];
  for (let at = 0; at < words.length; ) {
    const part = groupAt(words, at, known) ??
      joinedAt(words, at, known) ?? { typed: [[words[at] as string]], same: [] };
    parts.push(part);
    at += part.typed[0]?.length ?? 1;
  }
  return parts;
}

function groupAt(words: readonly string[], at: number, known: KnownWords): SearchPart | null {
  for (let length = Math.min(known.longest, words.length - at); length > 0; length--) {
    const own = words.slice(at, at + length);
    const group = known.groups.get(wordsKey(own));
    if (!group) continue;
    const inWords = own.map(oneOf).join(' ');
    const others = group.filter(
      (phrase) => phrase.map(oneOf).join(' ') !== inWords && phrase.every((word) => isOnMenu(word, known)),
    );
    return {
      typed: (length === 2 ? joinedAt(words, at, known)?.typed : null) ?? [own],
      // A search for '28 g' or 'zip' also means 'one ounce', but not everything measured in ounces.
      same: group.some((phrase) => phrase.every(isAmount))
        ? others.filter((phrase) => phrase.length > 1 || phrase.every(isAmount))
        : others,
    };
  }
  return null;
}

/**
 * Whether products may contain this word, in singular or plural. Other words would only match words with the
 * same stem: 'wax' is not 'waxed'. Short words and amounts always pass.
 */
function isOnMenu(word: string, { isWord }: KnownWords): boolean {
  if (!isWord || !/^[a-z]{3}/.test(word)) return true;
  const one = oneOf(word);
  return [word, one, `${one}s`, `${one}es`, one.replace(/y$/, 'ie'), one.replace(/y$/, 'ies')].some((form) =>
    isWord(form, false),
  );
}

/** '3.5 g', '1/8 oz', '1/8'. */
export const isAmount = (word: string): boolean => /^\d.*[ /]/.test(word);

const SHORTEST_JOINED = 5;

function joinedAt(words: readonly string[], at: number, { isWord }: KnownWords): SearchPart | null {
  const [first, second] = words.slice(at, at + 2);
  if (!isWord || first === undefined || second === undefined) return null;
  const joined = first + second;
  if (joined.length < SHORTEST_JOINED || !/^[a-z]+$/.test(joined)) return null;
  return isWord(joined, at + 2 === words.length) ? { typed: [[first, second], [joined]], same: [] } : null;
}

/** Whether a word has synonyms. */
export const isSynonym = ({ groups }: Synonyms, word: string): boolean => groups.has(oneOf(word));

/** The shop's own word for a synonym; otherwise the word itself. */
export const ownWord = ({ groups }: Synonyms, word: string): readonly string[] =>
  groups.get(oneOf(word))?.[0] ?? [word];
