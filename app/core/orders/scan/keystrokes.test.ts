import { describe, expect, test } from 'vitest';
import { cardText } from '#tests/support/id-cards.ts';
import { type Keystroke, looksScanned, readScan, waitAfter } from './keystrokes.ts';

/** Keys of a text, with Enter for each line end and the given gap in milliseconds between them. */
function keysOf(text: string, gap: number | ((index: number) => number), from = 1000): Keystroke[] {
  let at = from;
  return [...text].map((character, index) => {
    at += typeof gap === 'number' ? gap : gap(index);
    return {
      key: character === '\n' || character === '\r' ? 'Enter' : character === '\t' ? 'Tab' : character,
      at,
    };
  });
}

describe('a scan', () => {
  test.each([1, 4, 12, 30, 35])(
    'arrives with %i ms between keys, and ends with Enter, Tab or nothing',
    (gap) => {
      for (const end of ['', '\n', '\t', '\r\n'])
        expect(readScan(keysOf(`012345678905${end}`, gap))?.text).toBe('012345678905');
    },
  );

  test('of a license contains line ends, typed as Enter', () => {
    const text = cardText().replaceAll('\x1e', '');
    const scan = readScan(keysOf(text, 6));
    expect(scan?.text).toBe(text.replaceAll('\r', '\n').trimEnd());
    expect(scan?.to).toBe(1000 + text.length * 6);
  });

  test('may stutter, and have Shift between its letters', () => {
    expect(readScan(keysOf('A1B2C3D4E5F6', (index) => (index % 5 === 4 ? 90 : 8)))?.text).toBe(
      'A1B2C3D4E5F6',
    );
    const shifted = keysOf('AB12CD34', 10).flatMap((each) => [{ key: 'Shift', at: each.at - 1 }, each]);
    expect(readScan(shifted)?.text).toBe('AB12CD34');
  });

  test('is not human typing, two texts with a pause, a few keys, or nothing', () => {
    expect(readScan(keysOf('wren hale', 110))).toBeNull();
    expect(readScan(keysOf('wren hale', 60))).toBeNull();
    expect(readScan(keysOf('012345678905', (index) => (index === 6 ? 121 : 5)))).toBeNull();
    expect(readScan(keysOf('60.00\n', 5))).toBeNull();
    expect(readScan(keysOf('\n\n\n\n\n\n\n\n', 5))).toBeNull();
    expect(readScan([])).toBeNull();
    expect(readScan([{ key: 'Shift', at: 1 }])).toBeNull();
  });

  test('that has not ended with Enter or Tab may go on for longer', () => {
    expect(waitAfter(keysOf('012345', 5))).toBe(360);
    expect(waitAfter([...keysOf('0123456789\n', 5), { key: 'Shift', at: 2000 }])).toBe(120);
    expect(waitAfter(keysOf('0123456789\t', 5))).toBe(120);
  });

  test('is suspected from the fourth key on, and human typing never is', () => {
    const keys = keysOf('@ANSI 636001', 8);
    expect(looksScanned(keys.slice(0, 3))).toBe(false);
    expect(looksScanned(keys.slice(0, 4))).toBe(true);
    expect(looksScanned(keysOf('wren hale', 90))).toBe(false);
    // A license's second key is Enter, which must not press a button.
    expect(looksScanned(keysOf('@\n', 8))).toBe(true);
    expect(looksScanned(keysOf('60\n', 90))).toBe(false);
    expect(looksScanned(keysOf('\n', 8))).toBe(false);
  });
});
