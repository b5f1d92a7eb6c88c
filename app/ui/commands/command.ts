/**
 * Defines the back office's actions as one list of plain data. The sidebar, a row's menu, the bulk bar, the palette
 * (Ctrl/Cmd+K) and the list of shortcuts (?) are all built from it, so that a new action is one row:
 *
 *     { id: 'orders.print', label: 'Print pick list', keywords: ['paper'], shortcut: 'p',
 *       run: 'orders.print', needs: 'orders.manage', places: ['row', 'bulk', 'palette'] }
 *
 * `to` links to a screen. `run` names a handler of the open page (`useCommandHandlers`); without that page open, the
 * command is not offered. `needs` only decides whether a command is shown: the server checks the permission again.
 */

export type CommandPlace = 'menu' | 'row' | 'bulk' | 'palette';

export type Command<Need extends string = string> = {
  /** Unique, such as 'go.orders'. */
  id: string;
  label: string;
  /** Other words people search for. */
  keywords?: readonly string[];
  /** One key, 'p', or two in sequence, 'g o'. Single letters and '?' and '/' only. */
  shortcut?: string;
  needs?: Need;
  /** Where it is offered; the default is everywhere in the palette. */
  places?: readonly CommandPlace[];
} & ({ to: string; run?: undefined } | { run: string; to?: undefined });

/** The commands of a place that this user may see, in order. */
export function commandsFor<Need extends string>(
  commands: readonly Command<Need>[],
  place: CommandPlace,
  holds: (need: Need) => boolean,
): Command<Need>[] {
  return commands.filter(
    ({ places = ['palette'], needs }) => places.includes(place) && (needs === undefined || holds(needs)),
  );
}

/**
 * The commands that match the typed text, best match first: every typed word must start a word of the label or of the
 * keywords. Labels that start with the text come first, then labels that contain it, then keyword matches.
 */
export function findCommands<C extends Command>(commands: readonly C[], typed: string): C[] {
  const words = wordsOf(typed);
  if (words.length === 0) return [...commands];
  return commands
    .map((command, index) => ({ command, index, rank: rankOf(command, words, typed) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank || one.index - other.index)
    .map(({ command }) => command);
}

function rankOf({ label, keywords = [] }: Command, words: readonly string[], typed: string): number {
  const own = wordsOf(label);
  const all = [...own, ...keywords.flatMap(wordsOf)];
  const begins = (word: string) => (candidate: string) => candidate.startsWith(word);
  if (!words.every((word) => all.some(begins(word)))) return 0;
  if (plain(label).startsWith(plain(typed).trim())) return 3;
  return words.every((word) => own.some(begins(word))) ? 2 : 1;
}

/** Without case and accents. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
const wordsOf = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
