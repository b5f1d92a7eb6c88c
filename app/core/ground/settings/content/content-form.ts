/** The form of a page text: title, introduction and the text in Markdown; its refusals and their messages. */
import type { ContentSection } from '#db/schema/settings.ts';
import { formatNumber } from '#kernel/number.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { StaleSave } from '#ui/form/refusal.ts';
import { readInline } from './inline-text.ts';
import { cleanSource, LONGEST_SOURCE, readMarkdown, writeMarkdown } from './page-markdown.ts';

export const contentFields = { title: 'Title', intro: 'Introduction', source: 'Text' } as const;
export type ContentField = keyof typeof contentFields;
export type ContentTexts = Readonly<Record<ContentField, string>>;

export const LONGEST_TITLE = 120;
export const LONGEST_INTRO = 800;

/** The content of a version. */
export type ContentText = { title: string; intro: string; sections: ContentSection[] };

export type ContentErrors = Partial<Record<ContentField, string[]>>;

/** The typed text if it can be published, or the errors of each field. */
export function readContentForm(typed: ContentTexts): Result<ContentText, ContentErrors> {
  const title = cleanSource(typed.title).replaceAll('\n', ' ');
  const intro = cleanSource(typed.intro).replaceAll(/\n+/g, ' ');
  const errors: ContentErrors = {};
  if (title === '') errors.title = ['Please enter a title.'];
  else if (title.length > LONGEST_TITLE) errors.title = [tooLong(LONGEST_TITLE)];
  const introProblem = problemOfIntro(intro);
  if (introProblem) errors.intro = [introProblem];
  // Does not parse a text that is far too long.
  if (typed.source.length > 2 * LONGEST_SOURCE) errors.source = [tooLong(LONGEST_SOURCE)];
  const read = errors.source ? null : readMarkdown(typed.source);
  if (read && cleanSource(typed.source).length > LONGEST_SOURCE) errors.source = [tooLong(LONGEST_SOURCE)];
  else if (read && read.problems.length > 0) errors.source = [wordsOf(read.problems)];
  else if (read?.sections.length === 0) errors.source = ['Please enter the text.'];
  return read && Object.keys(errors).length === 0
    ? succeed({ title, intro, sections: read.sections })
    : refuse(errors);
}

const tooLong = (most: number) => `That is too long; ${formatNumber(most)} characters are the most.`;

function problemOfIntro(intro: string): string | null {
  if (intro.length > LONGEST_INTRO) return tooLong(LONGEST_INTRO);
  if (/<[a-z/!?]/i.test(intro))
    return 'HTML is not allowed. For bold use **bold**, for a link [words](https://…).';
  const [refused] = readInline(intro).refused;
  return refused === undefined
    ? null
    : `A link cannot lead to “${refused.slice(0, 80)}”. Start it with https://, http://, mailto:, tel: or /.`;
}

/** The first three, each with its line. */
function wordsOf(problems: readonly { line: number; message: string }[]): string {
  const more = problems.length - 3;
  return [
    ...problems.slice(0, 3).map(({ line, message }) => `Line ${line}: ${message}`),
    ...(more > 0 ? [`And ${more} more.`] : []),
  ].join(' ');
}

/** A version as form fields. */
export function contentTexts({ title, intro, sections }: ContentText): ContentTexts {
  return { title, intro, source: writeMarkdown(sections) };
}

export type ContentProblem =
  | Common<'not-allowed' | 'confirm-first'>
  /** The last sign-in is too old. */
  | { kind: 'invalid'; errors: ContentErrors }
  | { kind: 'unchanged' }
  | { kind: 'no-such-version' }
  | { kind: 'stale'; stale: StaleSave };

export function contentMessage(problem: ContentProblem): string {
  switch (problem.kind) {
    case 'invalid':
      return 'Please correct what is marked below.';
    case 'unchanged':
      return 'Nothing was changed.';
    case 'no-such-version':
      return 'Version not found.';
    case 'stale':
      return 'Failed to save changes';
    default:
      return commonMessage(problem);
  }
}
