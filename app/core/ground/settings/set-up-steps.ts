/** Lists the steps before a shop opens: when each counts as done, and which ones the opening requires. */
import { assertNever } from '#kernel/result.ts';
import type { Settings } from './settings.ts';
import type { MissingFact } from './store-facts.ts';

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
    what: 'When customers can pick up. Check the hours a new store starts with, then save them or mark this as done.',
    path: '/admin/settings/hours',
    isNeeded: true,
  },
  {
    name: 'tax',
    label: 'Taxes',
    what: 'A new store starts with an estimate of 12%. Apply the New York preset, or add your own rules.',
    path: '/admin/settings/tax',
    isNeeded: true,
  },
  {
    name: 'texts',
    label: 'Page texts',
    what: 'Review them. Tell visitors about your farm in About Us.',
    path: '/admin/settings/page-texts',
    isNeeded: true,
  },
  {
    name: 'categories',
    label: 'Categories',
    what: 'Every product is in one. Start with a set for a farm, and change it at any time.',
    path: '/admin/settings/menu-order',
    isNeeded: false,
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
  hasCategories: boolean;
  hasProducts: boolean;
  /** Whether About Us has been published. */
  hasOwnStory: boolean;
};

/**
 * The steps that are done: automatically, or because the owner confirmed the shipped values. Facts of the store cannot be
 * confirmed: they are the owner's or missing.
 * @param missing facts that keep the store from opening
 */
export function stepsDone(
  { confirmed }: Pick<Settings['opening'], 'confirmed'>,
  missing: readonly Pick<MissingFact, 'step'>[],
  progress: StoreProgress,
): ReadonlySet<SetUpStepName> {
  const isDone = (name: SetUpStepName): boolean => {
    if (name === 'store' || name === 'license') return missing.every(({ step }) => step !== name);
    if (confirmed.includes(name)) return true;
    switch (name) {
      case 'hours':
        return progress.saved.includes('pickup');
      case 'tax':
        return progress.hasTaxRules;
      case 'texts':
        return progress.hasOwnStory;
      case 'categories':
        return progress.hasCategories;
      case 'products':
        return progress.hasProducts;
      default:
        return assertNever(name);
    }
  };
  return new Set(setUpSteps.map(({ name }) => name).filter(isDone));
}

/** Whether the owner may confirm that the shipped values of a step are right. */
export const mayConfirm = (name: SetUpStepName): boolean => ['hours', 'tax', 'texts'].includes(name);

/** The missing steps that the opening requires. */
export function stepsMissing(done: ReadonlySet<SetUpStepName>) {
  return setUpSteps.filter(({ name, isNeeded }) => isNeeded && !done.has(name));
}

export const isSetUpStep = (name: unknown): name is SetUpStepName =>
  setUpSteps.some((step) => step.name === name);
