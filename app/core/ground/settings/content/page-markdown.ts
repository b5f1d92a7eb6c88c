/**
 * Parses and writes page texts as people edit them: a small part of Markdown. `## ` starts a section, `### ` a heading
 * inside one, `- ` and `1. ` lists, an empty line a paragraph; marks inside a line are those of inline-text.ts.
 * Anything else is refused by line, never guessed.
 */
import type { ContentBlock, ContentSection } from '#db/schema/settings.ts';
import { cleanText, isBlank, withoutControls } from '#kernel/text.ts';
import { readInline } from './inline-text.ts';

/** Characters of a page's text; the longest shipped one has about five thousand. */
export const LONGEST_SOURCE = 20_000;
const LONGEST_HEADING = 160;
const MOST_SECTIONS = 60;

export type MarkdownProblem = { /** Counted from 1. */ line: number; message: string };
export type ReadMarkdown = { sections: ContentSection[]; problems: MarkdownProblem[] };

/** Normalizes line breaks, and removes characters that control a terminal or change the direction of text. */
export function cleanSource(text: string): string {
  return withoutControls(cleanText(text)).replaceAll(/ +$/gm, '').trim();
}

const ITEM = /^ {0,3}(?:[-*+]|(\d{1,3})[.)]) +(\S.*)$/;
const HTML = /<[a-z/!?]/i;

/** Returns the sections of a text, and its errors by line. Takes linear time. */
export function readMarkdown(source: string): ReadMarkdown {
  const read: { heading: string; blocks: ContentBlock[]; line: number }[] = [];
  const problems: MarkdownProblem[] = [];
  const headings = new Set<string>();
  let block: ContentBlock | null = null;
  for (const [index, raw] of cleanSource(source).split('\n').entries()) {
    const line = index + 1;
    const problem = (message: string) => problems.push({ line, message });
    const text = raw.trim();
    if (isBlank(text)) {
      block = null;
      continue;
    }
    const [, marks, words = ''] = /^(#{1,6})(?:\s+(.*))?$/.exec(text) ?? [];
    if (marks === undefined || marks === '###') checkText(text, problem);
    if (marks === '##') {
      checkHeading(words, headings, problem);
      headings.add(words.toLowerCase());
      read.push({ heading: words, blocks: [], line });
      if (read.length === MOST_SECTIONS + 1) problem(`A page has at most ${MOST_SECTIONS} parts.`);
      block = null;
      continue;
    }
    const section = read.at(-1);
    if (section === undefined) {
      if (problems.length === 0) problem('Start with a heading: ## and its words.');
      continue;
    }
    if (marks !== undefined) {
      if (marks !== '###' || isBlank(words))
        problem('Start a part with ## and a heading inside it with ###, then the words.');
      else section.blocks.push({ kind: 'heading', text: words });
      block = null;
      continue;
    }
    block = addLine(section.blocks, block, raw);
  }
  for (const { heading, blocks, line } of read) {
    if (blocks.length === 0) problems.push({ line, message: `There is nothing below “${heading}”.` });
  }
  return {
    sections: read.map(({ heading, blocks }) => ({ heading, blocks })),
    problems: problems.sort((left, right) => left.line - right.line),
  };
}

const NO_HTML = 'HTML does not work here. For bold write **bold**, for a link [words](https://…).';

/** @param earlier the headings above it, in lower case */
function checkHeading(words: string, earlier: ReadonlySet<string>, problem: (message: string) => void): void {
  if (isBlank(words)) problem('A heading needs words after ##.');
  if (words.length > LONGEST_HEADING) problem(`A heading has at most ${LONGEST_HEADING} characters.`);
  if (earlier.has(words.toLowerCase())) problem(`There are two parts called “${words}”.`);
  if (HTML.test(words)) problem(NO_HTML);
}

function checkText(text: string, problem: (message: string) => void): void {
  if (HTML.test(text)) problem(NO_HTML);
  for (const target of readInline(text).refused) {
    problem(
      `A link cannot lead to “${target.slice(0, 80)}”. It begins with https://, http://, mailto:, tel: or /.`,
    );
  }
}

/** Adds a line of text to the blocks of its section; returns the block that the next line may continue. */
function addLine(blocks: ContentBlock[], block: ContentBlock | null, raw: string): ContentBlock {
  const [, number, words] = ITEM.exec(raw) ?? [];
  if (words !== undefined) {
    const ordered = number !== undefined;
    if (block?.kind === 'list' && block.ordered === ordered) {
      block.items.push(words.trim());
      return block;
    }
    // An empty line between items does not end their list.
    const last = blocks.at(-1);
    if (block === null && last?.kind === 'list' && last.ordered === ordered) {
      last.items.push(words.trim());
      return last;
    }
    const list: ContentBlock = { kind: 'list', ordered, items: [words.trim()] };
    blocks.push(list);
    return list;
  }
  const text = raw.trim();
  if (block?.kind === 'paragraph') {
    block.text += ` ${text}`;
    return block;
  }
  if (block?.kind === 'list') {
    block.items[block.items.length - 1] += ` ${text}`;
    return block;
  }
  const paragraph: ContentBlock = { kind: 'paragraph', text };
  blocks.push(paragraph);
  return paragraph;
}

/** A section's blocks, whatever form it is stored in. */
export function blocksOf(section: ContentSection): readonly ContentBlock[] {
  if ('blocks' in section) return section.blocks;
  return [
    ...section.paragraphs.map((text): ContentBlock => ({ kind: 'paragraph', text })),
    ...(section.list ? [{ kind: 'list' as const, ordered: false, items: section.list }] : []),
  ];
}

/** Writes the sections as editable text; reading it again returns the same sections. */
export function writeMarkdown(sections: readonly ContentSection[]): string {
  return sections
    .map((section) => [`## ${section.heading}`, ...blocksOf(section).map(writeBlock)].join('\n\n'))
    .join('\n\n');
}

function writeBlock(block: ContentBlock): string {
  if (block.kind === 'list')
    return block.items.map((item, index) => `${block.ordered ? `${index + 1}.` : '-'} ${item}`).join('\n');
  return block.kind === 'heading' ? `### ${block.text}` : asWords(block.text);
}

/** Escapes a paragraph that starts like a heading or a list. */
function asWords(text: string): string {
  return text.replace(/^(?:(\d{1,3})([.)] )|([-*+] |#))/, (_, number = '', dot = '', mark = '') =>
    number === '' ? `\\${mark}` : `${number}\\${dot}`,
  );
}
