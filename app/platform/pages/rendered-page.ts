/**
 * A rendered page: text with placeholders for parts that exist as bytes (cached parts, style sheets). Such parts are
 * four fifths of a list page; they are neither searched nor encoded again.
 */
import { randomBytes } from 'node:crypto';
import { createContext } from 'react-router';

/** Unguessable, so no one can write it into a page. It is never part of a response. */
const TOKEN = randomBytes(18).toString('base64url');
const places = new RegExp(`\\{${TOKEN} (\\d+)\\}`);
const nothing = new Uint8Array();

/** The placeholder in a page's text for the part with this number. */
export const placeOf = (part: number): string => `{${TOKEN} ${part}}`;

export class RenderedPage {
  readonly text: string;
  /** The bytes for the placeholders, by number. */
  readonly parts: readonly Uint8Array[];

  constructor(text: string, parts: readonly Uint8Array[] = []) {
    this.text = text;
    this.parts = parts;
  }

  /** The page as sent, with every part in its place. */
  toBuffer(): Buffer {
    // Texts and part numbers alternate.
    const pieces = this.text.split(places);
    return Buffer.concat(
      pieces.map((piece, at) => (at % 2 === 0 ? Buffer.from(piece) : (this.parts[Number(piece)] ?? nothing))),
    );
  }
}

/**
 * The page that was rendered for this request. `Response` would make a stream of it, and reading that costs as much as
 * compressing the page; so the response has no body until the page is compressed.
 */
export const renderedPage = createContext<RenderedPage | null>(null);
