import { expect, test } from 'vitest';
import { readVisitor } from './visitor.ts';

test('four views show all four warnings and begin again', () => {
  let cookie = '';
  const shown = Array.from({ length: 8 }, () => {
    const { view, nextViewCookie } = readVisitor(cookie);
    cookie = nextViewCookie.split(';')[0] ?? '';
    return view;
  });
  expect(shown).toEqual([0, 1, 2, 3, 0, 1, 2, 3]);
});

test('the next view is remembered for a month, on every page', () => {
  expect(readVisitor('view=1').nextViewCookie).toBe('view=2; Path=/; Max-Age=2592000; SameSite=Lax');
});

test.each([
  ['view=3', 3],
  ['view=4', 0],
  ['view=7', 3],
  ['view=-1', 1],
  ['view=-6', 2],
  ['view=2.9', 2],
  ['view=-2.9', 2],
  ['view=abc', 0],
  ['view=', 0],
  ['view=Infinity', 0],
  ['view=NaN', 0],
])('%s is one of the four: %i', (cookie, view) => {
  const visitor = readVisitor(cookie);
  expect(visitor.view).toBe(view);
  expect(Object.is(visitor.view, -0)).toBe(false);
  expect(visitor.nextViewCookie).toMatch(/^view=[0-3];/);
});

test('whoever has affirmed their age is known by a cookie, in a header or as its text', () => {
  expect(readVisitor('age_verified=2026-01-01').ageAffirmed).toBe(true);
  expect(readVisitor(new Headers({ cookie: 'view=2; age_verified=2026-01-01' }))).toMatchObject({
    ageAffirmed: true,
    view: 2,
  });
  expect(readVisitor(new Headers())).toMatchObject({ ageAffirmed: false, view: 0 });
  expect(readVisitor('').ageAffirmed).toBe(false);
});
