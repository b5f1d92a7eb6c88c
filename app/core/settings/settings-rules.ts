/** What holds for every save of settings: which ones ask again who is saving, and the words of what is refused. Pure. */
import type { SettingsName } from './settings.ts';
import type { FieldErrors } from './settings-section.ts';

/** Keys of a group; 'all' for whichever. */
type Keys = readonly string[] | 'all';

/**
 * Changed only by somebody who has signed in, or shown again who they are, a moment ago: what says who may get in, what
 * the law fixes, and what would speak to visitors in the store's name. What is changed in the rush of a day (hours,
 * slots, a pause) and what staff alone read is not asked for.
 */
const alwaysGuarded: Partial<Record<SettingsName, Keys>> = {
  security: 'all',
  compliance: 'all',
  pricing: 'all',
  discounts: 'all',
  opening: ['isOpen'],
  store: ['legalName', 'licenseNumber', 'licenseType'],
};

/** Besides, once the shop is open: until then nobody reads it, and whoever opens the shop is asked. */
const guardedOnceOpen: Partial<Record<SettingsName, Keys>> = { store: 'all', warnings: 'all' };

/** Whether a change of these keys of a group needs a recent sign-in. @param isOpen whether visitors get the shop. */
export function needsRecentSignIn(name: SettingsName, keys: readonly string[], isOpen: boolean): boolean {
  return [alwaysGuarded[name], isOpen ? guardedOnceOpen[name] : undefined].some(
    (asked) => asked === 'all' || keys.some((key) => asked?.includes(key)),
  );
}

/** Whether publishing a page text needs one: as for everything else that visitors read. */
export const publishingNeedsRecentSignIn = (isOpen: boolean): boolean => isOpen;

export const CONFIRM_FIRST = 'You signed in too long ago for this change. Nothing was saved.';

/** What keeps settings from being saved. */
export type SettingsProblem<Value> =
  | { kind: 'not-allowed' }
  /** The last sign-in is too long ago for what is changed. */
  | { kind: 'confirm-first' }
  /** Somebody else saved one of these values in between: what is stored now, and its version. */
  | { kind: 'stale'; version: number; value: Value }
  | { kind: 'invalid'; errors: FieldErrors }
  /** A version to restore that there is not, or that no longer fits what the shop understands. */
  | { kind: 'no-version' };

/** The problem in words. */
export function settingsMessage(problem: SettingsProblem<unknown>): string {
  switch (problem.kind) {
    case 'not-allowed':
      return 'Only admins can change settings.';
    case 'confirm-first':
      return CONFIRM_FIRST;
    case 'stale':
      return 'Nothing was saved.';
    case 'invalid':
      return Object.values(problem.errors)[0]?.[0] ?? 'Something is wrong.';
    case 'no-version':
      return 'That version can no longer be restored.';
  }
}
