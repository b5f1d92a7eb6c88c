import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cardText } from '#tests/support/id-cards.ts';
import {
  aftermathOf,
  areShortcuts,
  controlKey,
  type Focus,
  isHeld,
  isSuspected,
  type Keystroke,
  pauseAfter,
  readScan,
  waitAfter,
} from './keystrokes.ts';

type Gap = number | ((index: number) => number);

/** Keys of a text, with Enter for each line end and the given gap in milliseconds between them. */
function keysOf(text: string, gap: Gap, from = 1000): Keystroke[] {
  let at = from;
  return [...text].map((character, index) => {
    at += typeof gap === 'number' ? gap : gap(index);
    return {
      key: character === '\n' || character === '\r' ? 'Enter' : character === '\t' ? 'Tab' : character,
      at,
    };
  });
}

const everywhere: readonly Focus[] = ['page', 'text', 'amount', 'date'];
/** How many of the keys reach the page. */
const reaching = (keys: readonly Keystroke[], focus: Focus) =>
  keys.filter((_, index) => !isHeld(keys.slice(0, index + 1), focus)).map(({ key }) => key);

const digits = fc.stringMatching(/^\d{11}$/).map((text) => {
  const sum = [...text].reverse().reduce((total, each, at) => total + Number(each) * (at % 2 ? 1 : 3), 0);
  return text + ((10 - (sum % 10)) % 10);
});
const code = fc.oneof(
  digits,
  fc.stringMatching(/^[0-9A-F]{12}$/),
  fc.stringMatching(/^1A4[0-9A-Z]{21}$/),
  fc.constant('HTTPS://1A4.COM/10NOIEYKAJDG6CF0EXGJL'),
);
const prefix = fc.constantFrom('', '~', ']C1', ']Q3', '\x02', '^~', '#]C1');
const suffix = fc.constantFrom('', '\n', '\t', '\r\n');
/** A scanner that is set to a speed, with the unevenness of a busy computer. */
const gaps = fc.integer({ min: 2, max: 80 }).chain((speed) =>
  fc.record({
    speed: fc.constant(speed),
    late: fc.array(fc.integer({ min: -speed + 1, max: 15 }), { minLength: 9 }),
  }),
);

