/** Renders a case of the queue: the photo and the customer's entries side by side, and the two buttons. */
import type { ReactNode } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { APPROVE, REJECT, rejectionLabel, SAW_LICENSE } from '#core/accounts/customers/age-decision.ts';
import {
  type AgeCase,
  approvalObstacle,
  missingLabel,
  type OpenAgeCase,
} from '#core/accounts/customers/age-queue.ts';
import { maskedLicense } from '#core/accounts/customers/reveal.ts';
import { ageRejections } from '#kernel/statuses.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { CheckboxField, Field, SelectField } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';

/** 'Age 34', or that it is unknown. */
export function AgeWords({ of }: { of: Pick<AgeCase, 'age' | 'isOfAge'> }) {
  if (of.age === null) return <span className="text-ochre-700">No birth date</span>;
  return (
    <span className={`figures ${of.isOfAge ? '' : 'font-semibold text-clay-700'}`}>
      Age {of.age}
      {of.isOfAge ? '' : ', under age'}
    </span>
  );
}

/** In a row of the queue a button fills its column, also on a phone. */
const filled =
  '[&>button]:w-full [&>details]:w-full [&_summary]:w-full max-sm:[&_summary]:px-2 max-sm:[&>button]:px-2';

/**
 * Approves at once if the birth date on file shows that the customer is of age; rejects with the reason that the
 * customer sees. `next` is the case that opens afterwards.
 */
