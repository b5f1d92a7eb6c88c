/**
 * A page as it is drawn: text, with places in it for what is there as bytes already (parts that other pages have drawn,
 * style sheets). Four fifths of a list are such parts; nobody looks for anything in them or turns them into bytes again.
 */
import { randomBytes } from 'node:crypto';

/** Nobody can guess it, so nobody can write it into a page. No answer leaves with it. */
const TOKEN = randomBytes(18).toString('base64url');
const places = new RegExp(`\\{${TOKEN} (\\d+)\\}`);
const nothing = new Uint8Array();

/** What stands in a page's text for the part of this number. */
export const placeOf = (part: number): string => `{${TOKEN} ${part}}`;

export class DrawnPage {
  readonly text: string;
  /** The bytes that belong into the text's places, by number. */
  readonly parts: readonly Uint8Array[];

  constructor(text: string, parts: readonly Uint8Array[] = []) {
    this.text = text;
    this.parts = parts;
  }

  /** The page as it is sent, every part in its place. */
  toBuffer(): Buffer {
    // Text and numbers of parts come in turn.
    const pieces = this.text.split(places);
    return Buffer.concat(
      pieces.map((piece, at) => (at % 2 === 0 ? Buffer.from(piece) : (this.parts[Number(piece)] ?? nothing))),
    );
  }
}
