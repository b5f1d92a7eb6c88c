/** Escapes text for spreadsheet cells: no text becomes a formula there, and reading it back restores the original. */

/**
 * Text that a spreadsheet would run as a formula: it starts with = + - @, a tab or a line break, or a full-width sign,
 * which some treat as the plain one. Leading apostrophes match too, so that the guard differs from an apostrophe in the
 * original: readers of our files remove one apostrophe where this pattern matches.
 */
const looksLikeFormula = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** A number with a sign in front and nothing else. */
const plainNumber = /^[+-](?:\d+(?:\.\d*)?|\.\d+)$/;
/**
 * Where a cell would start in a spreadsheet that separates by semicolons or tabs and recognizes quotes only at the
 * start of a cell: there, a line break starts a row even within quotes.
 */
const innerFormula = /([;\t\r\n])(?=["']*[=+\-@＝＋－＠])/g;
const innerGuard = /([;\t\r\n])'(?=["']*[=+\-@＝＋－＠])/g;

/** The text made safe for a spreadsheet: an apostrophe goes before everything that would be a formula. */
export function spreadsheetSafe(text: string): string {
  if (plainNumber.test(text)) return text;
  const guarded = text.replaceAll(innerFormula, "$1'");
  return looksLikeFormula.test(text) ? `'${guarded}` : guarded;
}

/** Restores the text that `spreadsheetSafe` was given; returns any other text unchanged. */
export function fromSpreadsheet(text: string): string {
  const rest = text.startsWith("'") ? text.slice(1) : text;
  const before = [rest, text].map((each) => each.replaceAll(innerGuard, '$1'));
  return before.find((each) => spreadsheetSafe(each) === text) ?? text;
}
