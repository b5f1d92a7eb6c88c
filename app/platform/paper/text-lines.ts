/** Breaks a text into the lines of a cell, and orders a line's letters as they are printed, left to right. */
import bidiFactory from 'bidi-js';
import LineBreaker from 'linebreak';
import { lettersOf } from './letter-fonts.ts';

/** The width of a text without line breaks, in points. */
type Measure = (text: string) => number;

/** What was typed as a new line, on any system. */
const NEW_LINE = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/**
 * Breaks at the text's own line breaks, and where Unicode allows it (UAX 14); a word wider than the cell breaks between
 * its letters. The space between two words stays at the end of a line, so that a reader of the file finds two words.
 * @param room the width of the cell, in points
 */
export function breakLines(text: string, room: number, measure: Measure): string[] {
  const paragraphs = text.split(NEW_LINE);
  return paragraphs.flatMap((paragraph, at) =>
    linesOf(at < paragraphs.length - 1 ? `${paragraph} ` : paragraph, room, measure),
  );
}

function linesOf(paragraph: string, room: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  let width = 0;
  const space = measure(' ');
  // Spaces at the end of a line need no room.
  const bare = (piece: string) => measure(piece) - (piece.length - piece.trimEnd().length) * space;
  const add = (piece: string) => {
    if (line !== '' && width + bare(piece) > room) {
      lines.push(line);
      line = '';
      width = 0;
    }
    line += piece;
    width += measure(piece);
  };
  for (const piece of piecesOf(paragraph)) {
    if (bare(piece) > room) for (const letter of lettersOf(piece)) add(letter);
    else add(piece);
  }
  return [...lines, line];
}

/** The parts between two places where a line may break. */
function piecesOf(paragraph: string): string[] {
  const breaker = new LineBreaker(paragraph);
  const pieces: string[] = [];
  let from = 0;
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    pieces.push(paragraph.slice(from, next.position));
    from = next.position;
  }
  return pieces;
}

/** At most this number of lines; the last one ends with an ellipsis if some are left out. */
export function shorten(lines: readonly string[], most: number, room: number, measure: Measure): string[] {
  const last = lines[most - 1];
  if (lines.length <= most || last === undefined) return [...lines];
  const letters = lettersOf(last.trimEnd());
  while (letters.length > 0 && measure(`${letters.join('')}…`) > room) letters.pop();
  return [...lines.slice(0, most - 1), `${letters.join('').trimEnd()}…`];
}

/** Part of a line in one direction, with its letters in the order in which they are read. */
export type Stretch = { text: string; isRightToLeft: boolean };

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const bidi = bidiFactory();

/** The stretches of a line from left to right (UAX 9); its first letter decides which side it begins on. */
export function printOrder(line: string): Stretch[] {
  if (!RIGHT_TO_LEFT.test(line)) return [{ text: line, isRightToLeft: false }];
  const levels = bidi.getEmbeddingLevels(line);
  const mirrored = bidi.getMirroredCharactersMap(line, levels.levels);
  const stretches: Stretch[] = [];
  let before: number | null = null;
  for (const at of bidi.getReorderedIndices(line, levels)) {
    const character = mirrored.get(at) ?? line.charAt(at);
    const isRightToLeft = (levels.levels[at] ?? 0) % 2 === 1;
    const last = stretches.at(-1);
    const follows = before !== null && at === before + (isRightToLeft ? -1 : 1);
    if (last && follows && last.isRightToLeft === isRightToLeft)
      last.text = isRightToLeft ? character + last.text : last.text + character;
    else stretches.push({ text: character, isRightToLeft });
    before = at;
  }
  return stretches;
}