describe('a scan', () => {
  test('of a known code is read at 2 to 80 ms a character, wherever the focus is, with any sign before and after it', () => {
    fc.assert(
      fc.property(
        code,
        prefix,
        suffix,
        gaps,
        fc.constantFrom(...everywhere),
        (text, before, after, { speed, late }, focus) => {
          const keys = keysOf(before + text + after, (index) => speed + (late[index % late.length] ?? 0));
          expect(readScan(keys, focus)?.text).toBe(text);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('presses nothing: of all its keys none but the characters in a field reach the page', () => {
    fc.assert(
      fc.property(
        code,
        prefix,
        suffix,
        gaps,
        fc.constantFrom(...everywhere),
        (text, before, after, { speed, late }, focus) => {
          const keys = keysOf(before + text + after, (index) => speed + (late[index % late.length] ?? 0));
          const reached = reaching(keys, focus);
          expect(reached.filter((key) => focus === 'page' || key === 'Enter' || key === 'Tab')).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each([2, 6, 20, 40, 60, 80])('of a license contains line ends, typed as Enter, at %i ms', (gap) => {
    const text = cardText().replaceAll('\x1e', '');
    const keys = keysOf(text, gap);
    for (const focus of everywhere) {
      const scan = readScan(keys, focus);
      expect(scan?.text).toBe(text.replaceAll('\r', '\n').trimEnd());
      expect(scan?.to).toBe(1000 + text.length * gap);
      expect(reaching(keys, focus).filter((key) => key === 'Enter')).toEqual([]);
    }
  });

  test('of a license may pause for most of a second before and after its header, while characters are missing', () => {
    const text = cardText().replaceAll('\x1e', '');
    for (const at of [3, 8, 20, 60, 200]) {
      const keys = keysOf(text, (index) => (index === at ? 900 : 5));
      expect(pauseAfter(keys.slice(0, at))).toBe(1000);
      expect(readScan(keys)?.text).toBe(text.replaceAll('\r', '\n').trimEnd());
    }
    expect(pauseAfter(keysOf(text, 5))).toBe(160);
  });

  test('may stutter, and have Shift between its letters', () => {
    expect(readScan(keysOf('A1B2C3D4E5F6', (index) => (index % 5 === 4 ? 90 : 8)))?.text).toBe(
      'A1B2C3D4E5F6',
    );
    const shifted = keysOf('AB12CD34', 10).flatMap((each) => [{ key: 'Shift', at: each.at - 1 }, each]);
    expect(readScan(shifted)?.text).toBe('AB12CD34');
  });

  test('of a batch number is read anywhere, in a field at a slow speed only with letters and digits', () => {
    for (const focus of everywhere)
      expect(readScan(keysOf('KM-2026-05\n', 60), focus)?.text).toBe('KM-2026-05');
    expect(readScan(keysOf('2026051201\n', 60))?.text).toBe('2026051201');
    // A phone number, which must stay in its field; its Enter presses nothing, and is pressed again.
    expect(readScan(keysOf('6075550142\n', 80), 'text')).toBeNull();
    expect(reaching(keysOf('6075550142\n', 80), 'text').join('')).toBe('6075550142');
  });

  test('is not two texts with a pause, a few keys, or nothing', () => {
    expect(readScan(keysOf('012345678905', (index) => (index === 6 ? 161 : 5)))).toBeNull();
    expect(readScan(keysOf('60.00\n', 5))).toBeNull();
    expect(readScan(keysOf('\n\n\n\n\n\n\n\n', 5))).toBeNull();
    expect(readScan([])).toBeNull();
    expect(readScan([{ key: 'Shift', at: 1 }])).toBeNull();
  });

  test('of control characters has its line feeds as Enter, and nothing for the others', () => {
    expect(['j', 'J', 'm', ']', 'b', 'c'].map(controlKey)).toEqual(['Enter', 'Enter', 'Enter', '', '', '']);
  });

  test('that has not ended with Enter or Tab may go on for longer, and a license always', () => {
    expect(waitAfter(keysOf('012345', 5))).toBe(480);
    expect(waitAfter([...keysOf('0123456789\n', 5), { key: 'Shift', at: 2000 }])).toBe(160);
    expect(waitAfter(keysOf('0123456789\t', 5))).toBe(160);
    expect(waitAfter(keysOf('@\nANSI 636001\n', 5))).toBe(1000);
    expect(waitAfter(keysOf(cardText().replaceAll('\x1e', ''), 5))).toBe(480);
    expect(waitAfter(keysOf('p', 5))).toBe(160);
  });
});

describe('a person', () => {
  test('who types four to six keys at 80 ms loses none of them, in any field, with Enter and Tab', () => {
    const typed = fc.stringMatching(/^[a-z0-9.,/-]{4,6}$/);
    fc.assert(
      fc.property(typed, suffix, fc.integer({ min: 60, max: 110 }), (text, after, gap) => {
        const keys = keysOf(text + after, gap);
        for (const focus of ['text', 'amount', 'date'] as const) {
          expect(readScan(keys, focus)).toBeNull();
          expect(reaching(keys, focus)).toEqual(keys.map(({ key }) => key));
        }
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['wren hale\n', 60, 'text'],
    ['we called, she comes at five\n', 70, 'text'],
    ['05141990', 80, 'date'],
    ['1250.00\n', 80, 'amount'],
    ['100,000.00', 80, 'amount'],
    ['New York\t', 70, 'text'],
  ] as const)('who types %j fast is no scanner', (text, gap, focus) => {
    const keys = keysOf(text, gap);
    expect(readScan(keys, focus)).toBeNull();
    expect(isSuspected(keys, focus)).toBe(false);
    expect(reaching(keys, focus)).toEqual(keys.map(({ key }) => key));
  });

  test('presses Enter, Tab and Space on a button; a shortcut waits until it is one', () => {
    for (const key of ['Enter', 'Tab', ' ']) expect(isHeld([{ key, at: 1 }], 'page')).toBe(false);
    expect(isHeld(keysOf('p', 5), 'page')).toBe(true);
    expect(areShortcuts(keysOf('p', 5))).toBe(true);
    expect(areShortcuts(keysOf('gd', 90))).toBe(true);
    expect(areShortcuts(keysOf('0123', 20))).toBe(false);
  });

  test('who goes through boxes to a button with Tab, Space and Enter is no scanner, however fast', () => {
    for (const gap of [2, 30, 60, 100]) {
      const presses = keysOf('\t \t\t \t\t\n', gap);
      expect(reaching(presses, 'page')).toHaveLength(presses.length);
      for (const focus of everywhere) {
        expect(isSuspected(presses, focus)).toBe(false);
        expect(aftermathOf(presses, focus)).toBe(0);
      }
      expect(isSuspected([...presses, ...keysOf('0123', gap, presses.at(-1)?.at)], 'page')).toBe(true);
    }
  });
  test('moves through a list as fast as they press its letters', () => {
    expect(areShortcuts(keysOf('jjjjjkx', 120))).toBe(true);
    expect(areShortcuts(keysOf('jjkx', 80))).toBe(false);
  });
});
