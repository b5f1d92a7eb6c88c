/** UPC, EAN and GTIN: the numbers that products have worldwide (GS1). */

/** The last digit: with weights 3 and 1 from the right, the digits sum to a multiple of ten. */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/** The digits of a UPC or GTIN as printed, without spaces and dashes; null if it is none. */
export function readGtin(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^(?:\d{8}|\d{12,14})$/.test(digits) && hasCheckDigit(digits) ? digits : null;
}

/** The same, also if a spreadsheet took it for a number and dropped the zeros in front: 11 digits are a UPC of 12. */
export function readSpreadsheetGtin(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '');
  return readGtin(digits) ?? (/^\d{10,11}$/.test(digits) ? readGtin(digits.padStart(12, '0')) : null);
}
