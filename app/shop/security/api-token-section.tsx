/** Renders the section that leads to the person's API tokens. */
import { ButtonLink } from '#ui/button.tsx';
import { SecuritySection } from './security-section.tsx';

export function ApiTokenSection() {
  return (
    <SecuritySection
      id="api-tokens"
      title="API tokens"
      intro="With a token a program can read your orders or place them for you."
    >
      <ButtonLink to="/security/api-tokens" rank="secondary">
        Change API tokens
      </ButtonLink>
    </SecuritySection>
  );
}
