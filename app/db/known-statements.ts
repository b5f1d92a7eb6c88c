/**
 * Statements that come again and again get a name, by which PostgreSQL parses and plans them once per connection
 * instead of every time: most of what a short statement costs. Those that are put together anew each time (a list's
 * filters, a bulk change) never get one.
 */

/** Asked so often, a statement is one that comes again. */
const OFTEN = 8;
/** Each is kept by every connection, some twenty kilobytes: enough for what commands and notifications say. */
const MOST_NAMED = 120;
/** Texts that are counted at a time. */
const MOST_COUNTED = 500;

export type KnownStatements = {
  /** The name of the statement with this text; undefined as long as it has none. */
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
