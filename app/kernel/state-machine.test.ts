import { expect, test } from 'vitest';
import { defineMachine } from './state-machine.ts';

const door = defineMachine<'open' | 'shut' | 'locked' | 'bricked'>({
  initial: 'open',
  transitions: { open: ['shut'], shut: ['open', 'locked'], locked: ['shut'], bricked: ['open'] },
});

test('only transitions in the table are allowed', () => {
  expect(door.mayGo('open', 'shut')).toBe(true);
  expect(door.mayGo('open', 'locked')).toBe(false);
  expect(door.mayGo('open', 'open')).toBe(false);
});

test('a state without a transition to it is not reachable', () => {
  expect([...door.reachable()].sort()).toEqual(['locked', 'open', 'shut']);
  expect(door.states).toContain('bricked');
});

test('a machine lists its states in table order and its one or several initial states', () => {
  const transitions = { a: ['b'], b: ['c'], c: [], d: ['c'] } as const;
  const one = defineMachine<'a' | 'b' | 'c' | 'd'>({ initial: 'a', transitions });
  expect(one.states).toEqual(['a', 'b', 'c', 'd']);
  expect(one.initial).toEqual(['a']);
  expect([...one.reachable()]).toEqual(['a', 'b', 'c']);
  const several = defineMachine<'a' | 'b' | 'c' | 'd'>({ initial: ['b', 'd'], transitions });
  expect(several.initial).toEqual(['b', 'd']);
  expect([...several.reachable()].sort()).toEqual(['b', 'c', 'd']);
});
