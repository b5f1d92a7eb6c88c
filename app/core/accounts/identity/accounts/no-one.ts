/** The hosts of addresses that can never exist (RFC 2606), of accounts that belong to no one. */
export const DELETED_HOST = 'deleted.invalid';
/** Of the accounts behind walk-ins at the counter. */
export const WALK_IN_HOST = 'walk-in.invalid';

/** The address, or null for an account that belongs to no one: no mail can reach it. */
export const realAddress = (email: string): string | null =>
  [DELETED_HOST, WALK_IN_HOST].some((host) => email.endsWith(`@${host}`)) ? null : email;
