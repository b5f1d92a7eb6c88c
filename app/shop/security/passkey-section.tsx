/** Renders passkeys on the security page: how many there are, and a link to their list. */
import { ButtonLink } from '#ui/button.tsx';
import { SecuritySection } from './security-section.tsx';

export function PasskeySection({ count }: { count: number }) {
  return (
    <SecuritySection
      id="passkeys"
      title="Passkeys"
      intro={`Sign in with your face, fingerprint or device PIN instead of a password.${many(count)}`}
    >
      <ButtonLink to="/security/passkeys" rank="secondary">
        {count > 0 ? 'Change passkeys' : 'Add a passkey'}
      </ButtonLink>
    </SecuritySection>
  );
}

function many(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' You have one passkey.' : ` You have ${count} passkeys.`;
}
