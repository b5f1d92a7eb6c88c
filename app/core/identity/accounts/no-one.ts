/** The hosts of addresses that can never exist (RFC 2606), of accounts that belong to no one. */
export const DELETED_HOST = 'deleted.invalid';
/** Of the accounts behind walk-ins at the counter. */
export const WALK_IN_HOST = 'walk-in.invalid';
