/**
 * Sign-in with an outside provider (OpenID Connect): what we know of a person there, what is refused, and the messages.
 */
import { underAgeMessage } from '#kernel/age.ts';
import { commonMessage } from '#kernel/problem.ts';
import { BANNED, NOT_OPEN, tooManyAttempts } from '../accounts/messages.ts';

/** A provider as people see it: 'Continue with {name}'. */
export type OfferedProvider = { id: string; name: string };

/** Who a person is at a provider. Issuer and subject are the identity; the rest is what the provider says about it. */
export type OutsideIdentity = {
  issuer: string;
  subject: string;
  /** In lowercase; null when missing or not an email. */
  email: string | null;
  /** Whether the provider has verified that the address is theirs. */
  isEmailVerified: boolean;
  name: string | null;
};

/** The identity's provider id in `accounts`: by its issuer, so that a provider may change its short name. */
export function accountProvider(issuer: string): string {
  return `oidc:${issuer}`;
}

export type ProviderProblem =
  /** The answer belongs to no sign-in that started in this browser in the last minutes. */
  | { kind: 'not-started' }
  /** The person, or the provider on their behalf, declined. */
  | { kind: 'declined' }
  /** The answer is not valid: a code used twice, a wrong nonce, a wrong audience, a broken signature. */
  | { kind: 'not-proved' }
  | { kind: 'unreachable' }
  /** An account has this address; an equal address is not enough to take it over. */
  | { kind: 'email-taken' }
  /** The provider has not verified that the address is theirs. */
  | { kind: 'email-not-verified' }
  /** The provider sent none, or one that accounts cannot have, such as 'josé@example.com' (RFC 6531). */
  | { kind: 'email-not-usable' }
  /** Accounts cannot be created while the shop is closed; existing ones sign in. */
  | { kind: 'not-open' }
  | { kind: 'banned' }
  | { kind: 'under-age'; minimum: number }
  | { kind: 'too-many-attempts'; seconds: number }
  | { kind: 'busy' };

/** @param provider the provider's name. */
export function providerMessage(problem: ProviderProblem, provider: string): string {
  switch (problem.kind) {
    case 'not-started':
      return `That sign-in with ${provider} has expired or was started in another browser. Please start again.`;
    case 'declined':
      return `You did not continue with ${provider}. Nothing has changed.`;
    case 'not-proved':
      return `${provider} could not confirm who you are. Please start again.`;
    case 'unreachable':
      return `${provider} is not responding right now. Try again in a moment, or use your email and password.`;
    case 'email-taken':
      return `There is already an account with your email. Sign in with your password, then link ${provider} under Security.`;
    case 'email-not-verified':
      return `${provider} has not confirmed your email. Create an account with email and password, then link ${provider} under Security.`;
    case 'email-not-usable':
      return `${provider} did not send us an email address that works here. Create an account with another email and a password, then link ${provider} under Security.`;
    case 'not-open':
      return NOT_OPEN;
    case 'banned':
      return BANNED;
    case 'under-age':
      return underAgeMessage(problem.minimum);
    case 'too-many-attempts':
      return tooManyAttempts(problem.seconds);
    default:
      return commonMessage(problem);
  }
}
