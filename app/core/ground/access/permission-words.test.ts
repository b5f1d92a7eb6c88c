import { expect, test } from 'vitest';
import { rightsBetween } from './permission-words.ts';

test('a change of role lists the permissions it adds and removes', () => {
  const { gains, loses } = rightsBetween('user', 'staff');
  expect(gains).toContain('Decide age and verify licenses');
  expect(gains).not.toContain('Record refunds of any amount');
  expect(loses).toEqual([]);
  expect(rightsBetween('staff', 'user')).toEqual({ gains: [], loses: gains });
  expect(rightsBetween('staff', 'admin').gains).toContain('Change roles, ban customers');
  expect(rightsBetween('admin', 'admin')).toEqual({ gains: [], loses: [] });
});
