/** The price list as something to draw: shelves, lines, and text that the standard PDF fonts can show. */

export type PriceLine = { name: string; size: string | null /** '$35.00' */; price: string };
export type PriceShelf = { name: string; lines: PriceLine[] };

export type PriceList = {
  store: string;
  address: string;
  phone: string;
  licenseNumber: string;
  /** 'Nov 5, 2026' */
  date: string;
  warning: string;
  shelves: PriceShelf[];
  /** Products that are on the menu and not on the list; the shop shows them. */
  leftOut: number;
};

/** Beyond Latin-1, what Windows-1252 and with it the standard PDF fonts hold. */
const beyondLatin = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/** The text with what the fonts cannot show taken for its plain form ('ő' for 'o'), else for '?'. */
export function printable(text: string): string {
  return [...text]
    .map((character) => {
      if (canPrint(character)) return character;
      const plain = character.normalize('NFKD').replace(/\p{M}/gu, '');
      return [...plain].every(canPrint) ? plain : '?';
    })
    .join('');
}

function canPrint(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || beyondLatin.includes(character);
}
