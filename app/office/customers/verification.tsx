/** Renders license and age on a customer's page, with staff decisions. */
import { Link } from 'react-router';
import { type AgeDecision, decisionLabel, rejectionLabel } from '#core/accounts/customers/age-decision.ts';
import type { LicenseStatus } from '#core/accounts/customers/age-verification.ts';
import { ageRejections } from '#kernel/statuses.ts';
import { StatusBadge, type Tone } from '#ui/badge.tsx';
import { ButtonLink, buttonClass } from '#ui/button.tsx';
import { Confirm, useRefused } from '#ui/confirm.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { ConfirmFirst, type MayDo } from './customer-profile.tsx';
import type { CustomerView } from './customer-queries.server.ts';

const tones: Readonly<Record<AgeDecision, Tone>> = {
  approved: 'green',
  rejected: 'red',
  undecided: 'yellow',
};

/** The colors of 'License Status', wherever staff see it. */
export const licenseTone: Readonly<Record<LicenseStatus, Tone>> = {
  Verified: 'green',
  Pending: 'yellow',
  Rejected: 'red',
  'Not provided': 'plain',
};

export function Verification({ of, may, today }: { of: CustomerView; may: MayDo; today: string }) {
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <StatusBadge tone={tones[of.decision]}>Age: {decisionLabel[of.decision]}</StatusBadge>
        <StatusBadge tone={licenseTone[of.license]}>License: {of.license}</StatusBadge>
      </div>
      {of.decided ? (
        <p className="figures text-ink-soft">
          Decided {of.decided}
          {of.rejection ? `: ${rejectionLabel[of.rejection]}` : ''}
        </p>
      ) : null}
      {may.decide && !may.isFresh ? <ConfirmFirst may={may}>Change license and age</ConfirmFirst> : null}
      {may.decide && may.isFresh ? (
        <div className="mt-3 flex flex-wrap items-start gap-3">
          {of.canVerifyLicense ? (
            <Link to="?verify" preventScrollReset className={buttonClass('secondary', 'normal')}>
              Verify license
            </Link>
          ) : null}
          {of.licenseVerified ? (
            <Confirm
              label="Undo verification"
              of={of.name}
              question="Undo the verification of this license?"
              consequence="The license goes back to pending."
              fields={{ intent: 'take-license-back' }}
            >
              <Reason />
            </Confirm>
          ) : null}
          {of.decision === 'undecided' ? (
            <ButtonLink to={`/admin/age-verification?case=${of.id}`} rank="secondary">
              Decide age
            </ButtonLink>
          ) : (
            <ChangeDecision of={of} />
          )}
          <Confirm
            label="Correct birth date"
            of={of.name}
            question="Correct the birth date?"
            consequence="Only with the license in hand. A different birth date cancels an existing approval."
            fields={{ intent: 'birth-date', version: String(of.version) }}
          >
            <BirthDate today={today} />
            <Reason />
          </Confirm>
        </div>
      ) : null}
    </>
  );
}

function BirthDate({ today }: { today: string }) {
  return (
    <Field
      label="Birth date on the license"
      name="birthDate"
      type="date"
      required
      max={today}
      className="w-full"
      {...useRefused('birthDate')}
    />
  );
}

/** A staff member's reason, entered in dialogs. */
export function Reason() {
  return (
    <Field
      label="Reason"
      name="reason"
      required
      maxLength={500}
      autoComplete="off"
      className="w-full"
      {...useRefused('reason')}
    />
  );
}

function ChangeDecision({ of }: { of: CustomerView }) {
  // A customer known to be under age cannot be approved; staff correct the birth date first.
  const options = (['approved', 'rejected', 'undecided'] as const).filter(
    (to) => to !== of.decision && (to !== 'approved' || of.isOfAge),
  );
  return (
    <Confirm
      rank="secondary"
      label="Change decision"
      of={of.name}
      question="Change the age decision?"
      consequence="We notify the customer."
      fields={{ intent: 'decision', from: of.decision, version: String(of.version) }}
    >
      <NewDecision options={options} />
      {options.includes('rejected') ? (
        <SelectField label="Reason if rejected" name="rejection" defaultValue="under_age" className="w-full">
          {ageRejections.map((rejection) => (
            <option key={rejection} value={rejection}>
              {rejectionLabel[rejection]}
            </option>
          ))}
        </SelectField>
      ) : null}
      <Reason />
    </Confirm>
  );
}

function NewDecision({ options }: { options: readonly AgeDecision[] }) {
  const { defaultValue = '', errors } = useRefused('decision');
  return (
    <SelectField
      label="Decision"
      name="decision"
      required
      defaultValue={defaultValue}
      errors={errors}
      className="w-full"
    >
      <option value="" disabled>
        Choose
      </option>
      {options.map((to) => (
        <option key={to} value={to}>
          {to === 'undecided' ? 'Undecided (back to the queue)' : decisionLabel[to]}
        </option>
      ))}
    </SelectField>
  );
}
