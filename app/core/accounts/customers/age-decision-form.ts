/** The forms with which staff decide a customer's age. */
import { z } from 'zod';
import { ageRejections } from '#kernel/statuses.ts';
import { shownNumber } from '#platform/requests/shown-number.ts';
import { typed } from '#platform/requests/typed-text.ts';
import { UPDATE_FAILED } from './age-decision.ts';

const version = shownNumber(UPDATE_FAILED);
const rejection = z.enum(ageRejections, { error: 'Choose why.' });
const reason = typed(500, 'reason');
/** Empty when no photo was shown. */
const photo = z.union([z.literal(''), z.uuid()], { error: UPDATE_FAILED });

const shown = { userId: z.uuid({ error: UPDATE_FAILED }), version, photo };

/** From the queue; `note` stays internal. */
export const decideForm = z.discriminatedUnion(
  'decision',
  [
    /** `sawLicense`: staff compared the physical license, because there is no photo. */
    z.object({ ...shown, decision: z.literal('approved'), sawLicense: z.literal('1').optional() }),
    z.object({ ...shown, decision: z.literal('rejected'), rejection, note: reason.optional() }),
  ],
  { error: UPDATE_FAILED },
);
export type DecideInput = z.output<typeof decideForm>;

const changed = {
  /** The decision that the page showed. */
  /** Undecided cases are decided in the queue, beside their photo. */
  from: z.enum(['approved', 'rejected'], { error: UPDATE_FAILED }),
  version,
  reason: reason.min(1, 'Enter a reason. It is saved with the customer.'),
};

/** From the queue, right after a decision; the profile is pending again. */
export const undoDecisionForm = z.object({
  userId: shown.userId,
  from: changed.from,
  version,
});

/** From the customer's page. */
export const changeDecisionForm = z.discriminatedUnion(
  'decision',
  [
    z.object({ ...changed, decision: z.literal('approved') }),
    z.object({ ...changed, decision: z.literal('rejected'), rejection }),
    z.object({ ...changed, decision: z.literal('undecided') }),
  ],
  { error: 'Choose a decision.' },
);
export type ChangeDecisionInput = z.output<typeof changeDecisionForm>;
