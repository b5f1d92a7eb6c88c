/** Shows one field of a customer whole, and writes down who looked. */
import { eq } from 'drizzle-orm';
import { inTransaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { type Actor, may } from '#features/access/actor.ts';
import { recordAudit } from '#features/audit/record-audit.server.ts';
import { isUuid } from '#kernel/ids.ts';
import { formatDate, parseDate } from '#kernel/time.ts';
import { decryptLicense } from './encrypt-license.server.ts';
import { type Revealed, reveals } from './reveal.ts';

/**
 * The field as people read it; null for who may not see it, as for what is not on file. That it was looked at
 * commits before it is shown.
 */
export async function revealCustomer(actor: Actor, userId: string, what: Revealed): Promise<string | null> {
  if (actor.kind !== 'user' || !may(actor, reveals[what].needs) || !isUuid(userId)) return null;
  return inTransaction(async (tx) => {
    const [profile] = await tx
      .select({
        licenseId: customerProfiles.licenseIdEncrypted,
        birthDate: customerProfiles.birthDate,
        phone: customerProfiles.phone,
        address: customerProfiles.address,
      })
      .from(customerProfiles)
      .where(eq(customerProfiles.userId, userId));
    const stored = profile?.[what] ?? null;
    if (stored === null) return null;
    await recordAudit(tx, actor, {
      action: 'customer.revealed',
      subject: 'customer',
      subjectId: userId,
      after: { field: reveals[what].label },
    });
    return readable(what, stored, userId);
  });
}

function readable(what: Revealed, stored: string, userId: string): string {
  if (what === 'licenseId') return decryptLicense(stored, userId);
  const date = what === 'birthDate' ? parseDate(stored) : null;
  return date ? formatDate(date) : stored;
}
