/** What the shop reports to the state's system: names for people. Pure. */
import type { StateActKind, StateActStatus, StateReason } from '#kernel/statuses.ts';

export const stateActLabel: Readonly<Record<StateActKind, string>> = {
  sale: 'Sale',
  'sale-changed': 'Changed sale',
  'sale-voided': 'Voided sale',
  adjustment: 'Adjustment',
  'package-empty': 'Empty package',
  'day-closed': 'Final sale',
};

export const stateActStatusLabel: Readonly<Record<StateActStatus, string>> = {
  waiting: 'Waiting',
  sending: 'Being sent',
  sent: 'Reported',
  refused: 'Refused',
  skipped: 'Skipped',
};

export const stateReasonLabel: Readonly<Record<StateReason, string>> = {
  count: 'Count',
  damaged: 'Damaged',
  sample: 'Sample',
  theft: 'Theft or loss',
  return: 'Return',
  correction: 'Correction',
  'waste-damaged': 'Waste: damaged',
  'waste-expired': 'Waste: expired',
  'waste-failed-test': 'Waste: failed its test',
  'waste-contaminated': 'Waste: contaminated',
  'waste-returned': 'Waste: returned by a customer',
  'waste-recalled': 'Waste: recalled',
  'waste-other': 'Waste: other',
};

/** How an act's adjustment is found again at the state's: part of its note. */
export const markOf = (actId: number): string => `Farmgate ${actId}`;

/** Why the shop does not send an act, before it asks. */
export type OwnRefusal =
  | { kind: 'no-tag' }
  | { kind: 'no-reason'; reason: StateReason }
  | { kind: 'sale-skipped' };

export function ownRefusalMessage(refusal: OwnRefusal): string {
  switch (refusal.kind) {
    case 'no-tag':
      return 'A lot of it has no package tag. Enter the tag at the lot, then retry.';
    case 'no-reason':
      return `Choose the state’s reason for ‘${stateReasonLabel[refusal.reason]}’ in Settings, then retry.`;
    case 'sale-skipped':
      return 'Its sale was not reported by the shop.';
  }
}
