/** The steps before a shop opens: when each is done, what it lacks in a sentence, and which ones the opening requires. */
import type { Settings } from './settings.ts';
import { type MissingFact, missingFactsText } from './store-facts.ts';

const steps = [
  { name: 'farm', label: 'Farm', isNeeded: true },
  { name: 'money', label: 'Money', isNeeded: true },
  { name: 'hours', label: 'Hours', isNeeded: true },
  { name: 'mail', label: 'Mail', isNeeded: true },
  { name: 'menu', label: 'Menu', isNeeded: false },
  { name: 'tracking', label: 'State tracking', isNeeded: false },
  { name: 'people', label: 'People', isNeeded: false },
  { name: 'backups', label: 'Backups', isNeeded: false },
  { name: 'rehearsal', label: 'Rehearsal', isNeeded: false },
] as const;

export const setUpSteps: readonly { name: SetUpStepName; label: string; isNeeded: boolean }[] = steps;
export type SetUpStepName = (typeof steps)[number]['name'];

/** The state of a store, apart from its settings. */
export type StoreProgress = {
  /** The facts that are empty or the sample's. */
  missing: readonly Pick<MissingFact, 'label' | 'isSample'>[];
  /** Groups of settings that were saved. */
  saved: readonly string[];
  mail: 'works' | 'untested' | 'off';
  /** The shipped estimate while no rule is stored; 'none' if every stored rule has ended. */
  taxes: 'set' | 'estimate' | 'none';
  /** 'products': for sale, but no lot of theirs may be sold. */
  menu: 'empty' | 'categories' | 'products' | 'sells';
  /** What is done with the state's tracking system: nothing, it is read and compared, or sales are reported. */
  tracking: 'off' | 'watch' | 'report' | 'failing';
  /** Staff and admins, invited ones included. */
  people: number;
  /** Whether a good backup exists. */
  hasBackup: boolean;
  /** Whether a rehearsal was held, or is running. */
  rehearsal: 'held' | 'running' | null;
};

export type SetUpStep = {
  name: SetUpStepName;
  label: string;
  isNeeded: boolean;
  isDone: boolean;
  /** Done only because the owner said so, which they can take back. */
  isConfirmed: boolean;
  /** What it lacks, or what is set. */
  says: string;
};

/** What the owner may say about a step instead of doing it. Facts, taxes and hours are theirs or missing. */
export const confirmations: Partial<Record<SetUpStepName, { button: string; says: string }>> = {
  mail: { button: 'Open without mail', says: 'You open without mail: no new customer can order online.' },
  tracking: { button: 'Enter them by hand', says: 'You enter every sale in the state’s system by hand.' },
  people: { button: 'I work alone', says: 'You work alone.' },
};

export const mayConfirm = (name: SetUpStepName): boolean => confirmations[name] !== undefined;

type Confirmed = Pick<Settings['opening'], 'confirmed'>;

/** Every step in order, with its state. */
export function stepsOf({ confirmed }: Confirmed, progress: StoreProgress): SetUpStep[] {
  return setUpSteps.map((step) => {
    const { isDone, says } = stateOf(step.name, progress);
    const confirmation = confirmed.includes(step.name) ? confirmations[step.name] : undefined;
    const isConfirmed = !isDone && confirmation !== undefined;
    return {
      ...step,
      isDone: isDone || isConfirmed,
      isConfirmed,
      says: isConfirmed ? confirmation.says : says,
    };
  });
}

type State = { isDone: boolean; says: string };

const menuSays: Readonly<Record<StoreProgress['menu'], string>> = {
  empty: 'The menu is empty.',
  categories: 'No product is for sale yet.',
  products: 'Products are on the menu, but none has units that may be sold yet.',
  sells: 'The menu has products for sale.',
};

const trackingSays: Readonly<Record<StoreProgress['tracking'], string>> = {
  off: 'Nothing is reported to the state by itself.',
  failing: 'The keys for the state’s system did not work when they were tried.',
  watch: 'The state’s system is read and compared. Nothing is reported by itself yet.',
  report: 'Sales are reported to the state by themselves.',
};

function stateOf(name: SetUpStepName, progress: StoreProgress): State {
  const state = (isDone: boolean, done: string, lacks: string): State => ({
    isDone,
    says: isDone ? done : lacks,
  });
  const { missing, saved, mail, people } = progress;
  switch (name) {
    case 'farm':
      return state(missing.length === 0, 'Your facts are on every page.', missingFactsText(missing));
    case 'money': {
      const estimate = 'Taxes are still the sample’s estimate of 12%.';
      const lacks = progress.taxes === 'none' ? 'Nothing is taxed.' : estimate;
      return state(progress.taxes === 'set', 'Your taxes are set.', lacks);
    }
    case 'hours':
      return state(saved.includes('pickup'), 'Your hours are set.', 'Customers need to know when to come.');
    case 'mail': {
      const failed =
        'Without mail no new customer can order: a service is set, but its last test did not work.';
      const off = 'Without mail no new customer can order.';
      return state(mail === 'works', 'Email works.', mail === 'untested' ? failed : off);
    }
    case 'menu':
      return { isDone: progress.menu === 'sells', says: menuSays[progress.menu] };
    case 'tracking':
      return { isDone: progress.tracking === 'report', says: trackingSays[progress.tracking] };
    case 'people':
      return state(
        people > 1,
        `${people} people can sign in to the office.`,
        'Only you can sign in to the office.',
      );
    case 'backups':
      return state(progress.hasBackup, 'Backups work.', 'No backup leaves this machine.');
    case 'rehearsal': {
      const running = 'A rehearsal is running. Everything done since it started is undone at its end.';
      const none = 'Try one order, from your phone to the counter. It leaves nothing behind.';
      return state(
        progress.rehearsal === 'held',
        'A rehearsal was held.',
        progress.rehearsal === 'running' ? running : none,
      );
    }
  }
}

/** The missing steps that the opening requires. */
export const stepsMissing = (all: readonly SetUpStep[]): SetUpStep[] =>
  all.filter(({ isNeeded, isDone }) => isNeeded && !isDone);

/** Why the shop stays closed; '' if nothing required is missing. */
export function closedBecause(all: readonly SetUpStep[]): string {
  const missing = stepsMissing(all);
  return missing.length === 0 ? '' : ['The shop stays closed.', ...missing.map(({ says }) => says)].join(' ');
}

export const isSetUpStep = (name: unknown): name is SetUpStepName =>
  setUpSteps.some((step) => step.name === name);
