/** Texts in the cells of spreadsheets: none becomes a formula there, and what comes back is what was there. */

/**
 * What a spreadsheet would take for a formula: a beginning of = + - @, a tab or a line break, or a full-width
 * sign, which some take for the plain one. Apostrophes before it count too, so that the guard can be told from
 * an apostrophe that was there: who reads our files takes one apostrophe away where this pattern matches.
 */
const looksLikeFormula = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** Begins with a sign and yet is a number and nothing else. */
const plainNumber = /^[+-](?:\d+(?:\.\d*)?|\.\d+)$/;

/** The text as a spreadsheet may be given it: what would be a formula gets an apostrophe before it. */
export function spreadsheetSafe(text: string): string {
  return looksLikeFormula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

/** The text that `spreadsheetSafe` was given; a text that it never wrote is itself. */
export function fromSpreadsheet(text: string): string {
  const rest = text.slice(1);
  return text.startsWith("'") && spreadsheetSafe(rest) === text ? rest : text;
}
