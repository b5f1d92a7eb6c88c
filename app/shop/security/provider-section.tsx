/** Renders the security page's section about outside providers; hidden if none is offered or linked. */
import { ButtonLink } from '#ui/button.tsx';
import type { ProviderLinks } from './linked-providers-queries.server.ts';
import { SecuritySection } from './security-section.tsx';

export function ProviderSection({ links: { linked, offered } }: { links: ProviderLinks }) {
  if (linked.length === 0 && offered.length === 0) return null;
  const names = linked.map(({ name }) => name).join(', ');
  return (
    <SecuritySection
      id="providers"
      title="Sign-in with other providers"
      intro={names === '' ? 'No providers are linked to your account.' : `Linked to your account: ${names}.`}
    >
      <ButtonLink to="/security/providers" rank="secondary">
        {names === '' ? 'Link a provider' : 'Change'}
      </ButtonLink>
    </SecuritySection>
  );
}
