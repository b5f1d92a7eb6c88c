import { expect, test } from 'vitest';
import { phraseWords } from './synonyms.ts';

test.each<[string, string[]]>([
  ['½ oz', ['1/2 oz']],
  ['1/2 oz', ['1/2 oz']],
  ['1/2-ounce', ['1/2 oz']],
  ['¼', ['1/4']],
  ['⅛', ['1/8']],
  ['1/8', ['1/8']],
  ['1/8 oz', ['1/8 oz']],
  ['1/8th', ['1/8']],
  ['1/8th ounce', ['1/8 oz']],
  ['Eighth', ['eighth']],
  ['half ounce', ['half', 'ounce']],
  ['3½ g', ['3.5 g']],
  ['3.50 grams', ['3.5 g']],
  ['Kestrel ⅛', ['kestrel', '1/8']],
  ['10mg THC', ['10 mg', 'thc']],
  ['10x5mg', ['10', '5 mg']],
  ['10 X 5 mg', ['10', '5 mg']],
  ['2 × .7 g', ['2', '0.7 g']],
  ['4X 2 lb', ['4x', '2', 'lb']],
  ['4x4 box', ['4', '4', 'box']],
  ['No.5', ['no', '5']],
  ['AK-47', ['ak', '47']],
  ['No. 1/8 hook', ['no', '1/8', 'hook']],
  ['1/8things', ['1', '8things']],
])('%s is searched as %j', (typed, words) => {
  expect(phraseWords(typed)).toEqual(words);
});
