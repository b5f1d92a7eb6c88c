import { expect, test } from 'vitest';
import { type Obstacle, placeOf } from './toast-place.ts';

const screen = { height: 800 };
const messages = { height: 60, left: 16, right: 374, top: 724 };
const across = (top: number, bottom: number, weight = 1): Obstacle => ({
  ...{ left: 0, right: 390, top, bottom, weight },
});

test('messages lie at the bottom edge while nothing can be pressed there', () => {
  expect(placeOf(messages, screen, [])).toBe(724);
  expect(placeOf(messages, screen, [across(100, 200), across(640, 720)])).toBe(724);
});

test('a bar at the bottom edge has them right above it, and a button above the bar higher still', () => {
  expect(placeOf(messages, screen, [across(720, 800, 1000)])).toBe(652);
  expect(placeOf(messages, screen, [across(720, 800, 1000), across(640, 690)])).toBe(572);
});

test('what stands beside them is not in the way', () => {
  expect(placeOf(messages, screen, [{ ...across(700, 800), left: 380, right: 500 }])).toBe(724);
});

test('they stay where they are as long as that is free, and move when it is not', () => {
  expect(placeOf({ ...messages, top: 300 }, screen, [across(0, 60)])).toBe(300);
  expect(placeOf({ ...messages, top: 300 }, screen, [across(320, 340)])).toBe(724);
});

test('where no place is free, what has the focus and what is always at an edge stay uncovered', () => {
  const crowded = Array.from({ length: 20 }, (_, at) => across(at * 40, at * 40 + 30));
  const bar = across(720, 800, 1000);
  const focused = across(560, 640, 1000);
  const top = placeOf(messages, screen, [...crowded, bar, focused]);
  expect(top + 60).toBeLessThanOrEqual(720);
  expect(top >= 640 || top + 60 <= 560).toBe(true);
});

test('on a screen that is too small for them they begin at its top', () => {
  expect(placeOf({ ...messages, height: 300 }, { height: 200 }, [across(0, 200)])).toBe(8);
});
