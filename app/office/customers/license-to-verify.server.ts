/** Loads what the panel shows before a license is verified. Showing the number and the birth date is recorded. */

import { revealCustomer } from '#core/accounts/customers/reveal-customer.server.ts';
import { requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readCustomer } from './customer-queries.server.ts';

export type LicenseToVerify = {
  id: string;
  name: string;
  number: string | null;
  state: string | null;
  birthDate: string | null;
  age: number | null;
  /** The id of the license photo. */
  photo: string | null;
};

/**
 * Null where there is nothing to verify: another person was faster, or the address is made up. An old sign-in is asked
 * again first, and leads back to the panel.
 */
export async function readLicenseToVerify(
  actor: SignedIn,
  userId: string,
  request: Request,
): Promise<LicenseToVerify | null> {
  const customer = await readCustomer(actor, userId);
  if (!customer?.canVerifyLicense || customer.id === actor.userId) return null;
  await requireRecentSignIn(actor, request);
  const [number, birthDate] = await Promise.all([
    revealCustomer(actor, userId, 'licenseId'),
    revealCustomer(actor, userId, 'birthDate'),
  ]);
  const { id, name, licenseState: state, age, photos } = customer;
  return {
    id,
    name,
    state,
    age,
    number: number.ok ? number.value : null,
    birthDate: birthDate.ok ? birthDate.value : null,
    photo: photos.license ?? null,
  };
}
