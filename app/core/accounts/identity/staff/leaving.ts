/** A member of staff leaves: what they hold, where it goes, and what is refused. Pure. */
import { type Common, commonMessage } from '#kernel/problem.ts';
import { LAST_ADMIN } from './role-change.ts';

/** What names a person at work while it is open, in the order of the page. */
const heldKinds = [
  'drawer',
  'charge',
  'packing',
  'count',
  'tablet',
  'token',
  'webhook',
  'view',
  'invitation',
] as const;
export type HeldKind = (typeof heldKinds)[number];

/** One thing that a person holds: 'Drawer 12', 'ORD042', 'Front register'. */
export type Held = { kind: HeldKind; id: string; name: string };

/** What the admin decides about it. `drawerTo` and `chargeTo` are accounts; null for no one. */
export type LeavingChoices = {
  drawerTo: string | null;
  chargeTo: string | null;
  /** The person knows the secret of a token, so it ends unless someone says otherwise. */
  tokens: 'revoke' | 'transfer';
  webhooks: 'transfer' | 'turn-off';
};

export type LeavingInput = LeavingChoices & { userId: string };

export type LeavingProblem =
  | Common<'not-allowed' | 'confirm-first' | 'not-found' | 'busy'>
  | { kind: 'own' }
  /** The person does not work here, or no longer. */
  | { kind: 'not-here' }
  | { kind: 'last-admin' }
  /** Their drawer is open, and no one is chosen for it. */
  | { kind: 'drawer-open'; number: number }
  | { kind: 'next-not-found' };

/** Says why; every refusal leaves everything as it was. */
export function leavingMessage(problem: LeavingProblem): string {
  switch (problem.kind) {
    case 'own':
      return 'Another admin must end your work here.';
    case 'not-here':
      return 'This person no longer works here.';
    case 'last-admin':
      return LAST_ADMIN;
    case 'drawer-open':
      return `Drawer ${problem.number} is open in their name. Choose a person for it, or count and close it first.`;
    case 'next-not-found':
      return 'This person cannot have the drawer. Choose someone else.';
    default:
      return commonMessage(problem, 'User');
  }
}

/** The field of the form that the message is about. */
export const fieldOfLeaving = ({ kind }: LeavingProblem): string | undefined =>
  kind === 'drawer-open' || kind === 'next-not-found' ? 'drawerTo' : undefined;
