/** Reads the name of a dropped file: what people see of it, and which lot or product it names. Pure. */
import { cleanLine, sliceSafe, withoutControls } from '#kernel/text.ts';

/** Characters that are saved; the ending of a longer name stays. */
const LONGEST_NAME = 120;

/** The name as it is saved and shown: without folders, invisible characters and changes of direction. */
export function shownFileName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = withoutControls(cleanLine(last)).replaceAll('\n', ' ').trim();
  if (name === '' || /^\.+$/.test(name)) return 'File without a name';
  if (name.length <= LONGEST_NAME) return name;
  const ending = /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? '';
  return `${sliceSafe(name, LONGEST_NAME - ending.length - 1)}…${ending}`;
}

/** What programs add to a name: 'IMG (1)', 'IMG copy 2', 'IMG-1200x1500', 'IMG@2x', 'IMG-scaled'. */
const ADDED = [
  /[\s_-]*\(\d{1,3}\)$/,
  /[\s_-]+(?:copy|kopie)(?:[\s_-]*\d{1,3})?$/i,
  /[\s_-]*@\dx$/i,
  /[\s_-]+\d{2,5}\s?[x×]\s?\d{2,5}(?:px)?$/i,
  /[\s_-]+\d{3,4}(?:px|w)$/i,
  /[\s_-]+(?:scaled|small|medium|large|thumb|web|edited|resized)$/i,
];

function stemOf(name: string): string {
  let stem = name.replace(/\.[a-z0-9]{1,5}$/i, '');
  for (let before = ''; before !== stem; ) {
    before = stem;
    for (const added of ADDED) stem = stem.replace(added, '');
  }
  return stem;
}

/** The words of a text, folded: 'Blue-Dream_3.5g' and 'blue dream 3.5 g' have the same letters in the same order. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Shorter ones are in too many names: every shop has a batch '1'. */
const SHORTEST = 3;

/** Things by the names that a file's name may have, read once for many files. */
export type NameBook<T> = readonly { thing: T; name: string; key: string }[];

export function nameBook<T>(things: readonly { thing: T; names: readonly (string | null)[] }[]): NameBook<T> {
  return things.flatMap(({ thing, names }) =>
    names.flatMap((name) => {
      const key = name === null ? '' : wordsOf(name).join('');
      return name === null || key.length < SHORTEST ? [] : [{ thing, name, key }];
    }),
  );
}

/** Things that a file's name names: none, some by one name, or several by different names. */
export type Named<T> =
  | { kind: 'none' }
  | { kind: 'found'; things: T[] }
  /** `names` as the things have them. */
  | { kind: 'several'; names: string[] };

type Hit<T> = { from: number; to: number; name: string; key: string; things: Set<T> };

/**
 * The things whose name is in the file's name, from the beginning of a word to the end of one. A longer name counts
 * instead of one inside it: 'BD-2611-A.pdf' is not about 'BD-2611'. Two names agree if a thing has both.
 */
export function thingsNamed<T>(fileName: string, book: NameBook<T>): Named<T> {
  const words = wordsOf(stemOf(fileName));
  const text = words.join('');
  const edges = new Set([0]);
  let end = 0;
  for (const word of words) {
    end += word.length;
    edges.add(end);
  }
  const hits = new Map<string, Hit<T>>();
  for (const { thing, name, key } of book) {
    for (let from = text.indexOf(key); from !== -1; from = text.indexOf(key, from + 1)) {
      const to = from + key.length;
      if (!edges.has(from) || !edges.has(to)) continue;
      const hit = hits.get(`${from} ${key}`) ?? { from, to, name, key, things: new Set<T>() };
      hit.things.add(thing);
      hits.set(`${from} ${key}`, hit);
    }
  }
  const all = [...hits.values()];
  const isInside = (hit: Hit<T>) =>
    all.some(({ from, to }) => from <= hit.from && to >= hit.to && to - from > hit.to - hit.from);
  const longest = [...new Map(all.filter((hit) => !isInside(hit)).map((hit) => [hit.key, hit])).values()];
  const [first, ...others] = longest;
  if (!first) return { kind: 'none' };
  const things = [...first.things].filter((thing) => others.every((hit) => hit.things.has(thing)));
  return things.length > 0
    ? { kind: 'found', things }
    : { kind: 'several', names: longest.map(({ name }) => name) };
}

const inOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts files as people number them: 'front 2' before 'front 10'. */
export const byFileName = (left: { name: string }, right: { name: string }): number =>
  inOrder.compare(left.name, right.name);
