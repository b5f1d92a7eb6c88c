/** Decides whether the next press of the set-up's page needs a recent sign-in. Pure. */
import type { SetUpStepName } from '#core/ground/settings/set-up-steps.ts';

/** Steps whose press needs one while the shop is closed; the others save without, or lead to a page that asks itself. */
const guarded: readonly (SetUpStepName | null)[] = ['money', 'rehearsal'];

/** @param active the step that is open; `isReady`: no step is missing, so the next press can open the shop */
export const asksToConfirm = (
  active: SetUpStepName | null,
  { isOpen, isReady }: { isOpen: boolean; isReady: boolean },
): boolean => isOpen || isReady || guarded.includes(active);
