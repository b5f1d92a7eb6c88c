/** Decides what a scanned or typed code is. It reads no database: the caller looks up what the code names. */

import { printedGtin, readGtin, readGtinElement } from '#kernel/gtin.ts';
import { parseUrl } from '#kernel/url.ts';
import { readPassCode } from '../hand-over/pickup-pass.ts';

export type ScannedCode =
  /** A license or ID: parse it with `parseIdCard`. */
  | { kind: 'id-card' }
  /** A pickup pass. */
  | { kind: 'pass'; code: string }
  /**
   * A trade number with a right check digit, of 14 digits, and as scanned or printed; also one within a GS1-128,
   * DataMatrix or Digital Link code. Twelve digits may also be a pickup pass, which has twelve characters 0-9 and A-F:
   * look for an order with that pass first.
   */
  | { kind: 'product-code'; gtin: string; digits: string; pass: string | null }
  /** A package of the state's system, 24 characters. */
  | { kind: 'package-tag'; tag: string }
  /** The state's code on one unit. `id` is as in the address: its case counts. */
  | { kind: 'retail-item'; id: string }
  /** An address of this shop, such as an order's page. */
  | { kind: 'own-address'; path: string }
  /** An address of another host, which proves nothing here. */
  | { kind: 'foreign-address'; host: string }
  /** May be a batch number or product code on our own label. */
  | { kind: 'label'; text: string }
  | { kind: 'unknown' };

/** Longer codes are no codes. */
const LONGEST_CODE = 6000;
/** The state's units have addresses here (Metrc Retail ID); its demonstrations have others. */
const RETAIL_ITEM_HOST = '1a4.com';
/** Base 36 in capitals, or base 64 as older labels have it: 12 bytes of package and one or more of the unit's number. */
const RETAIL_ITEM_ID = /^[A-Za-z0-9_-]{17,40}$/;
/** Many scanners are set to type which kind of barcode it was first: ']Q1' of a QR code. */
const AIM_PREFIX = /^\][A-Za-z]\d/;
/**
 * No code begins with such a sign, but a license with '@', and the kind of barcode with ']'; scanners are set to send '~',
 * STX and others first.
 */
const SIGNS = /^(?:[^\p{L}\p{N}@\]]|@(?![\s\p{Cc}]|ANSI|AAMVA)|\](?![A-Za-z]\d))+/iu;
const ID_CARD = /(?:ANSI ?|AAMVA)\d{8}/i;
const PACKAGE_TAG = /^1A4[0-9A-Z]{21}$/;
const PRODUCT_CODE = /^(?:\d{8}|\d{12,14})$/;
const LABEL = /^[\p{L}\p{N}][\p{L}\p{N} ._/#-]{1,59}$/u;

/**
 * Reads what was scanned. Hosts are compared whole and without case, so 'shop.example.evil.com' is foreign.
 * @param ownHost this shop's host with its port, as in `URL.host`
 */
export function readScannedCode(scanned: string, ownHost: string): ScannedCode {
  if (scanned.length > LONGEST_CODE) return { kind: 'unknown' };
  const text = withoutPrefix(scanned).trim();
  if (ID_CARD.test(text.slice(0, 60))) return { kind: 'id-card' };
  if (/^https?:/i.test(text)) return readTradeNumber(text, null) ?? readAddress(text, ownHost);
  const tag = text.toUpperCase();
  if (PACKAGE_TAG.test(tag)) return { kind: 'package-tag', tag };
  const pass = readPassCode(text);
  const product = readTradeNumber(text, pass);
  if (product) return product;
  if (pass) return { kind: 'pass', code: pass };
  return LABEL.test(text) ? { kind: 'label', text } : { kind: 'unknown' };
}

/** Digits with dashes are a batch number, not a trade number: no scanner types them. */
function readTradeNumber(text: string, pass: string | null): ScannedCode | null {
  const isPlain = PRODUCT_CODE.test(text);
  const gtin = isPlain || !/^[\d\s-]+$/.test(text) ? readGtin(text) : readGtinElement(text);
  return gtin === null
    ? null
    : { kind: 'product-code', gtin, digits: isPlain ? text : printedGtin(gtin), pass };
}

/** The text without what scanners are set to send before the code: signs, and the kind of barcode. */
export const withoutPrefix = (text: string): string =>
  text.replace(SIGNS, '').replace(AIM_PREFIX, '').replace(SIGNS, '');

function readAddress(text: string, ownHost: string): ScannedCode {
  const url = parseUrl(text);
  if (url?.username !== '' || url.password !== '') return { kind: 'unknown' };
  if (url.host === ownHost.toLowerCase()) return { kind: 'own-address', path: url.pathname };
  const id = url.pathname.slice(1);
  if (url.host === RETAIL_ITEM_HOST && url.protocol === 'https:' && RETAIL_ITEM_ID.test(id))
    return { kind: 'retail-item', id };
  return { kind: 'foreign-address', host: url.host };
}

/** What a person reads who scanned something else where a license belongs. */
export function notAnIdMessage(code: Exclude<ScannedCode, { kind: 'id-card' }>): string {
  switch (code.kind) {
    case 'pass':
      return 'This is a pickup pass, not a license. Scan the wide barcode on the back of the license.';
    case 'product-code':
    case 'package-tag':
    case 'retail-item':
    case 'label':
      return 'This is a product code, not a license. Scan the wide barcode on the back of the license.';
    case 'own-address':
      return 'This is a link to the shop, not a license. Scan the wide barcode on the back of the license.';
    case 'foreign-address':
      return `This code is a link to ${code.host}, not a license. An ID on a phone is not accepted.`;
    case 'unknown':
      return 'This is not the barcode of a license or ID card. Scan the wide barcode on its back, or type what is on the card.';
  }
}
