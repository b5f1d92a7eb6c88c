/** Shows one whole field of a customer, and records who looked. */
import { eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { formatDate, parseDate } from '#kernel/time.ts';
import { decryptLicense } from './encrypt-license.server.ts';
import { type Revealed, reveals } from './reveal.ts';

/**
 * The formatted field; null for people who may not see it, and when nothing is on file. The record commits before the
 * value is shown. Refused: an old sign-in.
 */
export function revealCustomer(
  actor: Actor,
  userId: string,
  what: Revealed,
): Promise<Result<string | null, { kind: 'confirm-first' }>> {
  const asStaff = recentStaffTransaction(
    actor,
    reveals[what].needs,
    succeed(null),
    refuse({ kind: 'confirm-first' }),
  );
  return asStaff<Result<string | null, { kind: 'confirm-first' }>>(async (tx, staff) => {
    if (!isUuid(userId)) return succeed(null);
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
    if (stored === null) return succeed(null);
    await recordAudit(tx, staff, {
      action: 'customer.revealed',
      subject: 'customer',
      subjectId: userId,
      after: { field: reveals[what].label },
    });
    return succeed(readable(what, stored, userId));
  });
}

function readable(what: Revealed, stored: string, userId: string): string {
  if (what === 'licenseId') return decryptLicense(stored, userId);
  const date = what === 'birthDate' ? parseDate(stored) : null;
  return date ? formatDate(date) : stored;
}
