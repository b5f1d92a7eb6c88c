import { expect, test } from 'vitest';
import { groupSessions, type ListedSession } from './session-groups.ts';

const session = (id: string, device: string, isThis = false): ListedSession => ({
  ...{ id, device, isThis },
  network: null,
  signedInAt: 'Nov 1, 2026 9:00 AM',
  lastUsedAt: 'Nov 2, 2026 9:00 AM',
});

test('ten sign-ins on the same kind of phone are one row, and this device has its own', () => {
  const phone = 'Chrome on Android phone';
  const many = Array.from({ length: 10 }, (_, at) => session(`phone-${at}`, phone));
  const rows = groupSessions([
    session('this', phone, true),
    ...many.slice(0, 4),
    session('mac', 'Safari on Mac'),
    ...many.slice(4),
  ]);
  expect(rows.map(({ device, isThis, sessions }) => [device, isThis, sessions.length])).toEqual([
    [phone, true, 1],
    [phone, false, 10],
    ['Safari on Mac', false, 1],
  ]);
  expect(rows[1]?.sessions.map(({ id }) => id)).toEqual(many.map(({ id }) => id));
});
