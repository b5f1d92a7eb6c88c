import { expect, test } from 'vitest';
import { mayConfirm, type StoreProgress, setUpSteps, stepsDone, stepsMissing } from './set-up-steps.ts';

const nothing: StoreProgress = {
  ...{ saved: [], hasTaxRules: false, hasCategories: false, hasProducts: false, hasOwnStory: false },
};
const facts = [{ step: 'store' }, { step: 'license' }] as const;
const done = (
  confirmed: string[],
  missing: readonly (typeof facts)[number][] = facts,
  progress = nothing,
) => [...stepsDone({ confirmed }, missing, progress)];

test('a new store has no steps done, and does not open', () => {
  expect(done([])).toEqual([]);
  expect(stepsMissing(new Set()).map(({ name }) => name)).toEqual([
    'store',
    'license',
    'hours',
    'tax',
    'texts',
  ]);
});

test('facts count once none is missing, and cannot be confirmed', () => {
  expect(done([], [])).toEqual(['store', 'license']);
  expect(done([], [facts[1]])).toEqual(['store']);
  expect(done(['store', 'license', 'tax'])).toEqual(['tax']);
  expect(setUpSteps.map(({ name }) => name).filter(mayConfirm)).toEqual(['hours', 'tax', 'texts']);
});

test('saved hours, tax rules, texts, categories and a product count by themselves', () => {
  const progress = {
    saved: ['pickup'],
    hasTaxRules: true,
    hasCategories: true,
    hasProducts: true,
    hasOwnStory: true,
  };
  expect(done([], facts, progress)).toEqual(['hours', 'tax', 'texts', 'categories', 'products']);
});
