import { expect, test } from 'vitest';
import { demoProducts } from './demo-catalogue.ts';
import { demoContent } from './demo-texts.ts';

test('the menu has everything that About Us says comes from neighbors', () => {
  const text = demoContent.about.sections
    .flatMap((section) => ('paragraphs' in section ? section.paragraphs : []))
    .join(' ');
  const promised = /The ([^.]+) come from neighbors/.exec(text)?.[1]?.split(/, | and /) ?? [];
  expect(promised.length).toBeGreaterThan(1);
  const names = demoProducts
    .filter(({ productType }) => productType !== 'cannabis')
    .map(({ name }) => name.toLowerCase());
  for (const thing of promised) {
    const word = thing.split(' ').at(-1) ?? thing;
    // Some are sold by the dozen, some one by one.
    const isThere = names.some((name) => name.includes(word) || name.includes(word.replace(/s$/, '')));
    expect([thing, isThere]).toEqual([thing, true]);
  }
});
