/** Defines the back office's one search: the typed text, and the matches by kind. */
import { isWellFormedText } from '#kernel/text.ts';

export type Found = {
  id: string;
  /** Its page in the back office. */
  to: string;
  title: string;
  detail: string;
};

export type FoundGroup = {
  label: string;
  rows: readonly Found[];
  /** The list with all matches; null if there is none. */
  all: string | null;
};

/** How many of each kind are shown. */
export const MOST_SHOWN = 5;
/** Longer texts match nothing. */
export const LONGEST_QUERY = 100;
/** Shorter texts match everything, and no index finds them. */
export const FEWEST_LETTERS = 3;

/** The typed text, prepared for the search: '' if it cannot be searched. */
export function readQuery(given: string | null): string {
  const text = given?.trim().replaceAll(/\s+/g, ' ') ?? '';
  return text.length > LONGEST_QUERY || !isWellFormedText(text) ? '' : text;
}

/**
 * Those that start with the typed text come first, then those with a word that does, then the rest; by name within
 * each.
 */
export function bestFirst<T>(rows: readonly T[], typed: string, nameOf: (row: T) => string): T[] {
  const wanted = typed.toLowerCase();
  const rank = (row: T) => {
    const name = nameOf(row).toLowerCase();
    if (name.startsWith(wanted)) return 0;
    return name.includes(` ${wanted}`) ? 1 : 2;
  };
  return [...rows].sort(
    (one, other) => rank(one) - rank(other) || nameOf(one).localeCompare(nameOf(other), 'en'),
  );
}
