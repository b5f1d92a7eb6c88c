import { join } from 'node:path';
import { openSync } from 'fontkit';
import { expect, test } from 'vitest';
import { printable } from './printable.ts';

const every = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code));

test.each(['text', 'strong', 'display'])(
  'the font %s has a glyph for every character let through to it',
  (name) => {
    const font = openSync(join(import.meta.dirname, 'fonts', `${name}.ttf`));
    const missing = [...new Set(every.flatMap((character) => [...printable(character)]))].filter(
      (character) => !font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
    );
    expect(missing).toEqual([]);
  },
);

test('text that the fonts can show stays as it is', () => {
  expect(printable('Café “Zoë” – 10 × 5 mg, 4 €')).toBe('Café “Zoë” – 10 × 5 mg, 4 €');
  const shown = ' Az09~\u00a0ÿÑß–—‘’“”•…€';
  expect(printable(shown)).toBe(shown);
});

test('a letter missing from the fonts becomes plain, and without a plain form a question mark', () => {
  expect(printable('ő ẵ ﬁ Ⅳ Łódź Œuvre „so“ 10‑15')).toBe('o a fi IV Lódz OEuvre “so“ 10-15');
  expect(printable('a\u0301 x\u0301')).toBe('a x');
  for (const lost of ['\u001f', '\u007f', '\u009f', 'щ', '🌿', '中']) expect(printable(lost)).toBe('?');
  expect(printable('🌿🌿')).toBe('??');
});
