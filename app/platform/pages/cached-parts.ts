/** Caches the markup of parts that pages share (ui/cached-part), keyed by their input: it cannot become outdated. */
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createElement } from 'react';
import { renderWithParts } from '#ui/cached-part.tsx';
import { placeOf, RenderedPage } from './rendered-page.ts';

/** Bytes; a card takes five thousand. */
const ROOM = 6 * 1024 * 1024;

const markups = new LRUCache<string, Uint8Array>({
  maxSize: ROOM,
  sizeCalculation: (markup, key) => markup.length + key.length,
});

/** Unguessable, so no one can write it into a page. It is removed from every page. */
const TOKEN = randomBytes(18).toString('base64url');
/** An element, because React adds nothing around one, as it does between two texts. */
const mark = (place: number, which: 'begin' | 'end') =>
  createElement('i', { id: `${TOKEN} ${place} ${which}` });
const marks = new RegExp(`<i id="${TOKEN} (\\d+) (begin|end)"></i>`, 'g');

/** IDs that React generated for this position, the response's nonce, pictures that the head preloads. */
const ofThisPageOnly = /="_R_|nonce="|(?<!<picture[^>]*>)<img(?![^>]*loading="lazy")/;

/** Renders a page with placeholders for the cached parts; caches the parts that were missing. */
export function renderWithCachedParts(render: () => string): RenderedPage {
  const parts: Uint8Array[] = [];
  const missing: string[] = [];
  const text = renderWithParts(
    {
      markupOf: (key) => {
        const markup = markups.get(key);
        return markup && placeOf(parts.push(markup) - 1);
      },
      marksOf: (key) => {
        const place = missing.push(key) - 1;
        return { begin: mark(place, 'begin'), end: mark(place, 'end') };
      },
    },
    render,
  );
  return missing.length === 0
    ? new RenderedPage(text, parts)
    : withoutMarks(new RenderedPage(text, parts), missing);
}

function withoutMarks({ text, parts }: RenderedPage, missing: readonly string[]): RenderedPage {
  const started: number[] = [];
  for (const { index, 0: found, 1: place, 2: which } of text.matchAll(marks)) {
    if (which === 'begin') started.push(index + found.length);
    else cache(missing[Number(place)] ?? '', text.slice(started.pop(), index).replaceAll(marks, ''), parts);
  }
  return new RenderedPage(text.replaceAll(marks, ''), parts);
}

function cache(key: string, markup: string, parts: readonly Uint8Array[]): void {
  if (ofThisPageOnly.test(markup)) return;
  // Copies the bytes: a small buffer is a slice of a larger one and would retain all of it.
  markups.set(key, new Uint8Array(new RenderedPage(markup, parts).toBuffer()));
}
