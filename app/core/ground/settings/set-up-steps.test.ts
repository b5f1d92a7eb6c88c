import { expect, test } from 'vitest';
import {
  closedBecause,
  mayConfirm,
  type StoreProgress,
  setUpSteps,
  stepsMissing,
  stepsOf,
} from './set-up-steps.ts';

const ready: StoreProgress = {
  ...{ missing: [], saved: ['pickup'], mail: 'works', taxes: 'set', menu: 'sells' },
  ...{ tracking: 'report', people: 2, hasBackup: true, rehearsal: 'held' },
};
const stepsAfter = (change: Partial<StoreProgress>, confirmed: string[] = []) =>
  stepsOf({ confirmed }, { ...ready, ...change });
const stays = (change: Partial<StoreProgress>, confirmed: string[] = []) =>
  closedBecause(stepsAfter(change, confirmed));

test('a shop with every step done opens', () => {
  expect(stays({})).toBe('');
  expect(stepsAfter({}).every(({ isDone, isConfirmed }) => isDone && !isConfirmed)).toBe(true);
});

const phone = { label: 'Phone', isSample: false };
const license = { label: 'License number', isSample: true };

test.each<[string, Partial<StoreProgress>, string]>([
  ['a fact', { missing: [phone] }, 'Phone is missing.'],
  ['a fact of its own', { missing: [license] }, 'License number is the sample store’s.'],
  ['its own taxes', { taxes: 'estimate' }, 'Taxes are still the sample’s estimate of 12%.'],
  ['any taxes', { taxes: 'none' }, 'Nothing is taxed.'],
  ['its own hours', { saved: ['store'] }, 'Customers need to know when to come.'],
  ['mail', { mail: 'off' }, 'Without mail no new customer can order.'],
  [
    'mail that works',
    { mail: 'untested' },
    'Without mail no new customer can order: a service is set, but its last test did not work.',
  ],
])('without %s the shop stays closed, and says so', (_, change, says) => {
  expect(stays(change)).toBe(`The shop stays closed. ${says}`);
});

test('facts, taxes and hours cannot be confirmed; working without mail or alone can', () => {
  const names = setUpSteps.map(({ name }) => name);
  const nothing = { missing: [phone], saved: [], taxes: 'estimate', mail: 'off', people: 1 } as const;
  expect(stepsMissing(stepsAfter(nothing, names)).map(({ name }) => name)).toEqual([
    'farm',
    'money',
    'hours',
  ]);
  expect(names.filter(mayConfirm)).toEqual(['mail', 'tracking', 'people']);
  expect(stays({ mail: 'off' }, ['mail'])).toBe('');
});

test('what became true by itself is no longer only confirmed', () => {
  const mail = (change: Partial<StoreProgress>) =>
    stepsAfter(change, ['mail']).find(({ name }) => name === 'mail');
  expect(mail({ mail: 'off' })).toMatchObject({
    isConfirmed: true,
    says: expect.stringContaining('without mail'),
  });
  expect(mail({ mail: 'works' })).toMatchObject({ isConfirmed: false, says: 'Email works.' });
});

test('a menu whose lots all wait is not done, and neither are keys that only read or do not work', () => {
  const says = (name: string, change: Partial<StoreProgress>) =>
    stepsAfter(change).find((step) => step.name === name);
  expect(says('menu', { menu: 'products' })).toMatchObject({
    isDone: false,
    says: 'Products are on the menu, but none has units that may be sold yet.',
  });
  for (const tracking of ['off', 'watch', 'failing'] as const)
    expect(says('tracking', { tracking })).toMatchObject({ isDone: false });
});

test('a shop opens with an empty menu, with one person and without a rehearsal', () => {
  expect(stays({ menu: 'empty', tracking: 'off', people: 1, rehearsal: null })).toBe('');
});
