/** Records a person's consent to text messages at a number, and sends a code there that shows whose phone it is. */
import { randomInt } from 'node:crypto';
import { and, count, eq, gt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { lockAdvisoryOf } from '#db/advisory-locks.ts';
import { database, inTransaction } from '#db/client.ts';
import { smsConsents, smsNumbers } from '#db/schema/notifications.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { enqueue } from '#platform/jobs.ts';
import { log } from '#platform/log.ts';
import { handOverSms, SmsRefused, smsIsConfigured } from '#platform/outgoing/sms.ts';
import { decrypt, encrypt, keyedHash } from '#platform/secrets/secrets.ts';
import { smsCodeJob } from './delivery-jobs.ts';
import { quietName } from './short-words.ts';
import { CODE_MINUTES, CODES_AN_HOUR, codeText, consentWords, type SmsProblem } from './sms-number.ts';

const CONTEXT = 'sms-code';

const orderSchema = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  phone: z.string(),
  code: z.string(),
  until: z.number(),
});

/**
 * The number replaces an earlier one. Refused: more than a few codes an hour, for the person or for the number, so that
 * no one can flood a phone through us.
 * @param phone as `phoneNumber` returns it.
 */
export async function requestSmsCode(actor: Actor, phone: string): Promise<Result<null, SmsProblem>> {
  if (actor.kind === 'guest' || actor.isBanned) return refuse({ kind: 'signed-out' });
  if (!smsIsConfigured()) return refuse({ kind: 'not-offered' });
  const { userId } = actor;
  const words = consentWords((await readSettings()).store.name);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  return inTransaction(async (tx) => {
    // One at a time per person and per number, so that concurrent requests are all counted.
    await lockAdvisoryOf(tx, 'smsNumber', phone);
    await lockAdvisoryOf(tx, 'smsPerson', userId);
    const [recent] = await tx
      .select({
        ofPerson: count(sql`case when ${smsConsents.userId} = ${userId} then 1 end`),
        ofNumber: count(sql`case when ${smsConsents.phone} = ${phone} then 1 end`),
      })
      .from(smsConsents)
      .where(
        and(
          smsConsents.given,
          gt(smsConsents.createdAt, sql`now() - interval '1 hour'`),
          or(eq(smsConsents.userId, userId), eq(smsConsents.phone, phone)),
        ),
      );
    if (Math.max(recent?.ofPerson ?? 0, recent?.ofNumber ?? 0) >= CODES_AN_HOUR)
      return refuse({ kind: 'too-many-codes' });
    await tx.insert(smsConsents).values({ id: newId(), userId, phone, given: true, words });
    const until = Date.now() + CODE_MINUTES * 60_000;
    const waiting = {
      phone,
      verifiedAt: null,
      codeHash: hashOf(userId, phone, code),
      codeExpiresAt: new Date(until),
      codeTries: 0,
    };
    await tx
      .insert(smsNumbers)
      .values({ userId, ...waiting })
      .onConflictDoUpdate({ target: smsNumbers.userId, set: waiting });
    const order = { id: newId<string>(), userId, phone, code, until } satisfies z.output<typeof orderSchema>;
    await enqueue(tx, smsCodeJob, { encrypted: encrypt(JSON.stringify(order), CONTEXT) });
    return succeed(null);
  });
}

/** The stored form of a code. */
export function hashOf(userId: string, phone: string, code: string): string {
  return keyedHash(`${userId} ${phone} ${code}`, 'sms-code');
}

/** Sends a code while it is valid. @throws when the gateway does not accept it now. */
export async function sendSmsCode(encrypted: string): Promise<void> {
  const { id, userId, phone, code, until } = orderSchema.parse(JSON.parse(decrypt(encrypted, CONTEXT)));
  if (Date.now() > until || !smsIsConfigured()) return;
  // Another code may have replaced it, and the person may have stopped text messages or deleted the account.
  const [waiting] = await database()
    .select({ userId: smsNumbers.userId })
    .from(smsNumbers)
    .where(and(eq(smsNumbers.userId, userId), eq(smsNumbers.codeHash, hashOf(userId, phone, code))));
  if (!waiting) return;
  const { store } = await readSettings();
  try {
    await handOverSms({ id, to: phone, text: codeText(quietName(store.name), code) });
  } catch (error) {
    if (!(error instanceof SmsRefused && error.isForGood)) throw error;
    log.warn({ reason: error.message }, 'a code was refused by the gateway for good');
  }
}
