/** Converts text to what the fonts of our papers can show. */

/** The characters beyond Latin-1 in the fonts; `art/fonts.ts` subsets them accordingly. */
const beyondLatin = '–—‘’“”•…′″€−';

/** Letters that cannot be reduced by removing a mark, and their usual replacements. */
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
  // A possible word break, not a letter.
  '\u00ad': '',
};

/** Replaces letters that the fonts cannot show with their plain form ('o' for 'ő'), or else with '?'. */
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
