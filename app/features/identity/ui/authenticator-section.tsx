/** Two-factor sign-in on the security page: on or off, and the way to change it. */
import { StatusBadge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import type { AuthenticatorState } from '../authenticator-queries.server.ts';
import { AUTHENTICATOR_PATH } from '../return-path.ts';
import { SecuritySection } from './security-section.tsx';

export function AuthenticatorSection({ authenticator }: { authenticator: AuthenticatorState | null }) {
  return (
    <SecuritySection
      id="authenticator"
      title="Two-factor sign-in"
      intro="After your password we also ask for a code from an app on your phone. Your password alone is then not enough to get in."
    >
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
      </div>
    </SecuritySection>
  );
}

/** 'No backup codes left', '1 backup code left'. */
export function backupCodesLeft(left: number): string {
  if (left === 0) return 'No backup codes left';
  return left === 1 ? '1 backup code left' : `${left} backup codes left`;
}
