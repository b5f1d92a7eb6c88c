/** Tests what a dropped file's name says, however a camera, a spreadsheet or a stranger wrote it. */
import { describe, expect, test } from 'vitest';
import { byFileName, nameBook, shownFileName, thingsNamed } from './file-name.ts';

describe('the name of a dropped file', () => {
  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\fakepath\\BD-2611.pdf', 'BD-2611.pdf'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['a\u0000b\nc.pdf', 'ab c.pdf'],
    ['..', 'File without a name'],
    ['\u200b', 'File without a name'],
    ['', 'File without a name'],
  ])('%j is shown as %j', (given, shown) => expect(shownFileName(given)).toBe(shown));

  test('of 300 characters is cut, and keeps its ending', () => {
    const shown = shownFileName(`${'é'.repeat(300)}.jpeg`);
    expect(shown).toHaveLength(120);
    expect(shown).toMatch(/é….jpeg$/);
  });

  test('sorts as people number files', () => {
    const names = ['front 10.jpg', 'Front 2.jpg', 'front 1.jpg'].map((name) => ({ name }));
    expect(names.toSorted(byFileName).map(({ name }) => name)).toEqual([
      'front 1.jpg',
      'Front 2.jpg',
      'front 10.jpg',
    ]);
  });
});

describe('a file name', () => {
  const book = nameBook([
    { thing: 'A', names: ['BD-2611'] },
    { thing: 'B', names: ['BD-2611-A', 'KLL 77'] },
    { thing: 'C', names: ['Blue Dream', 'Blue Dream 3.5 g'] },
    { thing: 'D', names: ['Blue Dream', 'Blue Dream 7 g'] },
    { thing: 'E', names: ['1', null, ''] },
  ]);

  test.each([
    ['BD-2611.pdf', ['A']],
    ['bd_2611.PDF', ['A']],
    ['COA bd2611 final.pdf', ['A']],
    ['BD-2611 (1).pdf', ['A']],
    ['BD-2611 copy 2.pdf', ['A']],
    ['BD-2611-1200x1500.jpg', ['A']],
    ['BD-2611@2x.png', ['A']],
    ['BD-2611-scaled.jpeg', ['A']],
    // The longer name counts.
    ['BD-2611-A.pdf', ['B']],
    ['blue-dream_3.5g front 2.jpg', ['C']],
    ['Blue Dream.jpg', ['C', 'D']],
    // Both names are of one thing.
    ['BD-2611-A KLL-77.pdf', ['B']],
  ])('%s names %j', (name, things) => expect(thingsNamed(name, book)).toEqual({ kind: 'found', things }));

  test.each(['BD-26112.pdf', 'xBD-2611.pdf', 'IMG_0001.jpg', '1.pdf', '.pdf', '', '\u202e\u0000'])(
    '%j names nothing',
    (name) => expect(thingsNamed(name, book)).toEqual({ kind: 'none' }),
  );

  test('with two batches names neither', () => {
    expect(thingsNamed('BD-2611 and KLL-77.pdf', book)).toEqual({
      kind: 'several',
      names: ['BD-2611', 'KLL 77'],
    });
  });
});
