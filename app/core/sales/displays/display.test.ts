import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { changeFor, codeOf, readCode, shownCode } from './display.ts';

test('a code is read as its screen shows it, in any case and with or without the dash', () => {
  for (let at = 0; at < 500; at++) {
    const code = codeOf(randomBytes(32));
    expect(readCode(shownCode(code))).toBe(code);
    expect(readCode(` ${code.toLowerCase()} `)).toBe(code);
  }
});

test('one wrong letter, and two letters swapped, are noticed while the code is typed', () => {
  const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
  const code = codeOf(Uint8Array.from([3, 14, 15, 9, 26, 5, 35]));
  for (let at = 0; at < code.length; at++) {
    for (const letter of letters) {
      const typed = code.slice(0, at) + letter + code.slice(at + 1);
      expect(readCode(typed)).toBe(letter === code[at] ? code : null);
    }
    const swapped = code.slice(0, at) + (code[at + 1] ?? '') + (code[at] ?? '') + code.slice(at + 2);
    if (at < 6 && swapped !== code) expect(readCode(swapped)).toBeNull();
  }
});

test('what was typed is no code', () => {
  for (const typed of ['', 'ABC', 'OOOO-0000', 'ABCD-EFG!', 'x'.repeat(300)])
    expect(readCode(typed)).toBeNull();
});

test('there is change only for enough cash', () => {
  expect([changeFor(8510, null), changeFor(8510, 8500), changeFor(8510, 9000)]).toEqual([
    { received: null, change: null },
    { received: 8500, change: null },
    { received: 9000, change: 490 },
  ]);
});
