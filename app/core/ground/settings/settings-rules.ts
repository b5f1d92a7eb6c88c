/** Decides which saves of settings need a recent sign-in, and the messages of refusals. Pure. */

import { type Common, commonMessage } from '#kernel/problem.ts';
import type { Permission } from '../access/actor.ts';
import type { SettingsName } from './settings.ts';
import type { FieldErrors } from './settings-section.ts';

/** Keys of a group; 'all' for any. */
type Keys = readonly string[] | 'all';

/**
 * Changed only after a recent sign-in: who may get in, what the law fixes, and what speaks to visitors in the store's
 * name. Not required for what changes in the rush of a day (hours, slots, a pause) and what only staff read.
 */
const alwaysGuarded: Partial<Record<SettingsName, Keys>> = {
  security: 'all',
  compliance: 'all',
  pricing: 'all',
  discounts: 'all',
  refunds: 'all',
  cash: 'all',
  accounting: 'all',
  // Who works at the counter and how, which sites show the menu, how much a person may hold and miss.
  counter: 'all',
  sharing: 'all',
  holds: 'all',
  missedPickups: 'all',
  opening: ['isOpen'],
  store: ['legalName', 'licenseNumber', 'licenseType'],
};

/** Also guarded once the shop is open: until then no one reads it, and opening the shop needs a recent sign-in. */
const guardedOnceOpen: Partial<Record<SettingsName, Keys>> = { store: 'all', warnings: 'all' };

/** Whether a change of these keys of a group needs a recent sign-in. @param isOpen whether visitors get the shop. */
export function needsRecentSignIn(name: SettingsName, keys: readonly string[], isOpen: boolean): boolean {
  return [alwaysGuarded[name], isOpen ? guardedOnceOpen[name] : undefined].some(
    (asked) => asked === 'all' || keys.some((key) => asked?.includes(key)),
  );
}

/** Whether publishing a page text needs one: like everything else that visitors read. */
export const publishingNeedsRecentSignIn = (isOpen: boolean): boolean => isOpen;

/** Who may see and save a group. The group of the pause has nothing else. */
export const settingsNeeds = (name: SettingsName): Permission =>
  name === 'ordering' ? 'ordering.pause' : 'settings.manage';

/** Why settings cannot be saved. */
export type SettingsProblem<Value> =
  | Common<'not-allowed' | 'confirm-first'>
  /** Someone else has saved one of these values: the stored value, and its version. */
  | { kind: 'stale'; version: number; value: Value }
  | { kind: 'invalid'; errors: FieldErrors }
  /** The version to restore does not exist, or no longer fits the schema. */
  | { kind: 'no-version' };

export function settingsMessage(problem: SettingsProblem<unknown>): string {
  switch (problem.kind) {
    case 'stale':
      return 'Nothing was saved.';
    case 'invalid':
      return Object.values(problem.errors)[0]?.[0] ?? 'Something is wrong.';
    case 'no-version':
      return 'That version can no longer be restored.';
    default:
      return commonMessage(problem);
  }
}
