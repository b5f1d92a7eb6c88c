/** Renders the password section: a separate page changes it and asks for the current one. */
import { ButtonLink } from '#ui/button.tsx';
import { SecuritySection } from './security-section.tsx';

export function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  return (
    <SecuritySection
      id="password"
      title="Password"
      intro={
        hasPassword
          ? 'Changing it signs out every other device.'
          : 'Your account has no password. Set one to sign in with your email as well.'
      }
    >
      <ButtonLink to="/security/password" rank="secondary">
        {hasPassword ? 'Change password' : 'Set a password'}
      </ButtonLink>
    </SecuritySection>
  );
}
