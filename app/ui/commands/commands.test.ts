import { describe, expect, test } from 'vitest';
import { type Command, commandsFor, findCommands } from './command.ts';
import { isTyping, keysOf, opensPalette, type Pressed, ShortcutReader } from './shortcuts.ts';

const commands: readonly Command<'orders' | 'people'>[] = [
  {
    id: 'go.orders',
    label: 'Orders',
    keywords: ['sales'],
    shortcut: 'g o',
    to: '/o',
    needs: 'orders',
    places: ['menu', 'palette'],
  },
  { id: 'go.mail', label: 'Sent mail', keywords: ['outbox', 'orders by mail'], to: '/m' },
  { id: 'print', label: 'Print order slips', run: 'print', needs: 'orders', places: ['row', 'bulk'] },
  { id: 'go.people', label: 'Zoë’s people', to: '/p', needs: 'people' },
];

describe('the list of commands', () => {
  test('gives each place its commands that the person may use', () => {
    const ids = (place: Parameters<typeof commandsFor>[1], ...held: string[]) =>
      commandsFor(commands, place, (need) => held.includes(need)).map(({ id }) => id);
    expect(ids('palette')).toEqual(['go.mail']);
    expect(ids('palette', 'orders')).toEqual(['go.orders', 'go.mail']);
    expect(ids('menu', 'orders', 'people')).toEqual(['go.orders']);
    expect(ids('row', 'orders')).toEqual(ids('bulk', 'orders'));
    expect(ids('row')).toEqual([]);
  });

  test.each([
    ['', ['go.orders', 'go.mail', 'print', 'go.people']],
    ['ord', ['go.orders', 'print', 'go.mail']],
    ['ORDER sl', ['print']],
    ['outbox', ['go.mail']],
    ['mail sent', ['go.mail']],
    ['zoe', ['go.people']],
    ['rders', []],
    ['  ', ['go.orders', 'go.mail', 'print', 'go.people']],
  ])('is searched for %j by the starts of words, labels before keywords', (typed, found) => {
    expect(findCommands(commands, typed).map(({ id }) => id)).toEqual(found);
  });
});

const key = (name: string, held: Partial<Pressed> = {}): Pressed => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  ...held,
});

describe('shortcuts', () => {
  const reader = () => new ShortcutReader(['g o', 'g d', 'p', '?']);

  test('are single keys, or two in quick succession', () => {
    const keys = reader();
    expect(keys.press(key('p'), 0)).toBe('p');
    expect(keys.press(key('?'), 1)).toBe('?');
    expect(keys.press(key('g'), 10)).toBeNull();
    expect(keys.press(key('O'), 1_000)).toBe('g o');
    expect(keys.press(key('o'), 1_010)).toBeNull();
  });

  test('are dropped when the second key is late or wrong', () => {
    const keys = reader();
    keys.press(key('g'), 0);
    expect(keys.press(key('o'), 1_501)).toBeNull();
    keys.press(key('g'), 2_000);
    expect(keys.press(key('x'), 2_100)).toBeNull();
    expect(keys.press(key('o'), 2_200)).toBeNull();
    keys.press(key('g'), 3_000);
    expect(keys.press(key('p'), 3_100)).toBe('p');
    keys.press(key('g'), 4_000);
    expect(keys.press(key('g'), 4_100)).toBeNull();
    expect(keys.press(key('d'), 4_200)).toBe('g d');
  });

  test('ignore the browser’s own keys and repeating keys', () => {
    const keys = reader();
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }]) {
      expect(keys.press(key('p', held), 0)).toBeNull();
    }
    expect(keys.press(key('Enter'), 0)).toBeNull();
    keys.press(key('g'), 10);
    keys.press(key('Shift'), 20);
    expect(keys.press(key('O'), 30)).toBe('g o');
  });

  test('open the palette with Ctrl or Cmd and K', () => {
    expect(opensPalette(key('k', { ctrlKey: true }))).toBe(true);
    expect(opensPalette(key('K', { metaKey: true }))).toBe(true);
    expect(opensPalette(key('k'))).toBe(false);
    expect(opensPalette(key('k', { ctrlKey: true, altKey: true }))).toBe(false);
  });

  test('never fire while someone types', () => {
    const inside = { closest: () => ({}) };
    const outside = { closest: () => null };
    expect([isTyping(inside), isTyping(outside), isTyping(null)]).toEqual([true, false, false]);
    expect(keysOf('g o')).toEqual(['G', 'O']);
  });
});
