/** Renders the security page: how a person signs in, then who can use the account. */
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/security.page';
import { ApiTokenSection } from './api-token-section.tsx';
import { AuthenticatorSection } from './authenticator-section.tsx';
import { SessionList } from './devices/session-list.tsx';
import { EmailSection } from './email-section.tsx';
import { PasskeySection } from './passkey-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PinSection } from './pin-section.tsx';
import { ProviderSection } from './provider-section.tsx';
import { SecurityGroup } from './security-section.tsx';

export function SecurityView(props: Route.ComponentProps['loaderData']) {
  return (
    <>
      <PageHead
        title="Security"
        intro="How you sign in, and where you are signed in. We email you whenever something here changes."
      />
      <SecurityGroup title="How you sign in">
        <EmailSection email={props.email} waiting={props.waitingEmail} />
        <PasswordSection hasPassword={props.ways.password} />
        <PasskeySection count={props.ways.passkeys} />
        <AuthenticatorSection authenticator={props.authenticator} text={props.text} />
        <ProviderSection links={props.providerLinks} />
        {props.pin === null ? null : <PinSection hasPin={props.pin} />}
      </SecurityGroup>
      <SecurityGroup title="Who can use your account">
        <SessionList sessions={props.sessions} />
        <ApiTokenSection />
      </SecurityGroup>
    </>
  );
}
