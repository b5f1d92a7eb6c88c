import { expect, test } from 'vitest';
import { type Obstacle, placeOf } from './toast-place.ts';

const page = {
  messages: { height: 60, left: 16, right: 374, top: null },
  screen: { height: 800 },
  isInDialog: false,
};
const BOTTOM = 724;
const across = (top: number, bottom: number, weight = 100): Obstacle => ({
  ...{ left: 0, right: 390, top, bottom, weight },
});
const bar = (top: number, bottom: number) => across(top, bottom, Number.POSITIVE_INFINITY);

test('messages appear at the bottom edge, whatever is elsewhere', () => {
  expect(placeOf(page, [])).toBe(BOTTOM);
  expect(placeOf(page, [across(100, 200), across(640, 720)])).toBe(BOTTOM);
});

test('a bar at the bottom edge moves them right above it', () => {
  expect(placeOf(page, [bar(720, 800)])).toBe(652);
  expect(placeOf(page, [bar(720, 800), bar(660, 710)])).toBe(592);
});

test('over a dialog they appear at the top edge', () => {
  expect(placeOf({ ...page, isInDialog: true }, [])).toBe(8);
});

test('the control they answer moves them to the opposite edge, below any bar there', () => {
  expect(placeOf(page, [bar(0, 60), across(700, 750)])).toBe(68);
  expect(placeOf({ ...page, isInDialog: true }, [across(10, 50)])).toBe(BOTTOM);
});

test('an element beside them does not move them', () => {
  expect(placeOf(page, [{ ...across(700, 800), left: 380, right: 500 }])).toBe(BOTTOM);
});

test('they stay at an edge that covers no more than the other', () => {
  const atTop = { ...page, messages: { ...page.messages, top: 8 } };
  expect(placeOf(atTop, [])).toBe(8);
  expect(placeOf(atTop, [across(0, 60)])).toBe(BOTTOM);
});

test('with both edges taken they cover what matters less, and never a bar', () => {
  const heading = across(70, 110, 20);
  expect(placeOf(page, [bar(0, 60), heading, across(690, 750), across(110, 690, 1), bar(760, 800)])).toBe(
    622,
  );
  expect(placeOf(page, [bar(0, 60), heading, across(700, 750, 1), bar(760, 800)])).toBe(692);
});

test('where both edges would cover the heading or the control, they go right beside it', () => {
  const heading = across(70, 110, 20);
  expect(placeOf(page, [bar(0, 60), heading, across(700, 750), bar(760, 800)])).toBe(632);
  const dialog = { ...page, isInDialog: true };
  expect(placeOf(dialog, [across(0, 50, 20), across(740, 790)])).toBe(58);
  // Nothing is gained between them.
  expect(placeOf(page, [heading, across(110, 800, 100)])).toBe(8);
});

test('on a screen too small for them they start at its top', () => {
  const large = { ...page, messages: { ...page.messages, height: 300 }, screen: { height: 200 } };
  expect(placeOf(large, [across(0, 200)])).toBe(8);
});
