import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cleanLine,
  cleanText,
  isBlank,
  isPlainText,
  isWellFormedText,
  sliceSafe,
  withoutControls,
} from './text.ts';

test('NUL and lone surrogates cannot be stored', () => {
  expect(isWellFormedText('Catskill 🌲')).toBe(true);
  expect(isWellFormedText('a\0b')).toBe(false);
  expect(isWellFormedText('\ud83c')).toBe(false);
  expect(isWellFormedText('\udf32')).toBe(false);
});

test('a cut never splits a whole character', () => {
  expect(sliceSafe('a🌲b', 2)).toBe('a');
  expect(sliceSafe('a🌲b', 3)).toBe('a🌲');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(50), (text, length) => {
      const cut = sliceSafe(text, length);
      expect(text.startsWith(cut) && cut.length <= length && cut.isWellFormed()).toBe(true);
    }),
  );
});

test('a cut removes no more than it must', () => {
  expect(sliceSafe('abc', 2)).toBe('ab');
  expect(sliceSafe('abc', 3)).toBe('abc');
  expect(sliceSafe('🌲b', 2)).toBe('🌲');
  // The first and the last surrogate pair.
  expect(sliceSafe('a\u{10000}', 2)).toBe('a');
  expect(sliceSafe('a\u{10ffff}', 2)).toBe('a');
  expect(sliceSafe('\ud7ffb', 1)).toBe('\ud7ff');
});

test('text within the limit stays as it is, even with broken characters', () => {
  expect(sliceSafe('a\ud83c', 2)).toBe('a\ud83c');
  expect(sliceSafe('a\ud83c', 9)).toBe('a\ud83c');
  expect(sliceSafe('', 0)).toBe('');
});

describe('stored text', () => {
  test.each([
    ['zero-width spaces', '\u200b\u2060\ufeff'],
    ['soft hyphens', '\u00ad\u00ad'],
    ['joiners', '\u200c\u200d'],
    ['variation selectors', '\ufe0f\ufe0e\u{e0100}'],
    ['direction marks and overrides', '\u200e\u200f\u061c\u202e\u2066\u2069'],
    ['control characters', '\u0007\u001b\u0085\u009f'],
    ['fillers', '\u3164\uffa0\u115f\u1160'],
    ['tags', '\u{e0041}\u{e0042}'],
    ['an empty Braille cell and wide spaces', '\u2800\u3000\u00a0'],
  ])('is blank when made only of %s', (_, text) => {
    for (const each of [text, ` ${text}\n${text} `]) {
      expect(isBlank(each)).toBe(true);
      expect(cleanText(each)).toBe('');
      expect(cleanLine(each)).toBe('');
    }
  });

  test('drops what a paste adds', () => {
    expect(cleanText('\ufeffPre\u00adroll\u200b, \u20601 g\u200e ')).toBe('Preroll, 1 g');
    expect(cleanText('One\vTwo\u2028Three\r\nFour\tFive')).toBe('One\nTwo\nThree\nFour Five');
    expect(cleanLine(' One\r\n  Two\u00a0 Three ')).toBe('One Two Three');
    // Joiners between Latin letters only hide a word from filters.
    expect(cleanText('w\u200de\u200ce\u200d\u200dd')).toBe('weed');
    expect(cleanText('Gold\u{e0067}\u{e0062}')).toBe('Gold');
  });

  test.each([
    ['a family', '👩‍👩‍👧‍👦'],
    ['a farmer with a skin tone', '👩🏽‍🌾'],
    ['a heart on fire', '❤️‍🔥'],
    ['a rainbow flag', '🏳️‍🌈'],
    ['the flag of Wales', '🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
    ['a keycap', '1️⃣'],
    ['Persian', 'می\u200cخواهم'],
    ['Arabic', 'محمد عبد الله'],
    ['Hebrew', 'דָּוִד לֵוִי'],
    ['Hindi', 'क्\u200dष राम'],
    ['Sinhala', 'ශ්\u200dරී ලංකා'],
    ['Malayalam with a joiner at its end', 'അവന്\u200d'],
    ['Vietnamese', 'Nguyễn Thị Ánh'],
    ['a combining accent', 'Jose\u0301'],
    ['Chinese', '王小明'],
  ])('preserves %s', (_, text) => {
    expect(cleanLine(text)).toBe(text);
    expect(cleanText(text)).toBe(text);
    expect(isPlainText(text)).toBe(true);
  });

  test.each([
    ['an override of direction', 'invoice\u202efdp.exe'],
    ['an embedding', '\u202bname\u202c'],
    ['an isolate', '\u2067name\u2069'],
    ['an escape', 'a\u001b[31mb'],
    ['a bell', 'a\u0007'],
    ['a control of Windows-1252 read wrongly', 'a\u0096b'],
    ['an annotation', 'a\ufff9b\ufffa'],
    ['NUL', 'a\0'],
    ['half a pair', 'a\ud83c'],
  ])('is refused with %s', (_, text) => {
    expect(isPlainText(cleanText(text))).toBe(false);
    expect(isPlainText(cleanLine(text))).toBe(false);
    if (text.isWellFormed()) expect(isPlainText(withoutControls(cleanText(text)))).toBe(true);
  });

  test('does not change when cleaned twice, and loses nothing visible', () => {
    // Unicode counts Hangul fillers as letters and the object placeholder as a symbol, although none has a shape.
    const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\ufffc])[\p{L}\p{N}\p{P}\p{S}]/gu;
    const visible = (text: string) => text.match(VISIBLE)?.join('') ?? '';
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const clean = cleanText(text);
        expect(cleanText(clean)).toBe(clean);
        expect(visible(clean)).toBe(isBlank(text) ? '' : visible(text));
      }),
      { examples: [['\uffa0!'], ['\u3164!'], ['\u115f!'], ['\ufffc!']] },
    );
  });
});
