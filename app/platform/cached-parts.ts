/** The markup of parts that pages share (ui/cached-part), kept by what they were drawn of: it cannot be out of date. */
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createElement } from 'react';
import { drawWithParts } from '#ui/cached-part.tsx';

/** Bytes, of which a character may take two; a card takes five thousand. */
const ROOM = 6 * 1024 * 1024;

const kept = new LRUCache<string, string>({
  maxSize: ROOM,
  sizeCalculation: (markup, key) => 2 * (markup.length + key.length),
});

/** Nobody can guess it, so nobody can write it into a page. It is taken out of every page. */
const TOKEN = randomBytes(18).toString('base64url');
/** An element, beside which React puts nothing of its own, as it does between two texts. */
const mark = (place: number, which: 'begin' | 'end') =>
  createElement('i', { id: `${TOKEN} ${place} ${which}` });
const marks = new RegExp(`<i id="${TOKEN} (\\d+) (begin|end)"></i>`, 'g');

/** Ids that React made for this place, what bears this answer's nonce, pictures that the head asks for ahead. */
const ofThisPageOnly = /="_R_|nonce="|<img(?![^>]*loading="lazy")/;

/** Draws a page, with the parts that are known already; keeps those that were not. */
export function drawWithCachedParts(draw: () => string): string {
  const missing: string[] = [];
  const page = drawWithParts(
    {
      markupOf: (key) => kept.get(key),
      marksOf: (key) => {
        const place = missing.push(key) - 1;
        return { begin: mark(place, 'begin'), end: mark(place, 'end') };
      },
    },
    draw,
  );
  return missing.length === 0 ? page : withoutMarks(page, missing);
}

function withoutMarks(page: string, missing: readonly string[]): string {
  const begun: number[] = [];
  for (const { index, 0: found, 1: place, 2: which } of page.matchAll(marks)) {
    if (which === 'begin') begun.push(index + found.length);
    else keep(missing[Number(place)] ?? '', page.slice(begun.pop(), index).replaceAll(marks, ''));
  }
  return page.replaceAll(marks, '');
}

function keep(key: string, markup: string): void {
  // Copied: a piece of a text keeps all of it.
  if (!ofThisPageOnly.test(markup)) kept.set(key, Buffer.from(markup).toString());
}