export function Decide({
  of,
  next,
  settling,
  inList,
}: {
  of: AgeCase;
  next: string | null;
  settling: boolean;
  inList?: boolean;
}) {
  const navigation = useNavigation();
  const obstacle = approvalObstacle(of);
  const isApproving =
    navigation.formData?.get('userId') === of.userId && navigation.formData.get('decision') === 'approved';
  const shown = {
    intent: 'decide',
    userId: of.userId,
    version: String(of.version),
    photo: of.photoId ?? '',
    next: next ?? '',
  };
  return (
    <fieldset disabled={settling} className={inList ? 'contents' : 'flex flex-wrap items-end gap-3'}>
      {obstacle === null && inList && !of.photoId ? (
        <p className="text-xs text-ink-soft">No photo: review to approve.</p>
      ) : obstacle === null ? (
        <Form method="post" data-decide="approve" className={inList ? filled : undefined}>
          {Object.entries(shown).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {of.photoId ? null : <CheckboxField label={SAW_LICENSE} name="sawLicense" value="1" required />}
          <Button
            type="submit"
            name="decision"
            value="approved"
            rank={inList ? 'secondary' : 'primary'}
            busy={isApproving}
            busyText="Approving…"
          >
            {APPROVE}
            <span className="sr-only"> {of.name}</span>
          </Button>
        </Form>
      ) : inList ? (
        <p className="text-xs text-ink-soft">Cannot approve: {obstacle}.</p>
      ) : null}
      <div data-decide="reject" className={inList ? filled : undefined}>
        <Confirm
          rank="secondary"
          label={REJECT}
          busyText="Rejecting…"
          of={of.name}
          question={`Reject ${of.name}?`}
          consequence="They can no longer reserve items for adults. We notify them with the reason."
          fields={{ ...shown, decision: 'rejected' }}
        >
          <SelectField
            label="Reason (the customer sees it)"
            name="rejection"
            required
            defaultValue={of.age !== null && !of.isOfAge ? 'under_age' : ''}
            className="w-full"
          >
            <option value="" disabled>
              Choose
            </option>
            {ageRejections.map((rejection) => (
              <option key={rejection} value={rejection}>
                {rejectionLabel[rejection]}
              </option>
            ))}
          </SelectField>
          <Field
            label="Note for the history"
            name="note"
            maxLength={500}
            autoComplete="off"
            className="w-full"
          />
        </Confirm>
      </div>
    </fieldset>
  );
}

export function OpenCase({
  of,
  licenseId,
  children,
}: {
  of: OpenAgeCase;
  /** The full number, once revealed. */
  licenseId: string | null;
  /** The buttons. */
  children: ReactNode;
}) {
  return (
    <article
      aria-labelledby={`name-${of.userId}`}
      className={`rounded-surface bg-surface p-4 inset-ring inset-ring-line sm:p-6 ${of.photo ? '' : 'max-w-3xl'}`}
    >
      <div
        className={`grid gap-6 ${of.photo ? 'md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] xl:grid-cols-[minmax(0,1fr)_24rem]' : ''}`}
      >
        <Photo of={of} />
        <div className="flex min-w-0 flex-col gap-5">
          <h2 id={`name-${of.userId}`} className="text-xl break-words">
            {of.name}
          </h2>
          <dl className="grid min-[18rem]:grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5">
            <dt className="text-ink-soft">Birth date</dt>
            <dd className="figures">{of.birthDate ?? 'Not given'}</dd>
            <dt className="text-ink-soft">Today</dt>
            <dd>
              <AgeWords of={of} />
            </dd>
            <dt className="text-ink-soft">Address</dt>
            <dd className="break-words">{of.address ?? 'Not given'}</dd>
            <dt className="text-ink-soft">License ID</dt>
            <dd className="figures flex flex-wrap items-center gap-x-3">
              <span className="break-all">
                {licenseId ?? maskedLicense(of.licenseLast4) ?? 'Not provided'}
              </span>
              {of.licenseLast4 && !licenseId ? <RevealLicense of={of} /> : null}
            </dd>
            <dt className="text-ink-soft">State</dt>
            <dd>{of.licenseState ?? 'Not given'}</dd>
            <dt className="text-ink-soft">Email</dt>
            <dd>
              <EmailAddress className="break-words">{of.email}</EmailAddress>
            </dd>
            <dt className="text-ink-soft">Joined</dt>
            <dd className="figures">{of.joined}</dd>
          </dl>
          <Warnings of={of} />
          <div>
            <div data-pressed-next>{children}</div>
            <p className="mt-2 text-xs text-ink-soft max-lg:hidden noscript:hidden">
              Keys: {of.isOfAge ? 'A approves, ' : ''}R rejects, N goes to the next.
            </p>
          </div>
          <Link
            to={`/admin/customers/${of.userId}`}
            className="inline-flex min-h-11 items-center self-start text-spruce-700 underline underline-offset-4"
          >
            Open customer page
          </Link>
        </div>
      </div>
    </article>
  );
}

function Photo({ of }: { of: OpenAgeCase }) {
  if (!of.photo)
    return (
      <p className="rounded-control bg-cream px-4 py-3 text-ink-soft">
        No license photo. The customer has not added one, or it was deleted on schedule.
      </p>
    );
  const source = `/photos/${of.photo.id}`;
  return (
    <figure className="min-w-0">
      <a href={source} target="_blank" rel="noreferrer" className="block rounded-control bg-cream">
        <img
          src={source}
          alt={`License of ${of.name}`}
          className="mx-auto max-h-[32rem] w-full rounded-control object-contain"
        />
        <span className="sr-only"> (opens full size in a new tab)</span>
      </a>
      <figcaption className="mt-2 text-xs text-ink-soft">
        Added {of.photo.added}. Every view is recorded. Click to enlarge.
      </figcaption>
    </figure>
  );
}

function RevealLicense({ of }: { of: OpenAgeCase }) {
  const busy = useNavigation().formData?.get('intent') === 'reveal';
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="reveal" />
      <input type="hidden" name="userId" value={of.userId} />
      <Button
        type="submit"
        rank="quiet"
        size="small"
        busy={busy}
        busyText="Showing…"
        className="-my-2.5 -ml-3 min-h-11"
      >
        Show number
      </Button>
    </Form>
  );
}

function Warnings({ of }: { of: OpenAgeCase }) {
  return (
    <>
      {of.isNewPhoto ? (
        <Notice tone="info" title="New license photo.">
          This customer is approved. The approval stays valid until you decide.
        </Notice>
      ) : null}
      {of.isOfAge ? null : (
        <Notice
          tone="error"
          title={of.age === null ? 'No birth date on file.' : 'The birth date on file is under age.'}
        >
          {of.age === null ? 'Approval requires one: ' : 'If the license says otherwise, '}correct the date on
          the customer’s page first.
        </Notice>
      )}
      {of.missing.length > 0 ? (
        <Notice
          tone="caution"
          title={`Missing: ${of.missing.map((proof) => missingLabel[proof]).join(', ')}.`}
        >
          Decide only if you have seen the physical license.
        </Notice>
      ) : null}
      {of.sameLicense.length > 0 ? (
        <Notice tone="caution" title="The same license is on another account.">
          <ul>
            {of.sameLicense.map((other) => (
              <li key={other.userId}>
                <Link to={`/admin/customers/${other.userId}`} className="underline underline-offset-4">
                  {other.name}
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </>
  );
}
