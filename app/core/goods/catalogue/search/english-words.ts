/** Tells words that people mean from words they mistyped: a word of the language is not corrected. */
import { englishWordList } from './english-word-list.ts';

/**
 * Words of the trade that no English dictionary has. Correcting them would sell one thing for another: 'thca' is not
 * 'thc', 'cbn' not 'cbd'.
 */
const TRADE_WORDS = `
  thca thcv thcp cbda cbga cbdv kush indica indicas sativa sativas hybrid terp terps terpene terpenes limonene myrcene
  linalool distillate nug nugs dab dabs bong bongs blunt kief vape vapes vaping gelato runtz hashish rosin preroll
`;

const words: ReadonlySet<string> = new Set(`${englishWordList} ${TRADE_WORDS}`.trim().split(/\s+/));

/** Whether this lower-case word is common English: a word of the list, or a regular form of one ('brushes', 'tapered'). */
export function isEnglishWord(word: string): boolean {
  return words.has(word) || stemsOf(word).some((stem) => words.has(stem));
}

function stemsOf(word: string): string[] {
  const stems = word.endsWith('s') ? [word.slice(0, -1)] : [];
  if (word.endsWith('es')) stems.push(word.slice(0, -2));
  if (word.endsWith('ies')) stems.push(`${word.slice(0, -3)}y`);
  const [, base] = word.match(/^(.{2,}?)(?:ed|ing|er|ly|est)$/) ?? [];
  if (base) stems.push(base, `${base}e`, base.replace(/(.)\1$/, '$1'), base.replace(/i$/, 'y'));
  return stems;
}
