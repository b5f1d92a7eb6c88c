import { expect, test } from 'vitest';
import { AGAIN_AFTER, ANOTHER_AFTER, nextCode, type Shown } from './next-code.ts';

/** The codes that count in these pictures; a picture is its codes and its milliseconds. */
function counted(...pictures: [codes: string[], at: number][]): string[] {
  let shown: Shown | null = null;
  return pictures.flatMap(([codes, at]) => {
    const next = nextCode(shown, codes, at);
    shown = next.shown;
    return next.counts === null ? [] : [next.counts];
  });
}

test('a label counts once, however long it is held up', () => {
  const held = Array.from({ length: 100 }, (_, index): [string[], number] => [['jar'], index * 100]);
  expect(counted([[], 0], ...held)).toEqual(['jar']);
});

test('the same label counts again only after it was away for two seconds', () => {
  expect(counted([['jar'], 0], [['jar'], AGAIN_AFTER - 1])).toEqual(['jar']);
  expect(counted([['jar'], 0], [[], 1000], [['jar'], AGAIN_AFTER])).toEqual(['jar', 'jar']);
  // It was last seen a moment before.
  expect(counted([['jar'], 0], [['jar'], 1500], [['jar'], 3000], [['jar'], 4500])).toEqual(['jar']);
});

test('the next label counts as soon as the one before is away', () => {
  expect(counted([['one'], 0], [['two'], ANOTHER_AFTER - 1])).toEqual(['one']);
  expect(counted([['one'], 0], [['two'], 500], [['two'], ANOTHER_AFTER])).toEqual(['one', 'two']);
});

test('of several codes on one label one counts, also when only the other one is readable later', () => {
  expect(
    counted([['unit', 'upc'], 0], [['upc'], 900], [['upc'], 2500], [['upc', 'unit'], 4000], [['unit'], 5500]),
  ).toEqual(['unit']);
  expect(counted([['unit'], 0], [['upc', 'unit'], 900], [['upc'], 2500])).toEqual(['unit']);
});
