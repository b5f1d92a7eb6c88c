/** Outside identities linked to an account: what the page shows, what is refused, and the messages. */
import { assertNever } from '#kernel/result.ts';

export type LinkedProvider = {
  /** The link's id. */
  id: string;
  name: string;
  /** Whether it still works for signing in: the settings may no longer include the provider. */
  isOffered: boolean;
};

export type LinkProblem =
  | { kind: 'of-another-account' }
  | { kind: 'another-linked' }
  | { kind: 'sign-in-too-old' };

export type UnlinkProblem = { kind: 'not-found' } | { kind: 'last-way-in' } | { kind: 'sign-in-too-old' };

const TOO_OLD = 'It has been a while since you signed in. Confirm it’s you and try again.';

/** @param provider the provider's name. */
export function linkMessage(problem: LinkProblem, provider: string): string {
  switch (problem.kind) {
    case 'of-another-account':
      return `This ${provider} sign-in belongs to another account here.`;
    case 'another-linked':
      return `Another ${provider} sign-in is already linked. Remove it first.`;
    case 'sign-in-too-old':
      return TOO_OLD;
    default:
      return assertNever(problem);
  }
}

export function unlinkMessage(problem: UnlinkProblem): string {
  switch (problem.kind) {
    case 'not-found':
      return 'Sign-in not found.';
    case 'last-way-in':
      return 'This is the only way into your account. Choose a password or add a passkey first.';
    case 'sign-in-too-old':
      return TOO_OLD;
    default:
      return assertNever(problem);
  }
}

/** @param provider the provider's name. */
export const PROVIDER_LINKED = (provider: string) => `You can now sign in with ${provider}.`;
export const PROVIDER_UNLINKED = (provider: string) => `You can no longer sign in with ${provider}.`;
