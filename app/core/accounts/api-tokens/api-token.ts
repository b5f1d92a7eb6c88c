/** What tokens of the API may do, and what a new one needs. */

import { commonMessage } from '#kernel/problem.ts';
export const storeScopes = [
  'menu.read',
  'inventory.read',
  'inventory.write',
  'orders.read',
  'orders.write',
] as const;
export const ownScopes = ['menu.read', 'own-orders.read', 'own-orders.write'] as const;
export const apiScopes = [...new Set([...storeScopes, ...ownScopes])] as const;
export type ApiScope = (typeof storeScopes)[number] | (typeof ownScopes)[number];

/** On the forms of new tokens, and in the description of the API. */
export const scopeWords: Readonly<Record<ApiScope, string>> = {
  'menu.read': 'Read the menu, availability and pickup times',
  'inventory.read': 'Read lots and their units',
  'inventory.write': 'Change the units of a lot',
  'orders.read': 'Read orders, without names',
  'orders.write': 'Confirm, mark ready and cancel orders',
  'own-orders.read': 'Read your orders',
  'own-orders.write': 'Place and cancel your orders',
};

export const isApiScope = (text: string): text is ApiScope => Object.hasOwn(scopeWords, text);

/** The beginning of every secret; scanners of source code find leaked ones by it. */
export const SECRET_PREFIX = 'fg_live_';
/** `SECRET_PREFIX` and 32 random bytes in base64url. */
export const isSecret = (text: string): boolean => /^fg_live_[A-Za-z0-9_-]{43}$/.test(text);

/** Days after which a token can expire. */
export const tokenDays = [30, 90, 180, 365] as const;
/** The most tokens that one customer, or the store, can have. */
export const MOST_TOKENS = 20;

export type NewToken = { name: string; days: number; scopes: readonly ApiScope[] };

export type TokenProblem = { kind: 'not-allowed' } | { kind: 'confirm-first' } | { kind: 'too-many' };

export function tokenMessage(problem: TokenProblem): string {
  switch (problem.kind) {
    case 'too-many':
      return `There are ${MOST_TOKENS} tokens already. Revoke one first.`;
    default:
      return commonMessage(problem);
  }
}

/** What the form offers. */
export const tokenChoices = (scopes: readonly ApiScope[]) => ({
  scopes: scopes.map((scope) => ({ scope, words: scopeWords[scope] })),
  days: tokenDays,
});
