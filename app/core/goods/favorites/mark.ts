/**
 * Marks that people put on products: the heart, and 'Notify me' on sold-out ones. Pure: limits, messages, the cookie.
 */

import { commonMessage } from '#kernel/problem.ts';
import { defineCookie } from '#platform/requests/cookies.ts';

/** The buttons' actions. */
const markIntents = ['add', 'remove', 'notify', 'stop', 'forget'] as const;
export type MarkIntent = (typeof markIntents)[number];

/** No one looks through more; each is a row. */
export const MAXIMUM_FAVORITES = 500;
/** Products one person can wait for at a time. */
export const MAXIMUM_WAITING = 50;

/** The ids of products a person has marked. */
export type Marks = { favorites: number[]; waiting: number[] };

export type MarkProblem =
  | { kind: 'not-signed-in' }
  | { kind: 'banned' }
  | { kind: 'not-found' }
  | { kind: 'too-many'; most: number }
  /** The product is in stock. */
  | { kind: 'in-stock' };

export function markMessage(problem: MarkProblem): string {
  switch (problem.kind) {
    case 'not-signed-in':
      return 'Sign in to save it.';
    case 'banned':
      return 'Your account cannot be changed right now. Please call us.';
    case 'too-many':
      return `You have ${problem.most} already. Remove one first.`;
    case 'in-stock':
      return 'Good news: it is in stock.';
    default:
      return commonMessage(problem, 'Product');
  }
}

const done: Readonly<Record<MarkIntent, string>> = {
  add: 'Saved to your favorites.',
  remove: 'Removed from your favorites.',
  notify: 'We will notify you when it is back.',
  stop: 'Your alert is canceled.',
  forget: 'Removed.',
};

export const doneMessage = (intent: MarkIntent): string => done[intent];

export function readIntent(text: unknown): MarkIntent | null {
  return markIntents.find((intent) => intent === text) ?? null;
}

/** Stores the button a guest pressed until they have signed in. */
export const wantedCookie = defineCookie('wanted', { maxAge: 86_400, httpOnly: true });

/** The button a guest pressed, and on which page, while they sign in. */
export type WantedMark = { intent: MarkIntent; productId: number; back: string };

export function writeWanted({ intent, productId, back }: WantedMark): string {
  return encodeURIComponent(`${intent} ${productId} ${back}`);
}

/** Null for anything that `writeWanted` would not have written. Check `back` like any outside address. */
export function readWanted(text: string | null): WantedMark | null {
  const [, intent, id, back = ''] = /^(\w{1,10}) (\d{1,9}) (\/.{0,500})$/.exec(text ?? '') ?? [];
  const known = readIntent(intent);
  return known === null ? null : { intent: known, productId: Number(id), back };
}
