import { expect, test } from 'vitest';
import { earlyScanScript, mayBeScannedOn } from './early-scan.ts';

type Key = [key: string, at: number];
type Held = Record<string, (event: unknown) => void>;

/** The keys that were held back, of those typed on a control of this type. */
function heldOf(keys: readonly Key[], type = 'submit', more: object = {}): string[] {
  const listeners: Held = {};
  const add = (name: string, listener: Held[string]) => {
    listeners[name] = listener;
  };
  const page = { addEventListener: add, removeEventListener: () => undefined };
  new Function('window', earlyScanScript)(page);
  return keys.flatMap(([key, at]) => {
    let isHeld = false;
    const hold = () => {
      isHeld = true;
    };
    const event = { key, timeStamp: at, target: { type }, ...more };
    listeners.keydown?.({ ...event, preventDefault: hold, stopImmediatePropagation: () => undefined });
    return isHeld ? [key] : [];
  });
}

const scan = (text: string, gap: number): Key[] =>
  [...text].map((character, index) => [character === '\n' ? 'Enter' : character, 1000 + index * gap]);

test.each([2, 20, 40, 60, 80])('the Enter of a scan of %i ms a character presses no button', (gap) => {
  expect(heldOf(scan('012345678905\n', gap))).toEqual(['Enter']);
  expect(heldOf(scan('~ORD1042\n', gap))).toEqual(['Enter']);
  // On a license it is the second key.
  expect(heldOf(scan('@\n\x1e\rANSI', gap))).toContain('Enter');
});

test.each([2, 20, 40, 60, 80])(
  'the Enter of a scan of %i ms a character sends no form from a field',
  (gap) => {
    for (const type of ['text', 'search', 'password', 'number'])
      expect(heldOf(scan('012345678905\n', gap), type)).toEqual(['Enter']);
    expect(heldOf(scan('@\nANSI', gap), 'text')).toEqual(['Enter']);
  },
);

test('a search takes a scan and its Enter', () => {
  const target = { type: 'search', form: { method: 'get' } };
  expect(heldOf(scan('012345678905\n', 20), 'search', { target })).toEqual([]);
});

test('keys that a person presses are theirs', () => {
  expect(heldOf([['Enter', 1000]])).toEqual([]);
  expect(heldOf([[' ', 1000]], 'checkbox')).toEqual([]);
  expect(heldOf([...scan('Wren', 150), ['Enter', 1600]], 'search')).toEqual([]);
  expect(heldOf([...scan('8', 0), ['Enter', 1200]], 'text')).toEqual([]);
  expect(
    heldOf(
      [
        ['Tab', 1000],
        ['Tab', 1100],
        ['Enter', 1200],
      ],
      'submit',
    ),
  ).toEqual([]);
});

test('control characters that a scanner sends as shortcuts open nothing', () => {
  expect(heldOf([...scan('0123456789', 20), ['j', 1220]], 'submit', {})).toEqual([]);
  expect(
    heldOf(
      [
        ['j', 1000],
        ['j', 1020],
      ],
      'submit',
      { ctrlKey: true },
    ),
  ).toEqual([]);
});

test('it is on the pages of the counter and the office, and not where a password manager signs in', () => {
  const pages = ['/counter', '/counter/switch', '/admin/orders', '/', '/counters', '/products', '/login'];
  expect(pages.filter(mayBeScannedOn)).toEqual(['/counter', '/counter/switch', '/admin/orders']);
});
