/** The fonts of papers, and which of them has a letter. Runs only in the process for papers. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import type { Look } from './paper.ts';

type FontName = NonNullable<Look['font']>;
export type LetterFont = FontName | 'display-more' | (typeof others)[number];

/** What has the scripts that the three faces lack, in one weight: art/fonts.ts says which languages need them. */
const others = ['arabic', 'hebrew', 'bengali', 'han', 'hangul'] as const;

/** The fonts that are asked for a letter, first one first. */
const chains: Readonly<Record<FontName, readonly LetterFont[]>> = {
  text: ['text', ...others],
  strong: ['strong', ...others],
  display: ['display', 'display-more', 'strong', ...others],
};

/** Printed for what no font has: a box. */
export const BOX = '□';

/** Part of a text that one font has. */
export type Run = { font: LetterFont; text: string };

type Opened = { bytes: Buffer; font: Font };
const opened = new Map<LetterFont, Opened>();
const here = createRequire(import.meta.url);

/** Opens a font on its first letter: the largest has eight megabytes, and few papers need it. */
export function openFont(name: LetterFont): Opened {
  const known = opened.get(name);
  if (known) return known;
  const bytes = readFileSync(here.resolve(`#platform/paper/fonts/${name}.ttf`));
  const font = { bytes, font: create(bytes) };
  opened.set(name, font);
  return font;
}

/** The letters that all three faces have. */
const EVERYDAY = /^[\x20-\x7e\xa0-\xac\xae-\xff–—‘’“”•…′″€−]*$/;
/** Characters that print nothing: a possible break, marks of direction, variants of an emoji. */
const INVISIBLE = /\p{Cc}|\p{Cf}|\u034f|[\ufe00-\ufe0f]/gu;
/** Invisible too, but they say how the letters beside them join. */
const JOINERS = /[\u200c\u200d]/;
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What a reader calls letters: 'é' is one, however many characters it is written with. */
export function lettersOf(text: string): string[] {
  return Array.from(letters.segment(text), ({ segment }) => segment);
}

/** Splits a text without line breaks into parts that one font has each; what no font has becomes a box. */
export function runsOf(text: string, wanted: FontName): Run[] {
  if (EVERYDAY.test(text)) return text === '' ? [] : [{ font: wanted, text }];
  const runs: Run[] = [];
  for (const letter of lettersOf(text.normalize('NFC'))) {
    const found = fontOf(letter, wanted);
    const last = runs.at(-1);
    if (last && found.font === last.font) last.text += found.text;
    else if (found.text !== '') runs.push(found);
  }
  return runs;
}

function fontOf(letter: string, wanted: FontName): Run {
  const visible = letter.replaceAll(INVISIBLE, (character) => (JOINERS.test(character) ? character : ''));
  if (visible === '') return { font: wanted, text: letter === '\t' ? ' ' : '' };
  // A letter that no font has may have a plainer form: the ligature 'ﬁ' is 'f' and 'i'.
  for (const form of new Set([
    visible,
    visible.replaceAll(/[\u200c\u200d]/g, ''),
    visible.normalize('NFKC'),
  ])) {
    const font = chains[wanted].find((name) => hasAll(name, form));
    if (font && form !== '') return { font, text: form };
  }
  return /^[\u200c\u200d]*$/.test(visible) ? { font: wanted, text: '' } : { font: wanted, text: BOX };
}

function hasAll(name: LetterFont, letter: string): boolean {
  const { font } = openFont(name);
  return [...letter].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
}
