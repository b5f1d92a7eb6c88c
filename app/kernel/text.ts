/** Text that PostgreSQL, UTF-8 and people can hold. */

/** Whether the text can be stored: no NUL, which PostgreSQL refuses, and no half of a surrogate pair. */
export function isWellFormedText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/**
 * What nobody sees and nobody means, and what comes along with a paste: soft hyphens, spaces and joints without width,
 * marks of a file's beginning, of a direction that letters have anyway, of a picture that was not pasted, fillers.
 */
const UNSEEN =
  /[\u00ad\u061c\u17b4\u17b5\u180e\u200b\u200e\u200f\u2060-\u2064\u3164\ufeff\uffa0\ufffc]|\p{Variation_Selector}{2,}/gu;

/** Tags make the flags of countries within a country, behind a black flag; elsewhere they hide words. */
const TAGS = /(\u{1f3f4}[\u{e0020}-\u{e007e}]{1,6}\u{e007f})|[\u{e0000}-\u{e007f}]/gu;

/** A joiner, and what stands before it. */
const JOINER = /(.?)[\u200c\u200d]/gsu;

/** Joiners have a meaning behind letters of scripts that are joined (Persian, Hindi and others), and inside of an emoji. */
const JOINS =
  /^(?:(?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\p{L}\p{M}]|[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)$/u;

/** Text in which there is nothing to clean but its ends: nearly all that is typed in English. */
const CLEAN = /^[ -~]*$/;

/** A character that is seen. */
const SEEN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** What controls a terminal, ends a line where none ends, or turns the direction in which text is read. */
const REFUSED = /(?!\n)\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u206f\ufff9-\ufffb]|[\u{1d173}-\u{1d17a}]/u;

/** Whether nothing in it is seen: empty, spaces, and characters without a shape. */
export function isBlank(text: string): boolean {
  return !SEEN.test(text);
}

/**
 * Text as somebody typed or pasted it, as it is kept: line breaks of one kind, tabs as spaces, without what nobody sees,
 * trimmed; '' where nothing in it is seen. Names and words in any script, and emoji, stay as they are. What must not be
 * kept at all stays, too: `isPlainText` refuses it.
 */
export function cleanText(text: string): string {
  if (CLEAN.test(text)) return text.trim();
  if (isBlank(text)) return '';
  return text
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(UNSEEN, '')
    .replaceAll(TAGS, '$1')
    .replaceAll(JOINER, (whole, before: string) => (JOINS.test(before) ? whole : before))
    .trim();
}

/** The same for what stands on one line. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ');
}

/**
 * Whether it may be kept and shown to others: well-formed, without control characters but line breaks, and without
 * what turns the direction of text, by which 'gpj.exe' is read as 'exe.jpg'. Asked of what has been cleaned.
 */
export function isPlainText(text: string): boolean {
  return isWellFormedText(text) && !REFUSED.test(text);
}

/** The text without what `isPlainText` refuses. */
export function withoutControls(text: string): string {
  return text.replaceAll(new RegExp(REFUSED, 'gu'), '');
}

/** The text's first `length` UTF-16 units, one fewer where the cut would split a surrogate pair. */
export function sliceSafe(text: string, length: number): string {
  const cut = text.slice(0, length);
  const lastUnit = cut.charCodeAt(cut.length - 1);
  const endsInHalfPair = cut.length < text.length && lastUnit >= 0xd800 && lastUnit <= 0xdbff;
  return endsInHalfPair ? cut.slice(0, -1) : cut;
}
