/** Which columns of a list a person at work sees. Pure. */
import { isWellFormedText } from '#kernel/text.ts';
import { listsWithViews } from './lists.ts';

/** The lists whose columns one chooses, by their names. */
const listsWithColumns = [...listsWithViews, 'audit'] as const;
export type ListWithColumns = (typeof listsWithColumns)[number];

export type ColumnChoice = { list: ListWithColumns; hidden: string[] };

const MOST_COLUMNS = 30;
const LONGEST_NAME = 60;

/**
 * Reads a form with a box for each column: `of` names those there are, `shown` those that were ticked. null if it is
 * malformed.
 */
export function readColumnChoice(form: FormData): ColumnChoice | null {
  const list = listsWithColumns.find((name) => name === form.get('list'));
  const texts = (name: string) => form.getAll(name).map(String);
  const all = texts('of');
  const isName = (text: string) => text !== '' && text.length <= LONGEST_NAME && isWellFormedText(text);
  if (!list || all.length > MOST_COLUMNS || !all.every(isName)) return null;
  const shown = new Set(texts('shown'));
  return { list, hidden: [...new Set(all.filter((name) => !shown.has(name)))] };
}

/** The columns that are shown: those that name a row or act on it always are. */
export function shownColumns<Column extends { head: string; primary?: boolean }>(
  columns: readonly Column[],
  hidden: readonly string[],
): Column[] {
  return columns.filter((column) => !mayHide(column) || !hidden.includes(column.head));
}

/** Whether a person may leave this column out. */
export function mayHide({ head, primary }: { head: string; primary?: boolean }): boolean {
  return !primary && head !== '' && head !== 'Actions';
}
