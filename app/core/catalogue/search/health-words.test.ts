import { expect, test } from 'vitest';
import { phraseWords } from '#core/settings/synonyms.ts';
import { asksAboutHealth, isHealthWord, isNameSearch } from './health-words.ts';
import { searchWords } from './search.ts';

const onMenu = new Set(['paint', 'sleeve', 'calamus', 'treats']);
const asks = (q: string) => asksAboutHealth(searchWords(q), (word) => onMenu.has(word));

test.each([
  'sleep',
  'Sleeping',
  'sleepless nights',
  'pain',
  'pains',
  'painkillers',
  'anxiety',
  'ANXIOUS',
  'stress',
  'de-stress',
  'stressed out',
  'nausea',
  'nauseous',
  'appetite',
  'insomnia',
  'insomniac',
  'depression',
  'depressed',
  'headaches',
  'migraine',
  'cancer',
  'PTSD',
  'relax',
  'relaxing gummies',
  'arthritis cream',
  'cure',
  'medicinal',
  'therapy',
])('%s asks about health', (q) => {
  expect(asks(q)).toBe(true);
});

test.each([
  'slepe',
  'slep',
  'anxeity',
  'anxity',
  'insomina',
  'depresion',
  'headake',
  'stres',
  'relaxin',
  'nasuea',
  'apetite',
])('%s asks about health, mistyped', (q) => {
  expect(asks(q)).toBe(true);
});

test.each([
  'paint',
  'sleeve',
  'sweet',
  'gummies',
  'pre-roll',
  'indica',
  '3.5 g',
  'treats',
  'plaid',
  'curing jar',
  'rest',
  'blue dream',
  'train',
  'potato',
  '',
])('%s does not', (q) => {
  expect(asks(q)).toBe(false);
});

test('every claim about health that is flagged as shipped is a health word', () => {
  const claims =
    'cure cures heal heals healing relief relieves pain anxiety insomnia medicine medicinal therapy therapeutic';
  for (const word of claims.split(' ')) expect(isHealthWord(word), word).toBe(true);
});

test('a name that holds such a word is found by more than that word, or by all of it', () => {
  const found = (q: string, name: string) => isNameSearch(searchWords(q), phraseWords(name));
  expect(found('sleepy hollow', 'Sleepy Hollow')).toBe(true);
  expect(found('hollow sleepy', 'Sleepy Hollow Candle')).toBe(true);
  expect(found('sleepy', 'Sleepy Hollow')).toBe(false);
  expect(found('sleep hollow', 'Sleepy Hollow')).toBe(false);
  expect(found('sleepy edible', 'Sleepy Hollow')).toBe(false);
  expect(found('calm', 'Calm')).toBe(true);
});
