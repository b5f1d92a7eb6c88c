/**
 * Parses the marks inside a line of a page text: **bold**, *italic* and [links](https://…), nothing else. A backslash
 * before a mark shows the mark. HTML and other links are not allowed, so that a text is safe to show.
 */
import { parseUrl } from '#kernel/url.ts';

export type InlinePiece = { text: string; strong?: true; emphasis?: true; href?: string };

export type InlineText = {
  pieces: InlinePiece[] /** Link targets that are not allowed. */;
  refused: string[];
};

const LINK = /\[((?:\\.|[^[\]\\])*)\]\(([^()\s]*)\)/y;
const ESCAPED = /\\([!-/:-@[-`{-~])/g;
const unescaped = (text: string) => text.replaceAll(ESCAPED, '$1');

/**
 * Where a link of a page text may lead: http, https, mailto, tel, or one of the shop's paths. null for anything else.
 */
export function safeHref(target: string): string | null {
  if (/^\/(?![/\\])[\w\-./?=&%#~+,;:@!$']*$/.test(target)) return target;
  if (/^tel:\+?[\d-]{3,20}$/.test(target)) return target;
  if (/^mailto:[^\s@<>"'\\]+@[^\s@<>"'\\]+$/.test(target)) return target;
  if (!/^https?:\/\/[^\s<>"'\\]+$/i.test(target)) return null;
  const url = parseUrl(target);
  return url?.username === '' && url.password === '' ? url.href : null;
}

/** Splits the text into pieces in one pass: an unclosed mark is shown as written. */
export function readInline(text: string): InlineText {
  const pieces: InlinePiece[] = [];
  const refused: string[] = [];
  /** Marks known to have no closing one ahead. */
  const exhausted = new Set<string>();
  const open = { strong: false, emphasis: false };
  let plain = '';
  const flush = () => {
    if (plain !== '') pieces.push({ text: plain, ...styleOf(open) });
    plain = '';
  };
  for (let at = 0; at < text.length; ) {
    const character = text[at] as string;
    if (character === '\\' && /[!-/:-@[-`{-~]/.test(text[at + 1] ?? '')) {
      plain += text[at + 1];
      at += 2;
      continue;
    }
    const link = character === '[' ? linkAt(text, at) : null;
    if (link !== null) {
      flush();
      if (link.href === null) refused.push(link.target);
      pieces.push({ text: link.words, ...styleOf(open), ...(link.href === null ? {} : { href: link.href }) });
      at += link.length;
      continue;
    }
    const next = text.startsWith('**', at) ? '**' : character;
    const mark = next === '**' ? 'strong' : next === '*' ? 'emphasis' : null;
    if (mark !== null && (open[mark] ? !isSpace(text[at - 1]) : opens(text, at, next, exhausted))) {
      flush();
      open[mark] = !open[mark];
    } else plain += next;
    at += next.length;
  }
  flush();
  return { pieces, refused };
}

const styleOf = (open: { strong: boolean; emphasis: boolean }) => ({
  ...(open.strong ? { strong: true as const } : {}),
  ...(open.emphasis ? { emphasis: true as const } : {}),
});

/** The link that begins here; null if none does. `href` is null if it leads where no link may. */
function linkAt(text: string, at: number) {
  LINK.lastIndex = at;
  const found = LINK.exec(text);
  if (found === null) return null;
  const [whole, words = '', target = ''] = found;
  return { length: whole.length, words: unescaped(words), target, href: safeHref(target) };
}

const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character);

/** Whether a mark opens something: a word follows it, and later the same mark follows a word. */
function opens(text: string, at: number, mark: string, exhausted: Set<string>): boolean {
  const from = at + mark.length;
  if (exhausted.has(mark) || isSpace(text[from])) return false;
  for (let next = text.indexOf(mark, from + 1); next !== -1; next = text.indexOf(mark, next + 1)) {
    const isDouble = mark === '*' && (text[next + 1] === '*' || text[next - 1] === '*');
    if (!isDouble && !isSpace(text[next - 1]) && text[next - 1] !== '\\') return true;
  }
  exhausted.add(mark);
  return false;
}
