/** A rehearsal: what it needs, how long it lasts, and why it cannot start. Pure. */
import { CONFIRM_FIRST } from '#kernel/problem.ts';

/** Minutes after which a rehearsal ends by itself, unless that would undo other work than orders. */
export const REHEARSAL_MINUTES = 60;

export type RehearsalProblem =
  | { kind: 'not-allowed' }
  | { kind: 'confirm-first' }
  /** Visitors get the shop: what they do must not be undone. */
  | { kind: 'open' }
  /** There are orders of customers. */
  | { kind: 'has-orders' }
  | { kind: 'running' }
  | { kind: 'not-running' }
  /** Someone is working on what would be undone. */
  | { kind: 'busy' }
  /** The shop’s role in the database may not create a schema. */
  | { kind: 'no-right' };

export function rehearsalMessage({ kind }: RehearsalProblem): string {
  switch (kind) {
    case 'not-allowed':
      return 'Only admins can hold a rehearsal.';
    case 'confirm-first':
      return CONFIRM_FIRST;
    case 'open':
      return 'A rehearsal is possible only while the shop is closed to visitors.';
    case 'has-orders':
      return 'The shop has orders already. A rehearsal is possible only before the first one.';
    case 'running':
      return 'A rehearsal is running. End it first.';
    case 'not-running':
      return 'No rehearsal is running.';
    case 'no-right':
      return 'The database does not let the shop copy its rows. Ask the person who runs the server to grant its role CREATE on the database.';
    case 'busy':
      return 'Someone is saving something at this moment. Try again.';
  }
}

/** What staff prepare for the real shop, as the audit log names it: a rehearsal should undo none of it. */
export const PREPARED = [
  'product',
  'category',
  'lot',
  'setting',
  'user',
  'promotion',
  'count',
  'waste',
] as const;

/** Changes since a rehearsal started that are no part of it, by what they are about. */
export type OtherWork = readonly { subject: (typeof PREPARED)[number]; changes: number }[];

const preparedWords: Readonly<Record<OtherWork[number]['subject'], string>> = {
  product: 'products',
  category: 'categories',
  lot: 'lots',
  setting: 'settings',
  user: 'staff',
  promotion: 'promotions',
  count: 'counts',
  waste: 'waste',
};

/** '3 changes of products, 1 change of settings'; null if there are none. */
export function otherWorkWords(work: OtherWork): string | null {
  const parts = work.map(
    ({ subject, changes }) =>
      `${changes} ${changes === 1 ? 'change' : 'changes'} of ${preparedWords[subject]}`,
  );
  return parts.length === 0 ? null : parts.join(', ');
}

/** Whether it has lasted long enough to end by itself. */
export const isOver = (startedAt: Date, now: Date): boolean =>
  now.getTime() - startedAt.getTime() >= REHEARSAL_MINUTES * 60_000;
