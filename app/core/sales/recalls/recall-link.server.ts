/** The link in a recall's message: the number is that of the person in `recall_people`. */
import { numberedLink } from '#platform/secrets/numbered-link.ts';

const link = numberedLink('recall');

/** The path of one person's page. */
export const recallPath = (number: number): string => `/recall/${link.token(number)}`;

export const recallToken = link.token;

/** The number of the person; null for a token we did not sign. */
export const readRecallToken = link.read;
