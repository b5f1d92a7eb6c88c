/**
 * Names statements that are repeated often, so that PostgreSQL parses and plans them once per connection instead of
 * every time, which is most of the cost of a short statement. Statements that vary (a list's filters, a bulk change)
 * never get a name.
 */

/** Uses after which a statement gets a name. */
const OFTEN = 8;
/** Every connection caches each named statement, about twenty kilobytes: enough for commands and notifications. */
const MOST_NAMED = 120;
/** Texts counted at a time. */
const MOST_COUNTED = 500;

export type KnownStatements = {
  /** The name of the statement with this text; undefined while it has none. */
  nameOf(text: string): string | undefined;
};

export function knownStatements(): KnownStatements {
  const names = new Map<string, string>();
  const asked = new Map<string, number>();
  return {
    nameOf(text) {
      const known = names.get(text);
      if (known !== undefined || names.size === MOST_NAMED) return known;
      const times = (asked.get(text) ?? 0) + 1;
      if (times < OFTEN) {
        if (asked.size === MOST_COUNTED) asked.clear();
        asked.set(text, times);
        return undefined;
      }
      asked.delete(text);
      const name = `known_${names.size + 1}`;
      names.set(text, name);
      return name;
    },
  };
}
