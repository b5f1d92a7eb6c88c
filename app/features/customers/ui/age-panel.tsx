/** Age verification as its customer sees it: what is missing, what waits, what was decided, what the counter does. */
import { Link } from 'react-router';
import { StatusBadge, type Tone } from '#ui/badge.tsx';
import { rejectionWords } from '../age-decision.ts';
import { type AgeState, licenseStatus, type MissingProof } from '../age-verification.ts';
import type { MyProfile } from '../profile-queries.server.ts';

const badges: Readonly<Record<AgeState, { tone: Tone; label: string }>> = {
  approved: { tone: 'green', label: 'Approved' },
  waiting: { tone: 'yellow', label: 'Waiting for our decision' },
  incomplete: { tone: 'plain', label: 'Not complete' },
  'under-age': { tone: 'red', label: 'Under age' },
  rejected: { tone: 'red', label: 'Rejected' },
};

/** Whether somebody's age is confirmed, in a word. */
export const ageLabel = (state: AgeState): string => badges[state].label;

/** What the specification's words for the license mean here. */
const licenseMeaning: Readonly<Record<string, string>> = {
  Verified: 'our staff have checked it',
  Pending: 'our staff have not looked at it yet',
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
      className="max-w-2xl rounded-surface bg-surface p-5 inset-ring inset-ring-line sm:p-7"
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
        At the counter we check your ID at every pickup, whatever it says here. Bring it along.
      </p>
    </section>
  );
}

function State({ profile }: { profile: MyProfile }) {
  const { age, storePhone } = profile;
  switch (age.state) {
    case 'approved':
      return <p>Our staff have confirmed that you are {age.minimumAge} or older.</p>;
    case 'waiting':
      return (
        <p>
          We have everything we need. Our staff will review it; there is nothing you need to do. You can
          already reserve.
        </p>
      );
    case 'incomplete':
      return (
        <>
          <p>You can have your age confirmed ahead of your first pickup. Still missing:</p>
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
          Our staff could not confirm that you are {age.minimumAge} or older, so items for adults cannot be
          reserved. {age.rejection ? `${rejectionWords(age.rejection, age.minimumAge)} ` : null}If that is
          wrong, call us at {storePhone} or show your ID at the store.
        </p>
      );
  }
}
