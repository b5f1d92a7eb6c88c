import { expect, test } from 'vitest';
import { flaggedWordsSection, readWordList } from '#features/settings/flagged-words-section.ts';
import { defaultSettings } from '#features/settings/settings.ts';
import { readSynonyms, synonymsSection } from '#features/settings/synonyms.ts';
import { textQuery } from './search.ts';
import { openSynonyms, partsOf } from './search-synonyms.ts';

const known = openSynonyms([
  ['edible', 'gummy', 'chew'],
  ['joint', 'Pre-Roll'],
]);

test('a search asks for its words, or for what means the same; a search without such words is as it was', () => {
  expect(textQuery(['edibles'], true, known)).toBe("('edibles':* | 'gummy' | 'chew')");
  expect(textQuery(['grape', 'gummies'], false, known)).toBe("'grape' & ('gummies' | 'edible' | 'chew')");
  expect(textQuery(['pre', 'roll', 'blue'], true, known)).toBe("(('pre' & 'roll') | 'joint') & 'blue':*");
  expect(textQuery(['joint'], true, known)).toBe("('joint':* | ('pre' & 'roll'))");
  expect(textQuery(['kestrel', 'moon'], true, known)).toBe(textQuery(['kestrel', 'moon']));
});

test('nothing leads on from what was put in, whatever the groups', () => {
  const chained = openSynonyms([
    ['a1', 'b1'],
    ['b1', 'c1'],
    ['c1', 'a1'],
  ]);
  expect(partsOf(['b1'], chained)).toEqual([[['b1'], ['c1']]]);
});

test('groups are read a line each and written back', () => {
  const value = synonymsSection.read(
    { synonyms: 'edible = gummy, chew\n\n joint=Pre-Roll ' },
    { synonyms: [] },
  );
  expect(value).toEqual({
    ok: true,
    value: {
      synonyms: [
        ['edible', 'gummy', 'chew'],
        ['joint', 'Pre-Roll'],
      ],
    },
  });
  if (value.ok)
    expect(synonymsSection.texts({ synonyms: value.value.synonyms ?? [] }).synonyms).toBe(
      'edible = gummy = chew\njoint = Pre-Roll',
    );
});

test.each([
  ['edible', /Line 1: give at least two words/],
  ['abc1 = bcd1\ncde1 = BCD1s', /Line 2: “BCD1s” stands in line 1 already/],
  ['edible = edibles', /Line 1: “edibles” stands there twice/],
  ['a=b=c=d=e=f=g', /at most 6 words/],
  ['a = ---', /no letter and no digit/],
  ['one two three four = five', /more than 3 words/],
  [`a = ${'b'.repeat(41)}`, /too long/],
  [Array.from({ length: 201 }, (_, at) => `x${at}a = x${at}b`).join('\n'), /at most 200 lines/],
])('%j is refused', (text, message) => {
  expect(readSynonyms(text).problem).toMatch(message);
  expect(synonymsSection.read({ synonyms: text }, { synonyms: [] }).ok).toBe(false);
});

test('flagged words are read one a line, each once, and shipped ones as they are', () => {
  expect(readWordList('Weed\n pot , POT\n\nget  high')).toEqual(['Weed', 'pot', 'get high']);
  const { publishing } = defaultSettings();
  expect(flaggedWordsSection.read(flaggedWordsSection.texts(publishing), publishing)).toEqual({
    ok: true,
    value: publishing,
  });
});

test.each([
  ['!!!', /no letter/],
  ['x'.repeat(61), /too long/],
  [Array.from({ length: 501 }, (_, at) => `w${at}`).join('\n'), /at most 500/],
])('%j is no flagged word', (text, message) => {
  expect(flaggedWordsSection.read({ flaggedWords: text }, { flaggedWords: [] })).toEqual({
    ok: false,
    problem: { flaggedWords: [expect.stringMatching(message)] },
  });
});
