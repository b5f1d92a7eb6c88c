/** Selects from a style sheet the rules that a page uses, by the classes in its markup (decision 111). */
import type { RenderedPage } from '#platform/pages/rendered-page.ts';

/** A rule, or rules within a condition or a layer. */
type Piece =
  | {
      text: string;
      /** For each of its selectors, the classes that a page has where it applies. */
      needs: readonly (readonly string[])[];
    }
  | { head: string; within: readonly Piece[] };

export type Sheet = { text: string; pieces: readonly Piece[] };

/** At-rules with rules inside; the others apply to every page. */
const GROUP = /^@(?:media|supports|layer|container|starting-style)\b/;
const EVERYWHERE = [[]];

/** @param text a built style sheet: valid, minified, without nested rules */
export function readSheet(text: string): Sheet {
  let at = 0;
  /** The text up to one of these characters, which is outside of strings, parentheses and escapes. */
  const until = (ends: string): string => {
    const start = at;
    for (let depth = 0; at < text.length; at++) {
      const letter = text[at] ?? '';
      if (letter === '\\') at++;
      else if (letter === '"') at = text.indexOf('"', at + 1);
      else if (letter === '(') depth++;
      else if (letter === ')') depth--;
      else if (depth === 0 && ends.includes(letter)) break;
    }
    return text.slice(start, at);
  };
  const block = (): string => {
    const start = at;
    for (let depth = 0; at < text.length; ) {
      until('{}');
      depth += text[at++] === '{' ? 1 : -1;
      if (depth === 0) break;
    }
    return text.slice(start, at);
  };
  const pieces = (): Piece[] => {
    const found: Piece[] = [];
    while (at < text.length && text[at] !== '}') {
      const head = until('{;}');
      if (text[at] !== '{') {
        // A statement; the last one of a block may have no semicolon.
        const end = text[at] === ';' ? text[at++] : '';
        found.push({ text: `${head}${end}`, needs: EVERYWHERE });
      } else if (GROUP.test(uncommented(head))) {
        at++;
        found.push({ head: `${head}{`, within: pieces() });
        at++;
      } else {
        const needs = head.includes('@') && uncommented(head).startsWith('@') ? EVERYWHERE : needsOf(head);
        found.push({ text: head + block(), needs });
      }
    }
    return found;
  };
  return { text, pieces: pieces() };
}

/** A license stands before the first rule. */
const uncommented = (head: string) => head.replaceAll(/\/\*.*?\*\//gs, '').trimStart();

const QUOTED = /"[^"]*"/g;
/** What another element, or none, may have, or one of several; but ':where(.a)' is '.a'. Innermost first. */
const FUNCTION = /(?<!\\):(is|where)?[\w-]*\(([^()]*)\)/g;
const CLASS = /\.((?:\\[0-9a-f]{1,6} |\\.|[\w\u0080-\uffff-])+)/gi;

/** By selector, the classes that it names outside of ':not()' and its like. */
function needsOf(head: string): string[][] {
  let selectors = head.replaceAll(/\\\(/g, '\\28 ').replaceAll(/\\\)/g, '\\29 ').replaceAll(QUOTED, '');
  for (let before = ''; before !== selectors; ) {
    before = selectors;
    selectors = selectors.replaceAll(FUNCTION, (_, same: string | undefined, inside: string) =>
      same === undefined || /(?<!\\),/.test(inside) ? '' : ` ${inside}`,
    );
  }
  return selectors
    .split(/(?<!\\),/)
    .map((selector) => [...selector.matchAll(CLASS)].map(([, name = '']) => inMarkup(name)));
}

/** A class as the markup has it: without CSS's escapes, with HTML's. */
function inMarkup(name: string): string {
  return name
    .replaceAll(/\\([0-9a-f]{1,6}) |\\(.)/gi, (_, code: string | undefined, letter: string) =>
      code === undefined ? letter : String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? '');
}

/** As React writes attributes. */
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

const classAttribute = /\sclass="([^"]*)"/g;

/** Of cached parts, which many pages share. */
const ofParts = new WeakMap<Uint8Array, ReadonlySet<string>>();

/** The classes in a page's markup. */
export function classesIn({ text, parts }: RenderedPage): ReadonlySet<string> {
  const found = new Set(classesOf(text));
  for (const part of parts) {
    const classes = ofParts.get(part) ?? classesOf(Buffer.from(part).toString());
    ofParts.set(part, classes);
    for (const name of classes) found.add(name);
  }
  return found;
}

function classesOf(html: string): ReadonlySet<string> {
  const lists = new Set<string>();
  for (const [, list = ''] of html.matchAll(classAttribute)) lists.add(list);
  return new Set([...lists].flatMap((list) => list.split(' ')));
}

/** The rules of a sheet that a page with these classes uses, in their order. */
export function usedStyles(pieces: readonly Piece[], classes: ReadonlySet<string>): string {
  let used = '';
  for (const piece of pieces) {
    if ('text' in piece) {
      if (piece.needs.some((names) => names.every((name) => classes.has(name)))) used += piece.text;
    } else {
      const within = usedStyles(piece.within, classes);
      if (within !== '') used += `${piece.head}${within}}`;
    }
  }
  return used;
}
