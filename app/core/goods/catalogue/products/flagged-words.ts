/** Finds words that the state bans from advertising, including the shop's own pages (docs/law.md, Advertising). */

/** Returns the listed words that occur in the text as whole words, in any case; each once, in the list's order. */
export function flaggedWords(text: string, list: readonly string[]): string[] {
  const words = ` ${plain(text)} `;
  return list.filter((word) => plain(word) !== '' && words.includes(` ${plain(word)} `));
}

/** Lower case, without accents, with one space between words. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
