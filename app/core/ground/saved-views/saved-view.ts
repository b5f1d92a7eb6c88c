/** A saved view of a list: its form, its refusals and their messages. */
import { z } from 'zod';
import { commonMessage } from '#kernel/problem.ts';
import { cleanLine, isPlainText } from '#kernel/text.ts';
import { listsWithViews } from './lists.ts';

const text = (maximum: number) => z.string().overwrite(cleanLine).max(maximum).refine(isPlainText);

/** A name of 1 to 60 characters; the query is the list's own, which parses it again when the view is opened. */
export const savedViewSchema = z.object({
  list: z.enum(listsWithViews),
  name: text(60).min(1, 'Enter a name for the view.'),
  query: text(1000),
  shared: z
    .string()
    .optional()
    .transform((value) => value === '1'),
});

export type SavedViewInput = z.output<typeof savedViewSchema>;

/** The fields of a view that a list shows. */
export type SavedView = { id: string; name: string; query: string; isShared: boolean; mayDelete: boolean };

/** Views of one list per person; with more, people would not find them. */
export const MAXIMUM_VIEWS = 20;

export type SavedViewProblem =
  | { kind: 'not-found' }
  | { kind: 'name-taken'; name: string }
  | { kind: 'too-many' };

export function savedViewMessage(problem: SavedViewProblem): string {
  switch (problem.kind) {
    case 'name-taken':
      return `You already have a view named ‘${problem.name}’. Choose another name.`;
    case 'too-many':
      return `You have ${MAXIMUM_VIEWS} views of this list. Delete one to save another.`;
    default:
      return commonMessage(problem, 'View');
  }
}
