/** Renders passkeys on the security page: how many there are, and a link to their list. */
import { ButtonLink } from '#ui/button.tsx';
import { SecuritySection } from './security-section.tsx';

export function PasskeySection({ count }: { count: number }) {
  const many = count === 1 ? 'You have one passkey.' : `You have ${count} passkeys.`;
  return (
    <SecuritySection
      id="passkeys"
      title="Passkeys"
      intro="Sign in with your face, fingerprint or device PIN instead of a password. A fake site cannot trick you out of it."
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {count > 0 ? <p className="text-sm text-ink-soft">{many}</p> : null}
        <ButtonLink to="/security/passkeys" rank="secondary">
          {count > 0 ? 'Change passkeys' : 'Add a passkey'}
        </ButtonLink>
      </div>
    </SecuritySection>
  );
}
