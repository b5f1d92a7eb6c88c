/**
 * The queue of age decisions (specification section 2, 'Age Verification Approval'): its filters, and the fields of a
 * case.
 */

import { choiceFilter, defineList, type ListState, textFilter } from '#kernel/list-state.ts';
import { NO_PENDING } from './age-decision.ts';
import type { MissingProof } from './age-verification.ts';

export const ageQueueList = defineList({
  name: 'age-verification',
  filters: {
    find: textFilter('Name or email'),
    proof: choiceFilter(
      'Proof',
      [
        { value: 'complete', label: 'Ready to decide' },
        { value: 'missing', label: 'Incomplete' },
      ],
      'All',
    ),
  },
  sorts: { joined: 'Joined' },
  // Oldest first.
  defaultSort: 'joined',
});

export type AgeQueueState = ListState<'find' | 'proof', 'joined'>;

/** A case in the queue's list. */
export type AgeCase = {
  userId: string;
  name: string;
  email: string;
  /** 'Nov 5, 2026' */
  joined: string;
  /** In whole years today, on the store's calendar; null without a birth date. */
  age: number | null;
  isOfAge: boolean;
  /** Approved before a newer license photo. The approval stays until staff decide. */
  isNewPhoto: boolean;
  /** Of profile and license photo: a decision applies to the version that was viewed. */
  version: number;
  photoId: string | null;
  missing: MissingProof[];
};

/** An open case: what the customer typed, to compare with the photo. */
export type OpenAgeCase = AgeCase & {
  /** 'Jun 15, 1995'; null while none is on file. */
  birthDate: string | null;
  address: string | null;
  licenseLast4: string | null;
  licenseState: string | null;
  photo: { id: string; added: string } | null;
  /** Other accounts with the same license number. */
  sameLicense: { userId: string; name: string }[];
};

/** Why the server would refuse to approve, in a few words; null if it would not. */
export function approvalObstacle({ age, isOfAge }: Pick<AgeCase, 'age' | 'isOfAge'>): string | null {
  if (isOfAge) return null;
  return age === null ? 'no birth date on file' : 'under age by the date on file';
}

export const missingLabel: Readonly<Record<MissingProof, string>> = {
  'birth-date': 'birth date',
  'license-id': 'license ID',
  'license-photo': 'license photo',
};

export const emptyQueue = {
  unmatched: 'No profiles match these filters.',
  all: 'Show all pending',
  none: NO_PENDING,
};
