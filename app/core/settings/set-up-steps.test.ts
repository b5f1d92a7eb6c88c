import { expect, test } from 'vitest';
import { type StoreProgress, stepsDone, stepsMissing } from './set-up-steps.ts';
import { defaultSettings } from './settings.ts';

const shipped = defaultSettings();
const nothing: StoreProgress = { saved: [], hasTaxRules: false, hasProducts: false, hasOwnStory: false };
const done = (settings = shipped, progress = nothing) => [...stepsDone(settings, shipped.store, progress)];

test('a shipped store has no steps done, and does not open', () => {
  expect(done()).toEqual([]);
  expect(stepsMissing(new Set()).map(({ name }) => name)).toEqual([
    'store',
    'license',
    'hours',
    'tax',
    'texts',
  ]);
});

test('facts count once none of them is the shipped sample, and confirmed facts count as they are', () => {
  const own = { name: 'Alder Farm', phone: '(607) 555-0100', email: 'a@alder.example' };
  expect(done({ ...shipped, store: { ...shipped.store, ...own } })).toEqual([]);
  expect(done({ ...shipped, store: { ...shipped.store, ...own, addressLine: '1 Hill' } })).toEqual(['store']);
  expect(done({ ...shipped, opening: { ...shipped.opening, confirmed: ['license', 'tax'] } })).toEqual([
    'license',
    'tax',
  ]);
});

test('saved hours, tax rules and a product count by themselves', () => {
  expect(
    done(shipped, { saved: ['pickup'], hasTaxRules: true, hasProducts: true, hasOwnStory: true }),
  ).toEqual(['hours', 'tax', 'texts', 'products']);
});
