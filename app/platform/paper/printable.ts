/** Text that the fonts of our papers can show. */

/** Beyond Latin-1, what is in the fonts; `art/fonts.ts` cuts them so. */
const beyondLatin = '–—‘’“”•…′″€−';

/** Letters without a mark that could be taken off, and what people write instead. */
const instead: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  œ: 'oe',
  Œ: 'OE',
  '‚': '‘',
  '„': '“',
  '‹': '<',
  '›': '>',
  '‐': '-',
  '‑': '-',
  // A place where a word may be divided, and no letter.
  '\u00ad': '',
};

/** The text with what the fonts cannot show taken for its plain form ('o' for 'ő'), else for '?'. */
export function printable(text: string): string {
  return [...text]
    .map((character) => {
      if (canPrint(character)) return character;
      const plain = [...character.normalize('NFKD').replace(/\p{M}/gu, '')]
        .map((part) => instead[part] ?? part)
        .join('');
      return [...plain].every(canPrint) ? plain : '?';
    })
    .join('');
}

function canPrint(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (
    (code >= 0x20 && code <= 0x7e) ||
    (code >= 0xa0 && code <= 0xff && code !== 0xad) ||
    beyondLatin.includes(character)
  );
}
