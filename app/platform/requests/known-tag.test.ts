import { expect, test } from 'vitest';
import { knowsTag } from './known-tag.ts';

test('a tag is known by itself, in a list, weak or strong, and by a star', () => {
  for (const header of ['W/"a,b"', '"a,b"', '"x", W/"a,b"', 'W/"x","a,b"', '*', ' * '])
    expect(knowsTag(header, 'W/"a,b"'), header).toBe(true);
});

test('a tag is not known by another, by a part, or without a header', () => {
  for (const header of [null, '', '"a"', 'W/"b"', 'a,b', '"xa,b"', '"*"'])
    expect(knowsTag(header, 'W/"a,b"'), String(header)).toBe(false);
});
