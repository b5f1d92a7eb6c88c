/**
 * UPC, EAN and GTIN: the numbers that products have worldwide (GS1 General Specifications, section 3.3). However a number
 * is printed, it is one of 14 digits, and so it is stored and compared.
 */

/** The last digit: with weights 3 and 1 from the right, the digits sum to a multiple of ten. */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/**
 * The 14 digits of a number as printed, typed or scanned: 8, 12, 13 or 14 digits with spaces and dashes, a short UPC-E, or
 * the number within a GS1-128, DataMatrix or Digital Link code. Null if there is none.
 */
export function readGtin(text: string): string | null {
  return readDigits(text.replaceAll(/[\s-]/g, '')) ?? readGtinElement(text);
}

function readDigits(digits: string): string | null {
  // Zeros alone are what programs write where they have no number.
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits) || /^0+$/.test(digits)) return null;
  const short = digits.length === 8 ? longUpc(digits) : null;
  // Numbers of eight digits that begin with 0 are UPC-E: GS1 gives none of them to an EAN-8.
  if (short !== null && (digits.startsWith('0') || !hasCheckDigit(digits))) return short.padStart(14, '0');
  return hasCheckDigit(digits) ? digits.padStart(14, '0') : null;
}

/** The twelve digits that a UPC-E of eight leaves zeros out of; null if it is none. */
function longUpc(digits: string): string | null {
  const [, system = '', five = '', last = '', check = ''] = /^([01])(\d{5})(\d)(\d)$/.exec(digits) ?? [];
  if (system === '') return null;
  const [a, b, rest] = [five.slice(0, 2), five.slice(2), Number(last)];
  const middle =
    rest <= 2
      ? `${a}${last}0000${b}`
      : rest === 3
        ? `${five.slice(0, 3)}00000${five.slice(3)}`
        : rest === 4
          ? `${five.slice(0, 4)}00000${five.slice(4)}`
          : `${five}0000${last}`;
  const whole = `${system}${middle}${check}`;
  return hasCheckDigit(whole) ? whole : null;
}

/** FNC1, as scanners type it between elements. */
const SEPARATOR = String.fromCharCode(29);
/** What may follow a GTIN in a GS1 element string: batch, days, serial number, counts, weights, prices. */
const NEXT_ELEMENT =
  /^(?:\s|$|\(?(?:10|1[1-7]|2[0-2]|24\d|25\d|30|3[1-6]\d{2}|37|39\d{2}|4\d{2}|7\d{2}|8\d{3}|9\d))/;

/** The GTIN in an element string, '(01)…' or '01…' as scanners type it, or in the path of a GS1 Digital Link. */
export function readGtinElement(text: string): string | null {
  const linked = /^https?:\/\/[^\s/]+\/(?:[^\s?#]*\/)?(?:01|gtin)\/(\d{8}|\d{12,14})(?:[/?#]|$)/i.exec(
    text,
  )?.[1];
  if (linked !== undefined) return hasCheckDigit(linked) ? linked.padStart(14, '0') : null;
  const [, digits = '', rest = ''] =
    /^(?:\][A-Za-z]\d\s?)?\(?01\)?\s*(\d{14})(.*)$/s.exec(text.replaceAll(SEPARATOR, ' ').trim()) ?? [];
  return digits !== '' && NEXT_ELEMENT.test(rest) && hasCheckDigit(digits) ? digits : null;
}

/** The number as packages in the United States print it: 12 digits where it has no more, 8 for an EAN-8. */
export function printedGtin(gtin: string): string {
  const forms = gtinForms(gtin.padStart(14, '0')).reverse();
  // Eight digits that begin with 0 may be another number's UPC-E.
  return forms.find((form) => readDigits(form) === gtin) ?? gtin;
}

/**
 * How a stored number of 14 digits may be written in the database: products from before all were stored so have what was
 * printed on them.
 */
export function gtinForms(gtin: string): string[] {
  return [14, 13, 12, 8]
    .filter((length) => /^0*$/.test(gtin.slice(0, 14 - length)))
    .map((length) => gtin.slice(14 - length));
}

/** The same as `readGtin`, also if a spreadsheet took it for a number and dropped the zeros in front: 11 digits are a UPC of 12. */
export function readSpreadsheetGtin(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '');
  return readGtin(text) ?? (/^\d{10,11}$/.test(digits) ? readGtin(digits.padStart(12, '0')) : null);
}
