import { expect, test } from 'vitest';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { readSynonyms, synonymsSection } from '#core/ground/settings/synonyms.ts';
import { flaggedWordsSection, readWordList } from '#office/settings/flagged-words-section.ts';
import { flaggedWords } from '../products/flagged-words.ts';
import { searchWords, textQuery } from './search.ts';
import { openSynonyms, partsOf } from './search-synonyms.ts';

const known = openSynonyms([
  ['edible', 'gummy', 'chew'],
  ['joint', 'Pre-Roll'],
]);

test('a search includes synonyms of its words, and a search without any stays unchanged', () => {
  expect(textQuery(['edibles'], true, known)).toBe("('edibles':* | 'gummy':ABC | 'chew':ABC)");
  expect(textQuery(['grape', 'gummies'], false, known)).toBe(
    "'grape' & ('gummies' | 'edible':ABC | 'chew':ABC)",
  );
  expect(textQuery(['pre', 'roll', 'blue'], true, known)).toBe("(('pre' & 'roll') | 'joint':ABC) & 'blue':*");
  expect(textQuery(['joint'], true, known)).toBe("('joint':* | ('pre':ABC <-> 'roll':ABC))");
  expect(textQuery(['kestrel', 'moon'], true, known)).toBe(textQuery(['kestrel', 'moon']));
});

test('synonyms do not chain, whatever the groups', () => {
  const chained = openSynonyms([
    ['a1', 'b1'],
    ['b1', 'c1'],
    ['c1', 'a1'],
  ]);
  expect(partsOf(['b1'], chained)).toEqual([{ typed: [['b1']], same: [['c1']] }]);
});

test('spaces, hyphens and plurals do not matter, nor how an amount is written', () => {
  const groups = openSynonyms([
    ['pre-roll', 'joint'],
    ['3.5 g', 'eighth', '1/8 oz'],
  ]);
  for (const q of ['preroll', 'pre roll', 'Pre-Rolls', 'prerolls'])
    expect(partsOf(searchWords(q), groups).at(0)?.same, q).toContainEqual(['joint']);
  for (const q of ['3.5g', '3.50 grams', '⅛ ounce', '1/8oz'])
    expect(partsOf(searchWords(q), groups), q).toHaveLength(1);
  // A search for an amount means exactly that amount.
  expect(textQuery(['3.5 g'], true, groups)).toBe("(('3.5' <-> 'g') | ('1/8':ABC <-> 'oz':ABC))");
  expect(textQuery(['eighth'], true, groups)).toContain("'3.5':ABC <-> 'g':ABC");
});

test('two words that the menu writes as one are searched as one too, and the last may be incomplete', () => {
  const menu = ['beaverkill', 'haze'];
  const words = {
    ...openSynonyms([]),
    isWord: (word: string, isLast: boolean) =>
      menu.some((each) => (isLast ? each.startsWith(word) : each === word)),
  };
  expect(textQuery(['beaver', 'kill', 'haze'], true, words)).toBe(
    "(('beaver' & 'kill') | 'beaverkill') & 'haze':*",
  );
  expect(textQuery(['beaver', 'ki'], true, words)).toBe("(('beaver' & 'ki':*) | 'beaverki':*)");
  expect(textQuery(['blue', 'haze'], true, words)).toBe("'blue' & 'haze':*");
});

test('synonyms that the menu does not use are left out', () => {
  const isWord = (word: string) => ['rosin', 'pastilles', 'waxed'].includes(word);
  const groups = openSynonyms([
    ['rosin', 'wax', 'shatter'],
    ['gummy', 'pastille'],
  ]);
  expect(textQuery(['rosin'], true, { ...groups, isWord })).toBe("'rosin':*");
  expect(textQuery(['shatter'], true, { ...groups, isWord })).toBe("('shatter':* | 'rosin':ABC)");
  expect(textQuery(['gummies'], true, { ...groups, isWord })).toBe("('gummies':* | 'pastille':ABC)");
});

test('the shipped groups can be saved unchanged, and show no word that the state bans from pages', () => {
  const { search, publishing } = defaultSettings();
  expect(synonymsSection.read(synonymsSection.texts(search), search)).toEqual({ ok: true, value: search });
  expect(synonymsSection.texts(search).synonyms?.length).toBeLessThan(8000);
  for (const [own = ''] of search.synonyms) expect(flaggedWords(own, publishing.flaggedWords)).toEqual([]);
});

test('groups are read one per line and written back', () => {
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
  ['edible', /Line 1: enter at least two words/],
  ['abc1 = bcd1\ncde1 = BCD1s', /Line 2: “BCD1s” is already in line 1/],
  ['edible = edibles', /Line 1: “edibles” is listed twice/],
  ['a=b=c=d=e=f=g=h=i=j=k=l=m', /at most 12 words/],
  ['a = ---', /no letter and no digit/],
  ['one two three four = five', /more than 3 words/],
  [`a = ${'b'.repeat(41)}`, /too long/],
  [Array.from({ length: 201 }, (_, at) => `x${at}a = x${at}b`).join('\n'), /at most 200 lines/],
])('%j is refused', (text, message) => {
  expect(readSynonyms(text).problem).toMatch(message);
  expect(synonymsSection.read({ synonyms: text }, { synonyms: [] }).ok).toBe(false);
});

test('flagged words are read one per line, each once, and the shipped ones unchanged', () => {
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
])('%j is not a flagged word', (text, message) => {
  expect(flaggedWordsSection.read({ flaggedWords: text }, { flaggedWords: [] })).toEqual({
    ok: false,
    problem: { flaggedWords: [expect.stringMatching(message)] },
  });
});
