/** Text that PostgreSQL, UTF-8 and people can hold. */

/** Whether the text can be stored: no NUL, which PostgreSQL refuses, and no half of a surrogate pair. */
export function isWellFormedText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** The text's first `length` UTF-16 units, one fewer where the cut would split a surrogate pair. */
export function sliceSafe(text: string, length: number): string {
  const cut = text.slice(0, length);
  const lastUnit = cut.charCodeAt(cut.length - 1);
  const endsInHalfPair = cut.length < text.length && lastUnit >= 0xd800 && lastUnit <= 0xdbff;
  return endsInHalfPair ? cut.slice(0, -1) : cut;
}
