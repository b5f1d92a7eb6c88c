import fc from 'fast-check';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { passLabel, pickupPass, readPassCode } from './pickup-pass.ts';

const CODE = 'A1B2C3D4E5F6';

test('a pass shows its code in groups of four, and its QR picture contains only the code', () => {
  const pass = pickupPass(CODE);
  expect(pass.code).toBe('A1B2-C3D4-E5F6');
  const { data, size } = encode(CODE, { ecc: 'Q', border: 4 });
  expect(pass.qr.size).toBe(size);
  // Painted square by square, the outline gives the code.
  const painted = data.map((row) => row.map(() => false));
  for (const [, x, y, width] of pass.qr.path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let step = 0; step < Number(width); step += 1) {
      const row = painted[Number(y)];
      if (row) row[Number(x) + step] = true;
    }
  expect(painted).toEqual(data);
});

test('the QR picture has a margin of four light squares', () => {
  const { size, path } = pickupPass(CODE).qr;
  const corners = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, width]) => ({
    left: Number(x),
    right: Number(x) + Number(width),
    y: Number(y),
  }));
  expect(Math.min(...corners.map(({ left }) => left))).toBe(4);
  expect(Math.max(...corners.map(({ right }) => right))).toBe(size - 4);
  expect(Math.min(...corners.map(({ y }) => y))).toBe(4);
});

test.each(['A1B2-C3D4-E5F6', 'a1b2c3d4e5f6', ' A1B2 C3D4 E5F6\r\n', 'A1B2‐C3D4–E5F6'])(
  '%j is read as the code',
  (typed) => {
    expect(readPassCode(typed)).toBe(CODE);
  },
);

test.each(['', 'ORD042', 'A1B2-C3D4', 'A1B2-C3D4-E5F6-0', 'A1B2-C3D4-E5G6', 'a@example.com'])(
  '%j is not a code',
  (typed) => {
    expect(readPassCode(typed)).toBeNull();
  },
);

test('every code can be read back from its label', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9A-F]{12}$/), (code) => {
      expect(readPassCode(passLabel(code))).toBe(code);
      expect(readPassCode(passLabel(code).toLowerCase())).toBe(code);
    }),
  );
});
