/** Texts in the cells of spreadsheets: none becomes a formula there, and what comes back is what was there. */

/**
 * What a spreadsheet would take for a formula: a beginning of = + - @, a tab or a line break, or a full-width
 * sign, which some take for the plain one. Apostrophes before it count too, so that the guard can be told from
 * an apostrophe that was there: who reads our files takes one apostrophe away where this pattern matches.
 */
const looksLikeFormula = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** Begins with a sign and yet is a number and nothing else. */
const plainNumber = /^[+-](?:\d+(?:\.\d*)?|\.\d+)$/;
/**
 * Where a cell would begin for a spreadsheet that separates by semicolons or tabs, and whose quotes count at the
 * beginning of a cell only: there a line break begins a row, whatever quotes it is in.
 */
const innerFormula = /([;\t\r\n])(?=["']*[=+\-@＝＋－＠])/g;
const innerGuard = /([;\t\r\n])'(?=["']*[=+\-@＝＋－＠])/g;

/** The text as a spreadsheet may be given it: an apostrophe goes before everything that would be a formula. */
export function spreadsheetSafe(text: string): string {
  if (plainNumber.test(text)) return text;
  const guarded = text.replaceAll(innerFormula, "$1'");
  return looksLikeFormula.test(text) ? `'${guarded}` : guarded;
}

/** The text that `spreadsheetSafe` was given; a text that it never wrote is itself. */
export function fromSpreadsheet(text: string): string {
  const rest = text.startsWith("'") ? text.slice(1) : text;
  const before = [rest, text].map((each) => each.replaceAll(innerGuard, '$1'));
  return before.find((each) => spreadsheetSafe(each) === text) ?? text;
}
