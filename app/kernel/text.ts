/** Cleans and checks text that PostgreSQL, UTF-8 and people can handle. */

/** Whether the text can be stored: no NUL, which PostgreSQL refuses, and no lone surrogate. */
export function isWellFormedText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/**
 * Invisible characters without meaning that come along with a paste: soft hyphens, zero-width spaces and joiners, byte
 * order marks, direction marks that the letters already imply, object placeholders, fillers.
 */
const UNSEEN =
  /[\u00ad\u061c\u17b4\u17b5\u180e\u200b\u200e\u200f\u2060-\u2064\u3164\ufeff\uffa0\ufffc]|\p{Variation_Selector}{2,}/gu;

/** Tag characters form regional flags after a black flag; anywhere else they hide words. */
const TAGS = /(\u{1f3f4}[\u{e0020}-\u{e007e}]{1,6}\u{e007f})|[\u{e0000}-\u{e007f}]/gu;

/** A joiner and the character before it. */
const JOINER = /(.?)[\u200c\u200d]/gsu;

/** Joiners have meaning after letters of joined scripts (Persian, Hindi and others) and inside an emoji. */
const JOINS =
  /^(?:(?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\p{L}\p{M}]|[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)$/u;

/** Text that needs only trimming: nearly everything typed in English. */
const CLEAN = /^[ -~]*$/;

/** A visible character. */
const SEEN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Characters that control a terminal, break a line unexpectedly, or change the text direction. */
const REFUSED = /(?!\n)\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u206f\ufff9-\ufffb]|[\u{1d173}-\u{1d17a}]/u;

/** Whether nothing in the text is visible: empty, spaces, and characters without a shape. */
export function isBlank(text: string): boolean {
  return !SEEN.test(text);
}

/**
 * Cleans typed or pasted text for saving: one kind of line break, tabs as spaces, no invisible characters, trimmed; ''
 * when nothing in it is visible. Names and words in any script, and emoji, stay unchanged. Characters that must not be
 * saved at all also stay: `isPlainText` refuses them.
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

/** Like `cleanText`, for a single line. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ');
}

/**
 * Whether the text may be saved and shown to others: well-formed, no control characters except line breaks, and no
 * direction changes, which make 'gpj.exe' read as 'exe.jpg'. Call it on cleaned text.
 */
export function isPlainText(text: string): boolean {
  return isWellFormedText(text) && !REFUSED.test(text);
}

/** The text without the characters `isPlainText` refuses. */
export function withoutControls(text: string): string {
  return text.replaceAll(new RegExp(REFUSED, 'gu'), '');
}

/** The text's first `length` UTF-16 units, or one fewer when the cut would split a surrogate pair. */
export function sliceSafe(text: string, length: number): string {
  const cut = text.slice(0, length);
  const lastUnit = cut.charCodeAt(cut.length - 1);
  const endsInHalfPair = cut.length < text.length && lastUnit >= 0xd800 && lastUnit <= 0xdbff;
  return endsInHalfPair ? cut.slice(0, -1) : cut;
}
