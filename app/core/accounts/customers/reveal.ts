/**
 * Fields the back office masks, and shows whole only on request, on record (docs/law.md, Privacy). A phone number is
 * whole where the job is to call: on a customer's page (`reveal-customer.server.ts`) and on the lists of a recall and a
 * closure, a page at a time. All other pages mask it. A file that an admin exports has it, and the export is on record.
 */
import type { Permission } from '#core/ground/access/actor.ts';

/** The fields that can be revealed, and the permission each needs. */
export const reveals = {
  licenseId: { label: 'License ID', needs: 'age.decide' },
  birthDate: { label: 'Birth date', needs: 'age.decide' },
  phone: { label: 'Phone', needs: 'customers.read' },
  address: { label: 'Address', needs: 'customers.read' },
} as const satisfies Readonly<Record<string, { label: string; needs: Permission }>>;

export type Revealed = keyof typeof reveals;

export const isRevealable = (what: unknown): what is Revealed =>
  typeof what === 'string' && Object.hasOwn(reveals, what);

/** '•••42': the last two characters; nothing at all of a short value. */
export function masked(value: string | null): string | null {
  if (value === null) return null;
  return value.length < 6 ? '•••' : `•••${value.slice(-2)}`;
}

/** The last four of a license ID, '••••1234'. */
export const maskedLicense = (last4: string | null): string | null =>
  last4 === null ? null : `••••${last4}`;
