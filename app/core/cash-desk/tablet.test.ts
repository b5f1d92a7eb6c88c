import { describe, expect, test } from 'vitest';
import { guest, type SignedIn } from '#core/access/actor.ts';
import { drawerMessage } from './drawer.ts';
import { holdsWork, isSilent, mayCloseWithout, SILENT_MINUTES, unsentWords } from './tablet.ts';

const now = new Date('2026-06-06T21:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const front = {
  ...{ id: 'f', name: 'Front', person: 'Kim Reyes', unsent: 0, setAside: 0 },
  ...{ handsOver: true, seenAt: ago(SILENT_MINUTES + 1) },
};

describe('a tablet', () => {
  test('stops the closing while it reported work, and again if it reports more than was set aside', () => {
    expect(holdsWork(front)).toBe(false);
    expect(holdsWork({ unsent: 1, setAside: 0 })).toBe(true);
    expect(holdsWork({ unsent: 3, setAside: 3 })).toBe(false);
    expect(holdsWork({ unsent: 4, setAside: 3 })).toBe(true);
  });

  test('is silent after some minutes, if it could have taken cash and nothing is known of it', () => {
    expect(isSilent(front, now)).toBe(true);
    expect(isSilent({ ...front, seenAt: ago(SILENT_MINUTES) }, now)).toBe(false);
    expect(isSilent({ ...front, handsOver: false }, now)).toBe(false);
    expect(isSilent({ ...front, unsent: 2 }, now)).toBe(false);
  });

  test('has its name and count in the refusal, with what to do', () => {
    const tablets = [
      { name: 'Front', person: 'Kim Reyes', unsent: 3 },
      { name: null, person: 'Lee Ford', unsent: 1 },
    ];
    expect(tablets.map(unsentWords)).toEqual([
      'Tablet “Front” has 3 actions that were not sent.',
      'Lee Ford’s tablet has 1 action that was not sent.',
    ]);
    const words = (mayClose: boolean) => drawerMessage({ kind: 'unsent', tablets, mayClose });
    expect(words(true)).toMatch(/not sent\. Connect it, or close without it and say why\.$/);
    expect(words(false)).toMatch(/ask an admin or the person in charge to close without it\.$/);
  });
});

test('only admins and the person in charge may close without a tablet', () => {
  const person = (role: 'admin' | 'staff' | 'user'): SignedIn => ({
    ...{ kind: 'user', userId: role, sessionId: 's', name: 'N', email: 'n@example.com', isBanned: false },
    role,
  });
  expect(mayCloseWithout(person('admin'), null)).toBe(true);
  expect(mayCloseWithout(person('staff'), null)).toBe(false);
  expect(mayCloseWithout(person('staff'), 'staff')).toBe(true);
  expect(mayCloseWithout(person('user'), 'user')).toBe(false);
  expect(mayCloseWithout({ ...person('admin'), isBanned: true }, null)).toBe(false);
  expect(mayCloseWithout(guest, null)).toBe(false);
});
