/** What holds for every save of settings: which ones ask again who is saving, and the words of what is refused. Pure. */
import type { SettingsName } from './settings.ts';
import type { FieldErrors } from './settings-section.ts';

/** Changed only by somebody who has signed in, or shown again who they are, a moment ago: null for the whole group. */
const guarded: Partial<Record<SettingsName, readonly string[] | null>> = {
  security: null,
  compliance: null,
  store: ['legalName', 'licenseNumber', 'licenseType'],
};

/** Whether a change of these keys of a group needs a recent sign-in. */
export function needsRecentSignIn(name: SettingsName, keys: readonly string[]): boolean {
  const asked = guarded[name];
  if (asked === undefined) return false;
  return asked === null || keys.some((key) => asked.includes(key));
}

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
      return 'Only admins change settings.';
    case 'confirm-first':
      return 'Your sign-in is too long ago for this change. Nothing has been saved.';
    case 'stale':
      return 'Nothing has been saved yet.';
    case 'invalid':
      return Object.values(problem.errors)[0]?.[0] ?? 'Something is not right.';
    case 'no-version':
      return 'That version cannot be restored any longer.';
  }
}
