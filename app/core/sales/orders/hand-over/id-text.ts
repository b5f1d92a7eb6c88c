/** Reads the number of an ID as a text that is the same however it was typed. */
import { normalizeLicenseId } from '#core/accounts/customers/license.ts';
import { issuerName, UNITED_STATES } from '../id-card/issuers.ts';

/** Shorter than any ID's number. */
const SHORTEST_NUMBER = 4;

/** How people write the country of most passports here. */
const isUnitedStates = (typed: string): boolean =>
  /^(?:the )?(?:us|usa|united states(?: of america)?)$/.test(typed);

/**
 * The text of an ID that its keyed hash is made from: the same for a license and a state ID of one number, for 'NY',
 * 'N.Y.' and 'New York', and however the number is spaced. null without a number.
 */
export function idText({ issuer, number }: { issuer: string; number: string }): string | null {
  const plain = normalizeLicenseId(number);
  if (plain.replaceAll('*', '').length < SHORTEST_NUMBER) return null;
  const typed = issuer.replaceAll('.', '').trim().replaceAll(/\s+/g, ' ').toLowerCase();
  const name = isUnitedStates(typed) ? UNITED_STATES : issuerName(typed.toUpperCase()) || typed;
  return `${name.toLowerCase()} ${plain}`;
}
