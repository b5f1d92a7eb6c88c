/** Profile and verification on a customer's page: masked, revealed one by one, and the decisions of staff. */
import { Form, Link, useNavigation } from 'react-router';
import { type AgeDecision, decisionLabel, rejectionLabel } from '#features/customers/age-decision.ts';
import type { LicenseStatus } from '#features/customers/age-verification.ts';
import { type Revealed, reveals } from '#features/customers/reveal.ts';
import { ageRejections, photoKinds } from '#kernel/statuses.ts';
import { StatusBadge, type Tone } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Confirm, useRefused } from '#ui/confirm.tsx';
import { Facts } from '#ui/facts.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import type { CustomerView } from '../customer-queries.server.ts';

export type MayDo = {
  decide: boolean;
  manage: boolean;
  note: boolean;
  reveal: readonly Revealed[];
  /** Whether what is masked and what is decided may be touched without showing again who one is. */
  isFresh: boolean;
  confirmPath: string;
};

export type Shown = { what: Revealed; value: string } | { photo: string } | null;

const photoLabel = { license: 'License photo', profile: 'Profile photo' } as const;

export function CustomerProfile({ of, may, shown }: { of: CustomerView; may: MayDo; shown: Shown }) {
  const field = (what: Revealed) => {
    const whole = shown && 'what' in shown && shown.what === what ? shown.value : null;
    const masked = of.masked[what];
    return (
      <span className="flex flex-wrap items-center gap-x-3">
        <span className="min-w-0 break-words">{whole ?? masked ?? 'Not given'}</span>
        {masked && whole === null && may.reveal.includes(what) ? <Reveal what={what} may={may} /> : null}
      </span>
    );
  };
  return (
    <>
      <Facts
        facts={[
          [
            'Email',
            <span key="email" className="break-all">
              {of.email}
            </span>,
          ],
          [reveals.phone.label, field('phone')],
          [reveals.address.label, field('address')],
          ['City', of.place ?? 'Not given'],
          [reveals.birthDate.label, field('birthDate')],
          ['Age today', of.age === null ? 'Not known' : String(of.age)],
          [reveals.licenseId.label, field('licenseId')],
          ['License state', of.licenseState ?? 'Not given'],
          ['Joined', of.joined],
        ]}
      />
      <Photos of={of} may={may} shown={shown} />
    </>
  );
}

function Reveal({ what, may }: { what: Revealed; may: MayDo }) {
  const { formData } = useNavigation();
  const label = reveals[what].label.toLowerCase();
  if (!may.isFresh)
    return (
      <ConfirmFirst may={may} of={label}>
        Show
      </ConfirmFirst>
    );
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="reveal" />
      <Button
        type="submit"
        name="what"
        value={what}
        rank="quiet"
        size="small"
        className="min-h-11"
        busy={formData?.get('what') === what}
        busyText="Showing…"
      >
        Show<span className="sr-only"> the {label}</span>
      </Button>
    </Form>
  );
}

/** Leads to the page that asks who is there, and back here. */
export function ConfirmFirst({ may, of, children }: { may: MayDo; of?: string; children: string }) {
  return (
    <Link
      to={may.confirmPath}
      className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
    >
      {children}
      <span className="sr-only">{of ? ` the ${of}` : ''}, after confirming it’s you</span>
    </Link>
  );
}

function Photos({ of, may, shown }: { of: CustomerView; may: MayDo; shown: Shown }) {
  const { formData } = useNavigation();
  const kinds = photoKinds.filter((kind) => of.photos[kind] && (kind === 'profile' || may.decide));
  if (kinds.length === 0) return null;
  const open = shown && 'photo' in shown ? shown.photo : null;
  return (
    <div className="mt-3">
      <div className="flex flex-wrap gap-x-4">
        {kinds.map((kind) =>
          may.isFresh ? (
            <Form key={kind} method="post" preventScrollReset>
              <input type="hidden" name="intent" value="photo" />
              <Button
                type="submit"
                name="kind"
                value={kind}
                rank="quiet"
                size="small"
                className="min-h-11 -ml-3"
                busy={formData?.get('kind') === kind}
                busyText="Showing…"
              >
                Show {photoLabel[kind].toLowerCase()}
              </Button>
            </Form>
          ) : (
            <ConfirmFirst key={kind} may={may}>{`Show ${photoLabel[kind].toLowerCase()}`}</ConfirmFirst>
          ),
        )}
      </div>
      {open ? (
        <img
          src={`/photos/${open}`}
          alt={`From the profile of ${of.name}`}
          className="mt-2 max-h-96 max-w-full rounded-control bg-cream object-contain"
        />
      ) : null}
    </div>
  );
}

const tones: Readonly<Record<AgeDecision, Tone>> = {
  approved: 'green',
  rejected: 'red',
  undecided: 'yellow',
};

/** The colors of 'License Status', wherever it is shown to staff. */
export const licenseTone: Readonly<Record<LicenseStatus, Tone>> = {
  Verified: 'green',
  Pending: 'yellow',
  Rejected: 'red',
  'Not provided': 'plain',
};

export function Verification({ of, may, today }: { of: CustomerView; may: MayDo; today: string }) {
  const { formData } = useNavigation();
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
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="verify-license" />
              <Button
                type="submit"
                rank="secondary"
                busy={formData?.get('intent') === 'verify-license'}
                busyText="Verifying…"
              >
                Verify license
              </Button>
            </Form>
          ) : null}
          {of.licenseVerified ? (
            <Confirm
              label="Take verification back"
              of={of.name}
              question="Is this license no longer verified?"
              consequence="It waits to be checked again."
              fields={{ intent: 'take-license-back' }}
            >
              <Reason />
            </Confirm>
          ) : null}
          {of.decision === 'undecided' ? (
            <ButtonLink to="/admin/age-verification" rank="secondary">
              Decide age
            </ButtonLink>
          ) : (
            <ChangeDecision of={of} />
          )}
          <Confirm
            label="Correct birth date"
            of={of.name}
            question="Correct the birth date?"
            consequence="Only with the license in hand. An approval given on another date falls."
            keep="Leave it"
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

/** A reason of staff, asked for in dialogs. */
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
  // Who is known to be under age cannot be approved; the date is corrected first.
  const options = (['approved', 'rejected', 'undecided'] as const).filter(
    (to) => to !== of.decision && (to !== 'approved' || of.isOfAge),
  );
  return (
    <Confirm
      rank="secondary"
      label="Change decision"
      of={of.name}
      question="Change the decision about the age?"
      consequence="The customer is told."
      keep="Leave it"
      fields={{ intent: 'decision', from: of.decision, version: String(of.version) }}
    >
      <NewDecision options={options} />
      {options.includes('rejected') ? (
        <SelectField label="If rejected, why" name="rejection" defaultValue="under_age" className="w-full">
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
          {to === 'undecided' ? 'Undecided: back into the queue' : decisionLabel[to]}
        </option>
      ))}
    </SelectField>
  );
}
