/** Renders the security page's email section, including a pending change. */

import type { WaitingEmailChange } from '#core/accounts/identity/accounts/change-email.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { SecuritySection } from './security-section.tsx';

export function EmailSection({ email, waiting }: { email: string; waiting: WaitingEmailChange | null }) {
  return (
    <SecuritySection
      id="email"
      title="Email"
      intro={
        <>
          You sign in with <strong className="wrap-anywhere text-ink">{email}</strong>.
        </>
      }
    >
      {waiting ? <WaitingNotice waiting={waiting} /> : null}
      <ButtonLink to="/security/email" rank="secondary">
        Change email
      </ButtonLink>
    </SecuritySection>
  );
}

export function WaitingNotice({ waiting: { newEmail, until } }: { waiting: WaitingEmailChange }) {
  return (
    <Notice title="Waiting for your confirmation" className="mb-5 max-w-xl">
      <p>
        Open the link in our email to <strong className="wrap-anywhere">{newEmail}</strong> by {until}. Until
        then your email does not change.
      </p>
    </Notice>
  );
}
