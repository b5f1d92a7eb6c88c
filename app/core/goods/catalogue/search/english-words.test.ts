import { expect, test } from 'vitest';
import { isEnglishWord } from './english-words.ts';

test.each([
  'sleeve',
  'paint',
  'gift',
  'table',
  'brush',
  'stone',
  'sheep',
  'flour',
  'capes',
  'tropicals',
  'haze',
])('%s is an English word', (word) => expect(isEnglishWord(word)).toBe(true));

test.each(['brushes', 'tapered', 'berries', 'fishing', 'running', 'happier', 'slowly', 'coldest', 'gifted'])(
  '%s is a form of an English word',
  (word) => expect(isEnglishWord(word)).toBe(true),
);

test.each(['thca', 'thcv', 'kush', 'indica', 'terpenes'])('%s is a cannabis term', (word) =>
  expect(isEnglishWord(word)).toBe(true),
);

test.each(['choclate', 'beverkil', 'gumies', 'stonfly', 'tinture', 'insomia', 'ing', 'ed', 's', ''])(
  '%j is not a known word',
  (word) => expect(isEnglishWord(word)).toBe(false),
);
