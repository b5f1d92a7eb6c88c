/** The link in a closure's message: the number is that of the customer in `closure_people`. */
import { numberedLink } from '#platform/secrets/numbered-link.ts';

const link = numberedLink('closure');

/** The path of one customer's page. */
export const closurePath = (number: number): string => `/new-time/${link.token(number)}`;

export const closureToken = link.token;

/** The number of the customer; null for a token we did not sign. */
export const readClosureToken = link.read;
