/** Renders two-factor sign-in on the security page: on or off, the method, and a link to change it. */

import type { AuthenticatorState } from '#core/accounts/identity/second-factor/authenticator-queries.server.ts';
import type {
  TextFactorOffer,
  TextFactorState,
} from '#core/accounts/identity/second-factor/text-factor-queries.server.ts';
import { AUTHENTICATOR_PATH, TEXT_FACTOR_PATH } from '#core/accounts/identity/sessions/return-path.ts';
import { phoneText } from '#core/ground/notifications/sms-number.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { SecuritySection } from './security-section.tsx';

export function AuthenticatorSection({
  authenticator,
  text,
}: {
  authenticator: AuthenticatorState | null;
  text: TextFactorOffer;
}) {
  return (
    <SecuritySection
      id="authenticator"
      title="Two-factor sign-in"
      intro={`After your password we also ask for a code from ${text.isOffered ? 'an app on your phone, or from a text message' : 'an app on your phone'}.`}
    >
      {text.on && !authenticator ? (
        <ByText on={text.on} isOffered={text.isOffered} />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            {authenticator ? (
              <>
                <StatusBadge tone="green">On</StatusBadge>
                <p className="text-sm text-ink-soft">
                  Since {authenticator.since} · {backupCodesLeft(authenticator.backupCodesLeft)}
                </p>
              </>
            ) : (
              <StatusBadge tone="plain">Off</StatusBadge>
            )}
            <ButtonLink to={AUTHENTICATOR_PATH} rank="secondary">
              {authenticator ? 'Change' : 'Set up'}
              <span className="sr-only"> two-factor sign-in</span>
            </ButtonLink>
            {text.isOffered && !authenticator ? (
              <ButtonLink to={TEXT_FACTOR_PATH} rank="quiet">
                Use text messages
              </ButtonLink>
            ) : null}
          </div>
          {text.isOffered && !authenticator ? (
            <p className="mt-3 text-sm text-ink-soft">
              We recommend the app: it is stronger, and works without a network.
            </p>
          ) : null}
        </>
      )}
    </SecuritySection>
  );
}

function ByText({ on, isOffered }: { on: TextFactorState; isOffered: boolean }) {
  return (
    <div className="grid gap-4">
      {isOffered ? null : <TextEnded />}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <StatusBadge tone={isOffered ? 'green' : 'yellow'}>On, by text message</StatusBadge>
        <p className="text-sm text-ink-soft">
          To {phoneText(on.phone)} since {on.since} · {backupCodesLeft(on.backupCodesLeft)}
        </p>
        <ButtonLink to={TEXT_FACTOR_PATH} rank="secondary">
          Change<span className="sr-only"> two-factor sign-in</span>
        </ButtonLink>
        <ButtonLink to={AUTHENTICATOR_PATH} rank={isOffered ? 'quiet' : 'primary'}>
          Use an authenticator app instead
        </ButtonLink>
      </div>
      <p className="text-sm text-ink-soft">
        An app is stronger: it does not depend on your phone number, which can be taken over.
      </p>
    </div>
  );
}

/** For a signed-in person whose codes came by text message, which the shop no longer sends. */
export function TextEnded() {
  return (
    <Notice tone="caution">
      We no longer send text messages. Until you set up an authenticator app or turn two-factor sign-in off,
      only your backup codes sign you in.
    </Notice>
  );
}

/** 'No backup codes left', '1 backup code left'. */
export function backupCodesLeft(left: number): string {
  if (left === 0) return 'No backup codes left';
  return left === 1 ? '1 backup code left' : `${left} backup codes left`;
}
