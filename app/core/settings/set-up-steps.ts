/** Lists the steps before a shop opens: when each counts as done, and which ones the opening requires. */
import { assertNever } from '#kernel/result.ts';
import type { Settings } from './settings.ts';

export const setUpSteps = [
  {
    name: 'store',
    label: 'Store facts',
    what: 'Name, address, phone and email, as shown on pages and in emails.',
    path: '/admin/settings/store',
    isNeeded: true,
  },
  {
    name: 'license',
    label: 'License',
    what: 'Your legal name and license number. The law requires it on every page.',
    path: '/admin/settings/license',
    isNeeded: true,
  },
  {
    name: 'hours',
    label: 'Hours',
    what: 'When customers can pick up.',
    path: '/admin/settings/hours',
    isNeeded: true,
  },
  {
    name: 'tax',
    label: 'Taxes',
    what: 'A new store starts with an estimate of 12%. Apply the New York preset with one click.',
    path: '/admin/settings/tax',
    isNeeded: true,
  },
  {
    name: 'texts',
    label: 'Page texts',
    what: 'Review them. About Us tells the story of a sample farm until you replace it.',
    path: '/admin/settings/page-texts',
    isNeeded: true,
  },
  {
    name: 'products',
    label: 'First product',
    what: 'Add a product, or import a list.',
    path: '/admin/inventory',
    isNeeded: false,
  },
] as const;

export type SetUpStepName = (typeof setUpSteps)[number]['name'];

/** The state of a store, apart from its settings. */
export type StoreProgress = {
  /** Groups of settings that were saved. */
  saved: readonly string[];
  hasTaxRules: boolean;
  hasProducts: boolean;
  /** Whether About Us has been published. */
  hasOwnStory: boolean;
};

/**
 * The facts that identify a store. While one of them is the shipped sample, the step does not count as done
 * automatically.
 */
const facts = {
  store: ['name', 'phone', 'email', 'addressLine'],
  license: ['legalName', 'licenseNumber'],
} as const;

/** The steps that are done: automatically, or because the owner confirmed the values. */
export function stepsDone(
  settings: Pick<Settings, 'store' | 'opening'>,
  shipped: Settings['store'],
  progress: StoreProgress,
): ReadonlySet<SetUpStepName> {
  const isOwn = (keys: readonly (keyof Settings['store'])[]) =>
    keys.every((key) => settings.store[key] !== shipped[key]);
  const isDone = (name: SetUpStepName): boolean => {
    if (settings.opening.confirmed.includes(name)) return true;
    switch (name) {
      case 'store':
      case 'license':
        return isOwn(facts[name]);
      case 'hours':
        return progress.saved.includes('pickup');
      case 'tax':
        return progress.hasTaxRules;
      case 'texts':
        return progress.hasOwnStory;
      case 'products':
        return progress.hasProducts;
      default:
        return assertNever(name);
    }
  };
  return new Set(setUpSteps.map(({ name }) => name).filter(isDone));
}

/** The missing steps that the opening requires. */
export function stepsMissing(done: ReadonlySet<SetUpStepName>) {
  return setUpSteps.filter(({ name, isNeeded }) => isNeeded && !done.has(name));
}

export const isSetUpStep = (name: unknown): name is SetUpStepName =>
  setUpSteps.some((step) => step.name === name);
