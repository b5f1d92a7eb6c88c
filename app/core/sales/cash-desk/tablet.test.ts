import { describe, expect, test } from 'vitest';
import { drawerMessage } from './drawer.ts';
import { holdsWork, isDoubtful, SILENT_MINUTES, stopsClosing, unsentWords } from './tablet.ts';

const now = new Date('2026-06-06T21:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const front = {
  ...{ id: 'f', name: 'Front', person: 'Kim Reyes', unsent: 0, setAside: 0 },
  ...{ handsOver: true, inView: true, seenAt: ago(SILENT_MINUTES + 1) },
};

describe('a tablet', () => {
  test('stops the closing while it reported work, and again if it reports more than was set aside', () => {
    expect(holdsWork({ unsent: 0, setAside: 0 })).toBe(false);
    expect(holdsWork({ unsent: 1, setAside: 0 })).toBe(true);
    expect(holdsWork({ unsent: 3, setAside: 3 })).toBe(false);
    expect(holdsWork({ unsent: 4, setAside: 3 })).toBe(true);
  });

  test('that was in use and is silent stops the closing if it could have taken cash, and is a warning if not', () => {
    const today = ago(600);
    const is = (change: Partial<typeof front>) => {
      const tablet = { ...front, ...change };
      return [stopsClosing(tablet, now, today), isDoubtful(tablet, now, today)];
    };
    expect(is({})).toEqual([true, false]);
    expect(is({ seenAt: ago(SILENT_MINUTES) })).toEqual([false, false]);
    expect(is({ inView: false })).toEqual([false, true]);
    expect(is({ handsOver: false })).toEqual([false, true]);
    expect(is({ handsOver: false, inView: false })).toEqual([false, false]);
    expect(is({ seenAt: ago(601) })).toEqual([false, false]);
    expect(is({ unsent: 2, inView: false, seenAt: ago(601) })).toEqual([true, false]);
  });

  test('has its name and count in the refusal, with what to do', () => {
    const tablets = [
      { name: 'Front', person: 'Kim Reyes', unsent: 3 },
      { name: null, person: 'Lee Ford', unsent: 1 },
      { name: 'Back', person: 'Lee Ford', unsent: 0 },
    ];
    expect(tablets.map(unsentWords)).toEqual([
      'Tablet “Front” has 3 actions that were not sent.',
      'Lee Ford’s tablet has 1 action that was not sent.',
      'Tablet “Back” lost the network and may hold actions that were not sent.',
    ]);
    const words = (mayClose: boolean) => drawerMessage({ kind: 'unsent', tablets, mayClose });
    expect(words(true)).toMatch(/not sent\. Connect it, or close without it and say why\.$/);
    expect(words(false)).toMatch(/ask an admin or the person in charge to close without it\.$/);
  });
});
