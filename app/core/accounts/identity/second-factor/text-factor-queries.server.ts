/** Reads whether an account's sign-in asks for a code by text message, and what became of a sent code. */
import { and, count, eq, gt, sql } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { backupCodes, textCodes, textFactors } from '#db/schema/identity.ts';
import type { TextCodeStatus } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { smsIsConfigured } from '#platform/outgoing/sms.ts';
import { RESEND_SECONDS } from './text-factor.ts';

/** The phone; null while it is off. */
export async function readTextPhone(userId: string): Promise<string | null> {
  const [row] = await database()
    .select({ phone: textFactors.phone })
    .from(textFactors)
    .where(eq(textFactors.userId, userId));
  return row?.phone ?? null;
}

export type TextFactorState = { phone: string; since: string; backupCodesLeft: number };

export type TextFactorOffer = {
  /** Whether a gateway is configured to send codes. */
  isOffered: boolean;
  /** Null while it is off. */
  on: TextFactorState | null;
};

export async function readTextFactor({ userId }: SignedIn, zone: string): Promise<TextFactorOffer> {
  const isOffered = smsIsConfigured();
  const [row] = await database().select().from(textFactors).where(eq(textFactors.userId, userId));
  if (!row) return { isOffered, on: null };
  const [left] = await database()
    .select({ count: count() })
    .from(backupCodes)
    .where(eq(backupCodes.userId, userId));
  const since = formatDateTime(instantOf(row.createdAt), zone);
  return { isOffered, on: { phone: row.phone, since, backupCodesLeft: left?.count ?? 0 } };
}

/** A code that can be entered; `resendIn`: seconds until the person can request another. */
export type SentTextCode = { phone: string; status: TextCodeStatus; resendIn: number };

/** @param boundTo the waiting sign-in or the session; returns null when no code can be entered there. */
export async function readSentTextCode(boundTo: string): Promise<SentTextCode | null> {
  const [row] = await database()
    .select({
      phone: textCodes.phone,
      status: textCodes.status,
      resendIn: sql<number>`greatest(0, ceil(${RESEND_SECONDS} - extract(epoch from now() - ${textCodes.createdAt})))::int`,
    })
    .from(textCodes)
    .where(and(eq(textCodes.boundTo, boundTo), gt(textCodes.expiresAt, sql`now()`)));
  return row ?? null;
}
