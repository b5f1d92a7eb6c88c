/** Loads a person's own phone number for text messages. */
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { smsNumbers } from '#db/schema/notifications.ts';
import { smsIsConfigured } from '#platform/outgoing/sms.ts';

/**
 * `none`: no phone. `waiting`: a code was sent and can be entered, or has expired. `on`: messages go to the number.
 * null if the shop offers no text messages, or this person may not get any.
 */
export type SmsState =
  | { kind: 'none' }
  | { kind: 'waiting'; phone: string; isOpen: boolean }
  | { kind: 'on'; phone: string };

export async function readSmsState(actor: Actor): Promise<SmsState | null> {
  if (actor.kind === 'guest' || actor.isBanned || !smsIsConfigured()) return null;
  const [row] = await database()
    .select({
      phone: smsNumbers.phone,
      verifiedAt: smsNumbers.verifiedAt,
      isOpen: sql<boolean>`coalesce(${smsNumbers.codeExpiresAt} > now(), false)`,
    })
    .from(smsNumbers)
    .where(eq(smsNumbers.userId, actor.userId));
  if (!row) return { kind: 'none' };
  const { phone, verifiedAt, isOpen } = row;
  return verifiedAt ? { kind: 'on', phone } : { kind: 'waiting', phone, isOpen };
}
