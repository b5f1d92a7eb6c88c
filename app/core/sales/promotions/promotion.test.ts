import { describe, expect, test } from 'vitest';
import { promotionForm, promotionValues } from '#office/promotions/promotion-form.ts';
import { paragraphsOf, promotionWarnings } from './promotion.ts';
import { isShopPage, productOf } from './promotion-link.ts';

const news = { title: 'The barn is open', words: 'Come by.', path: null, offer: null };
const entered = { title: 'The barn', words: 'Come.', path: '', kind: 'news' };
const errorsOf = (changed: Record<string, string>) => {
  const read = promotionForm.safeParse({ ...entered, ...changed });
  return read.success ? [] : read.error.issues.map(({ path }) => path.join('.'));
};

test('paragraphs are separated by empty lines', () => {
  expect(paragraphsOf('One\r\nline.\r\n\r\n \n\nTwo.\n')).toEqual(['One line.', 'Two.']);
  expect(paragraphsOf(' \n\n ')).toEqual([]);
});

describe('the form of a promotion', () => {
  test('accepts news without terms, and drops what was entered for an offer', () => {
    const read = promotionForm.parse({ ...entered, terms: 'x', from: '2026-01-01' });
    expect(read).toEqual({ title: 'The barn', words: 'Come.', path: null, offer: null });
  });

  test('requires terms and both days of an offer, the last not before the first', () => {
    expect(errorsOf({ kind: 'offer' })).toEqual(['terms', 'from', 'until']);
    const offer = { kind: 'offer', terms: 'One each', from: '2026-05-02', until: '2026-05-01' };
    expect(errorsOf(offer)).toEqual(['until']);
    expect(errorsOf({ ...offer, until: '2026-05-02' })).toEqual([]);
  });

  test('requires a title, a text, and a page of the shop', () => {
    expect(errorsOf({ title: ' ', words: ' \n ', kind: 'x' }).sort()).toEqual(['kind', 'title', 'words']);
    for (const path of [
      'https://evil.example',
      '//evil.example',
      '/admin',
      '/orders',
      'products',
      '/products/x',
    ])
      expect([path, errorsOf({ path })]).toEqual([path, ['path']]);
    for (const path of ['/', '/products', '/products/12', '/products?category=flower&q=moon'])
      expect([path, errorsOf({ path })]).toEqual([path, []]);
  });

  test('round-trips what is stored', () => {
    const offer = { terms: 'One each', from: '2026-05-01', until: '2026-05-02' };
    const words = { title: 'The barn', words: 'Come.', path: '/products', offer };
    expect(promotionForm.parse(promotionValues(words))).toEqual(words);
    expect(promotionForm.parse(promotionValues(news))).toEqual(news);
  });
});

test('links lead only to public pages', () => {
  expect(productOf('/products/12')).toBe(12);
  expect(productOf('/products/012')).toBeNull();
  expect(productOf('/products/12/edit')).toBeNull();
  expect(isShopPage('/about?x=1')).toBe(false);
});

describe('the warnings about a promotion', () => {
  test('name listed words, wherever they occur', () => {
    const offer = { terms: 'Kids not admitted.', from: '2026-05-01', until: '2026-05-02' };
    expect(promotionWarnings({ ...news, title: 'DANK days', offer }, ['dank', 'kids', 'pot'])).toEqual([
      'Words the state does not allow in advertising: dank, kids.',
    ]);
    expect(promotionWarnings(news, ['dank'])).toEqual([]);
  });

  test.each(['20% off', 'Save $5 off', 'A discount for you', 'Buy one, get one', 'Our sale begins'])(
    'say that “%s” is an offer',
    (words) => {
      expect(promotionWarnings({ ...news, words }, [])).toHaveLength(1);
      const offer = { terms: 'x', from: '2026-05-01', until: '2026-05-02' };
      expect(promotionWarnings({ ...news, words, offer }, [])).toEqual([]);
    },
  );
});
