import { expect, test } from 'vitest';
import { readSearchTerms } from './search-terms.ts';

test.each([
  ['under $20', { q: '', maxPrice: 2000 }],
  ['gummies under $20', { q: 'gummies', maxPrice: 2000 }],
  ['under 30', { q: '', maxPrice: 3000 }],
  ['flower less than 45 dollars', { q: 'flower', maxPrice: 4500 }],
  ['pre-rolls below $12.50', { q: 'pre-rolls', maxPrice: 1250 }],
  ['over $100', { q: '', minPrice: 10_000 }],
  ['vapes over 30 under 60', { q: 'vapes', minPrice: 3000, maxPrice: 6000 }],
  ['$20 to $40', { q: '', minPrice: 2000, maxPrice: 4000 }],
  ['between 40 and 20', { q: '', minPrice: 2000, maxPrice: 4000 }],
  ['edibles $20-$40', { q: 'edibles', minPrice: 2000, maxPrice: 4000 }],
  ['$20', { q: '', maxPrice: 2000 }],
  ['$20 or less', { q: '', maxPrice: 2000 }],
  ['cheap flower', { q: 'flower', sort: 'price' }],
  ['thc over 25', { q: '', minThc: 2500 }],
  ['flower with thc under 12.5%', { q: 'flower', maxThc: 1250 }],
  ['vapes over 20% THC under $50', { q: 'vapes', minThc: 2000, maxPrice: 5000 }],
  ['no thc', { q: '', maxThc: 0 }],
  ['thc free gummies', { q: 'gummies', maxThc: 0 }],
  ['high cbd low thc', { q: 'cbd' }],
  ['high-CBD flower', { q: 'CBD flower' }],
  ['new this week', { q: '', sort: 'newest' }],
  ['What’s new?', { q: '', sort: 'newest' }],
])('%s says %j', (typed, terms) => {
  expect(readSearchTerms(typed)).toEqual(terms);
});

test.each([
  'under 30 ml',
  'under 5 mg',
  'up to 20%',
  '1:1',
  '1 to 1',
  '20 x 5 mg',
  '3.5 g',
  'over 10 mg',
  'thc over 10 mg',
  'newport',
  'new york diesel',
  'underberg',
  'thc',
  'northern lights 5',
  'tin of five under the tree',
])('%s is left as it is', (typed) => {
  expect(readSearchTerms(typed)).toEqual({ q: typed });
});

test('a search of a hundred odd characters is read at once', () => {
  for (const odd of [
    'under '.repeat(17),
    '$ '.repeat(50),
    '1'.repeat(100),
    'high '.repeat(20),
    ' '.repeat(100),
  ]) {
    const start = performance.now();
    readSearchTerms(odd);
    expect(performance.now() - start).toBeLessThan(20);
  }
});
