import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checksumWith } from './gzip-checksum.ts';

test('the checksum of a page with any word in any places is the one of the finished bytes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 90 }), { minLength: 1, maxLength: 6 }),
      fc.uint8Array({ minLength: 22, maxLength: 22 }),
      fc.uint8Array({ minLength: 22, maxLength: 22 }),
      (pieces, word, other) => {
        const [first = new Uint8Array(), ...rest] = pieces;
        const withWord = (between: Uint8Array) =>
          Buffer.concat([first, ...rest.flatMap((piece) => [between, piece])]);
        let at = first.length;
        const places = rest.map((piece) => {
          const place = at;
          at += 22 + piece.length;
          return place;
        });
        const checksum = checksumWith(withWord(new Uint8Array(22)), places, 22);
        expect(checksum(word)).toBe(crc32(withWord(word)));
        expect(checksum(other)).toBe(crc32(withWord(other)));
      },
    ),
  );
});

test('a page of a megabyte has its checksum too', () => {
  const page = Buffer.alloc(1_000_000, 'farm ');
  page.fill(0, 10, 32);
  const word = Buffer.from('abcdefghijklmnopqrstuv');
  const finished = Buffer.from(page);
  finished.set(word, 10);
  expect(checksumWith(page, [10], 22)(word)).toBe(crc32(finished));
});
