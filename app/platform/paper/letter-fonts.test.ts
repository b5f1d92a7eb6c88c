import { expect, test } from 'vitest';
import { BOX, openFont, runsOf } from './letter-fonts.ts';

const printed = (text: string) =>
  runsOf(text, 'text')
    .map((run) => run.text)
    .join('');

test.each([
  ['Polish, Romanian, Turkish', 'Żaneta Łódź-Ćwik, Ștefan Țurcanu, Işık Yağmur'],
  ['Spanish, French, Haitian Creole, Italian', 'Zoë Peña, Œuvre, Kèt Fòs, Niccolò'],
  ['Vietnamese', 'Nguyễn Thị Ánh'],
  ['Russian, Ukrainian, Greek', 'Владимир Їжак Νίκος'],
  ['Chinese and Japanese', '王小明 歐陽脩 山田花子 カタカナ'],
  ['Korean', '김민수 박지영'],
  ['Arabic and Urdu', 'محمد عبد الله ڈاکٹر'],
  ['Yiddish', 'חנה ראָזענבוים'],
  ['Bengali', 'শেখ হাসিনা'],
])('a name in %s is printed as it was entered, in every face', (_language, name) => {
  for (const face of ['text', 'strong', 'display'] as const) {
    const runs = runsOf(name, face);
    expect(runs.map(({ text }) => text).join('')).toBe(name.normalize('NFC'));
    for (const { font, text } of runs)
      for (const character of text)
        expect(openFont(font).font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0), character).toBe(true);
  }
});

test('every letter of the everyday set is in the face itself', () => {
  const everyday = ' Az09~\u00a0ÿÑß–—‘’“”•…′″€−';
  for (const face of ['text', 'strong', 'display'] as const) {
    expect(runsOf(everyday, face)).toEqual([{ font: face, text: everyday }]);
    const { font } = openFont(face);
    const all = Array.from({ length: 0x100 }, (_, code) => String.fromCodePoint(code)).join('');
    for (const character of `${everyday}${all}`.match(/[\x20-\x7e\xa0-\xac\xae-\xff]/g) ?? [])
      expect(font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0), character).toBe(true);
  }
});

test('what no font has is a visible box, one for each letter, and never a question mark', () => {
  expect(printed('🌿 ok')).toBe(`${BOX} ok`);
  expect(printed('👩🏽‍🌾🌿')).toBe(BOX + BOX);
  expect(printed('ፊደል')).toBe(BOX.repeat(3));
  expect(printed('Who? Me?')).toBe('Who? Me?');
});

test('a letter written with a mark of its own is one letter, and a ligature that no font has is its letters', () => {
  expect(printed('Z\u0307o\u0301\u0142c\u0301')).toBe('Żółć');
  expect(printed('ﬁne')).toBe('fine');
});

test('what prints nothing is left out: control characters, possible breaks, marks of direction', () => {
  expect(printed('a\u0007b\u00adc\u200bd\u202ee\ufe0f\tf')).toBe('abcde f');
});
