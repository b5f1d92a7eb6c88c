import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { ageMessage, checkAge, needsBirthDate } from './age-rule.ts';

const today = Temporal.PlainDate.from('2026-11-20');
const lure = { requiresId: false, productType: 'fly-fishing' };
const knife = { requiresId: true, productType: 'fly-fishing' };
const unmarkedFlower = { requiresId: false, productType: 'cannabis' };

test('a cart with one line for adults needs a date of birth', () => {
  expect(needsBirthDate([])).toBe(false);
  expect(needsBirthDate([lure])).toBe(false);
  expect(needsBirthDate([lure, knife])).toBe(true);
  expect(needsBirthDate([unmarkedFlower])).toBe(true);
});

test('a minimum age above 21 applies, and its message names it', () => {
  const outcome = checkAge([knife], Temporal.PlainDate.from('2004-01-01'), today, 25);
  expect(outcome).toEqual({ ok: false, problem: { kind: 'under-age', minimum: 25 } });
  expect(ageMessage({ kind: 'under-age', minimum: 25 })).toContain('at least 25 years');
});

test('lines without an age limit need no date of birth', () => {
  expect(checkAge([lure], null, today).ok).toBe(true);
});

test('the messages name the minimum age, or the missing date of birth', () => {
  expect(ageMessage({ kind: 'birth-date-missing', minimum: 21 })).toBe(
    'Please enter your date of birth (21+ required for purchase).',
  );
  expect(ageMessage({ kind: 'under-age', minimum: 25 })).toBe(
    'You must be at least 25 years old to order restricted items.',
  );
});

test('the message about a missing date of birth names the age from the settings', () => {
  expect(ageMessage({ kind: 'birth-date-missing', minimum: 25 })).toBe(
    'Please enter your date of birth (25+ required for purchase).',
  );
});
