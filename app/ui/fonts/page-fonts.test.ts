import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openSync } from 'fontkit';
import { expect, test } from 'vitest';

const fonts = import.meta.dirname;

type Face = { family: string; file: string; ranges: readonly (readonly [number, number])[] };

/** The faces of the shop's pages, as a browser reads them. */
const faces: Face[] = [
  ...readFileSync(join(fonts, 'faces.css'), 'utf8').matchAll(/@font-face \{[^}]*\}/g),
].flatMap(([rule]) => {
  const file = /url\("([^"]+)"\)/.exec(rule)?.[1];
  const ranges = [...rule.matchAll(/U\+(\w+)(?:-(\w+))?/g)].map(
    ([, first = '', last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const,
  );
  const family = /font-family: "([^"]+)"/.exec(rule)?.[1] ?? '';
  return file ? [{ family, file: join(fonts, file), ranges }] : [];
});
const filesFor = (family: string, letter: string) =>
  faces.filter(
    (face) =>
      face.family === family &&
      face.ranges.some(([first, last]) => first <= letter.charCodeAt(0) && letter.charCodeAt(0) <= last),
  );

test.each(['Farm Text', 'Farm Display'])(
  'a letter of a European name in %s loads one small file, which has it',
  (family) => {
    for (const letter of 'ñüßŁłŻćőşđ') {
      const [face, ...more] = filesFor(family, letter);
      expect(more, letter).toEqual([]);
      expect(statSync(face?.file ?? '').size, letter).toBeLessThan(15_000);
      expect(openSync(face?.file ?? '').hasGlyphForCodePoint(letter.charCodeAt(0)), letter).toBe(true);
    }
  },
);
