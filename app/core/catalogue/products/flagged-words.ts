/** Words that the state keeps out of advertising, the shop's own pages included (docs/law.md, Advertising). */

/** The listed words that stand in the text as words of their own, in any case; each once, in the list's order. */
export function flaggedWords(text: string, list: readonly string[]): string[] {
  const words = ` ${plain(text)} `;
  return list.filter((word) => plain(word) !== '' && words.includes(` ${plain(word)} `));
}

/** Lower case, without accents, everything between words one space. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
