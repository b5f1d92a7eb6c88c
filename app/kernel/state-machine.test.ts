import { expect, test } from 'vitest';
import { defineMachine } from './state-machine.ts';

const door = defineMachine<'open' | 'shut' | 'locked' | 'bricked'>({
  initial: 'open',
  transitions: { open: ['shut'], shut: ['open', 'locked'], locked: ['shut'], bricked: ['open'] },
});

test('only steps in the table may be gone', () => {
  expect(door.mayGo('open', 'shut')).toBe(true);
  expect(door.mayGo('open', 'locked')).toBe(false);
  expect(door.mayGo('open', 'open')).toBe(false);
});

test('a state that no step leads to is not reachable', () => {
  expect([...door.reachable()].sort()).toEqual(['locked', 'open', 'shut']);
  expect(door.states).toContain('bricked');
});
