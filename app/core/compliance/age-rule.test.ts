import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { ageMessage, checkAge, needsBirthDate } from './age-rule.ts';

const today = Temporal.PlainDate.from('2026-11-20');
const lure = { requiresId: false, productType: 'fly-fishing' };
const knife = { requiresId: true, productType: 'fly-fishing' };
const unmarkedFlower = { requiresId: false, productType: 'cannabis' };

test('a date of birth is needed as soon as one line is for adults', () => {
  expect(needsBirthDate([])).toBe(false);
  expect(needsBirthDate([lure])).toBe(false);
  expect(needsBirthDate([lure, knife])).toBe(true);
  expect(needsBirthDate([unmarkedFlower])).toBe(true);
});

test('a higher minimum than 21 is kept to, and said', () => {
  const outcome = checkAge([knife], Temporal.PlainDate.from('2004-01-01'), today, 25);
  expect(outcome).toEqual({ ok: false, problem: { kind: 'under-age', minimum: 25 } });
  expect(ageMessage({ kind: 'under-age', minimum: 25 })).toContain('at least 25 years');
});

test('lines for everybody are for everybody', () => {
  expect(checkAge([lure], null, today).ok).toBe(true);
});

test('who is refused reads why, and who gave no date reads what is missing', () => {
  expect(ageMessage({ kind: 'birth-date-missing', minimum: 21 })).toBe(
    'Please enter your date of birth (21+ required for purchase).',
  );
  expect(ageMessage({ kind: 'under-age', minimum: 25 })).toBe(
    'You must be at least 25 years old to order restricted items.',
  );
});

test('the words name the age that the settings ask', () => {
  expect(ageMessage({ kind: 'birth-date-missing', minimum: 25 })).toBe(
    'Please enter your date of birth (25+ required for purchase).',
  );
});
