/**
 * Renders age verification for the customer: what is missing, what is waiting, the decision, and the check at the
 * counter.
 */
import { Link } from 'react-router';
import { rejectionWords } from '#core/accounts/customers/age-decision.ts';
import {
  type AgeState,
  licenseStatus,
  type MissingProof,
} from '#core/accounts/customers/age-verification.ts';
import type { MyProfile } from '#core/accounts/customers/profile-queries.server.ts';
import { StatusBadge, type Tone } from '#ui/badge.tsx';

const badges: Readonly<Record<AgeState, { tone: Tone; label: string }>> = {
  approved: { tone: 'green', label: 'Approved' },
  waiting: { tone: 'yellow', label: 'Waiting for our decision' },
  incomplete: { tone: 'plain', label: 'Not complete' },
  'under-age': { tone: 'red', label: 'Under age' },
  rejected: { tone: 'red', label: 'Rejected' },
};

/** Whether the person's age is confirmed, in a word. */
export const ageLabel = (state: AgeState): string => badges[state].label;

/** What the specification's license statuses mean here. */
const licenseMeaning: Readonly<Record<string, string>> = {
  Verified: 'checked by our staff',
  Pending: 'not reviewed yet',
};

const missingWords: Readonly<Record<MissingProof, { label: string; to: string }>> = {
  'birth-date': { label: 'your birth date', to: '#birthDate' },
  'license-id': { label: "your driver's license ID", to: '#licenseId' },
  'license-photo': { label: 'a photo of your license', to: '#license-photo' },
};

export function AgePanel({ profile }: { profile: MyProfile }) {
  const { age } = profile;
  const { tone, label } = badges[age.state];
  const license = licenseStatus({
    onFile: profile.licenseLast4 !== null,
    isVerified: profile.licenseVerified,
    isVerifiedOver21: age.state === 'rejected' ? false : null,
  });
  return (
    <section
      aria-labelledby="age"
      className="rounded-surface bg-surface p-5 inset-ring inset-ring-line sm:p-7"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="age" className="text-xl">
          Age verification
        </h2>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      <div className="mt-3 text-sm">
        <State profile={profile} />
      </div>
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-1 text-sm">
        <div className="flex flex-wrap gap-x-2">
          <dt className="text-ink-soft">License</dt>
          <dd>
            <span className="font-medium">{license}</span>
            {licenseMeaning[license] ? `: ${licenseMeaning[license]}` : null}
          </dd>
        </div>
      </dl>
      <p className="mt-3 text-sm text-ink-soft">
        We check your ID at every pickup, even after approval. Please bring it.
      </p>
    </section>
  );
}

function State({ profile }: { profile: MyProfile }) {
  const { age, storePhone } = profile;
  switch (age.state) {
    case 'approved':
      return (
        <p>
          We have confirmed that you are {age.minimumAge} or older.
          {age.hasNewPhoto ? ' We will review your new license photo. Until then you stay approved.' : null}
        </p>
      );
    case 'waiting':
      return (
        <p>
          We have everything we need and will review it. You do not need to do anything, and you can already
          reserve.
        </p>
      );
    case 'incomplete':
      return (
        <>
          <p>We can confirm your age before your first pickup. Still missing:</p>
          <ul className="mt-1 list-disc pl-5">
            {age.missing.map((proof) => (
              <li key={proof}>
                <Link
                  to={missingWords[proof].to}
                  className="inline-flex min-h-11 items-center underline underline-offset-4"
                >
                  {missingWords[proof].label}
                </Link>
              </li>
            ))}
          </ul>
        </>
      );
    case 'under-age':
      return (
        <p>
          The birth date on file is under {age.minimumAge}, so items for adults cannot be reserved. If it is
          wrong, call us at {storePhone} or show your ID at the store.
        </p>
      );
    case 'rejected':
      return (
        <p>
          We could not confirm that you are {age.minimumAge} or older, so items for adults cannot be reserved.{' '}
          {age.rejection ? `${rejectionWords(age.rejection, age.minimumAge)} ` : null}If that is wrong, call
          us at {storePhone} or show your ID at the store.
        </p>
      );
  }
}
