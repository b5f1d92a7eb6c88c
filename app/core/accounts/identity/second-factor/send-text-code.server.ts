/** Sends and checks sign-in codes by text message: each works once, within minutes, where it was requested. */
import { timingSafeEqual } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { inTransaction, type Transaction } from '#db/client.ts';
import { textCodes } from '#db/schema/identity.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { TextCodeStatus } from '#kernel/statuses.ts';
import { enqueue } from '#platform/jobs.ts';
import { log } from '#platform/log.ts';
import { mailOrigin } from '#platform/outgoing/mail.ts';
import { handOverSms, SmsRefused, smsIsConfigured } from '#platform/outgoing/sms.ts';
import { decrypt, encrypt } from '#platform/secrets/secrets.ts';
import { addressOf } from '../sessions/client-address.server.ts';
import { countAttempt } from '../sessions/count-attempt.server.ts';
import { knownDevice } from '../sessions/known-device.server.ts';
import { textCodeLimits } from '../sessions/rate-limit.ts';
import { hashTextCode, newTextCode, type TextCodePlace, textCodeMessage } from './text-code.ts';
import { textCodeJob } from './text-code-job.ts';
import { RESEND_SECONDS, TEXT_CODE_MINUTES, type TextFactorProblem } from './text-factor.ts';
import { readSentTextCode } from './text-factor-queries.server.ts';

const CONTEXT = 'text-code';
const orderSchema = z.object({ id: z.uuid(), phone: z.string(), code: z.string(), until: z.number() });

/**
 * Sends a code that is valid only at `boundTo`; an earlier one there ends. Counts by account or known device, by
 * address and by phone, so that no one can flood a phone through us.
 */
export async function requestTextCode(
  request: Request,
  email: string,
  place: TextCodePlace,
  purpose: 'sign-in' | 'set-up',
): Promise<Result<null, TextFactorProblem>> {
  if (!smsIsConfigured()) return refuse({ kind: 'not-offered' });
  const { userId, phone, boundTo } = place;
  const before = await readSentTextCode(boundTo);
  if (before && before.resendIn > 0) return refuse({ kind: 'too-soon', seconds: before.resendIn });
  const seconds = await countCodeSent(request, email, phone, purpose);
  if (seconds > 0) return refuse({ kind: 'too-many-codes', seconds });
  const code = newTextCode();
  const id = newId<string>();
  const until = Date.now() + TEXT_CODE_MINUTES * 60_000;
  const fresh = {
    id,
    userId,
    phone,
    codeHash: hashTextCode(place, code),
    status: 'waiting' as const,
    expiresAt: new Date(until),
    createdAt: new Date(),
  };
  return inTransaction(async (tx) => {
    // Of two concurrent requests the second finds the first one's code, and sends none.
    const made = await tx
      .insert(textCodes)
      .values({ boundTo, ...fresh })
      .onConflictDoUpdate({
        target: textCodes.boundTo,
        set: fresh,
        setWhere: lt(textCodes.createdAt, sql`now() - make_interval(secs => ${RESEND_SECONDS})`),
      })
      .returning({ id: textCodes.id });
    if (made.length === 0) return refuse({ kind: 'too-soon', seconds: RESEND_SECONDS });
    const order = { id, phone, code, until } satisfies z.output<typeof orderSchema>;
    await enqueue(tx, textCodeJob, { encrypted: encrypt(JSON.stringify(order), CONTEXT) });
    return succeed(null);
  });
}

/** Seconds to wait; 0 when a code may be sent. */
async function countCodeSent(
  request: Request,
  email: string,
  phone: string,
  purpose: 'sign-in' | 'set-up',
): Promise<number> {
  const device = knownDevice(request.headers.get('cookie'), email, { secondFactor: true });
  return (
    (await countAttempt('text-code:address', addressOf(request), textCodeLimits.address)) ||
    (device === null
      ? await countAttempt('text-code:account', email, textCodeLimits.account)
      : await countAttempt('text-code:device', `${device} ${email}`, textCodeLimits.device)) ||
    // Anyone may name a phone they want to set up; that must not use up the limit its owner signs in with.
    (purpose === 'set-up'
      ? await countAttempt('text-code:set-up-phone', phone, textCodeLimits.setUpPhone)
      : await countAttempt('text-code:phone', phone, textCodeLimits.phone))
  );
}

/**
 * Passes a code to the gateway while it is valid, and records the result for the page that asks for the code.
 * @throws when the gateway does not accept it now.
 */
export async function sendTextCode(encrypted: string): Promise<void> {
  const { id, phone, code, until } = orderSchema.parse(JSON.parse(decrypt(encrypted, CONTEXT)));
  if (Date.now() > until || !smsIsConfigured() || !(await isWanted(id))) return;
  const { store } = await readSettings();
  try {
    await handOverSms({ id, to: phone, text: textCodeMessage(store.name, code, mailOrigin()) });
    await note(id, 'sent');
  } catch (error) {
    const isForGood = error instanceof SmsRefused && error.isForGood;
    await note(id, isForGood ? 'refused' : 'failed');
    if (!isForGood) throw error;
    log.warn({ reason: error.message }, 'a sign-in code was refused by the gateway for good');
  }
}

/** False when the code was used or replaced by a newer one. */
const isWanted = (id: string): Promise<boolean> =>
  inTransaction(async (tx) => {
    const rows = await tx.select({ id: textCodes.id }).from(textCodes).where(eq(textCodes.id, id));
    return rows.length > 0;
  });

const note = (id: string, status: TextCodeStatus): Promise<unknown> =>
  inTransaction((tx) => tx.update(textCodes).set({ status }).where(eq(textCodes.id, id)));

/**
 * Uses up a code and returns the phone it was sent to; null when it is wrong, expired or already used. Guesses are
 * counted by the caller (`countCode`).
 */
export async function takeTextCode(
  tx: Transaction,
  { userId, boundTo }: Omit<TextCodePlace, 'phone'>,
  code: string,
): Promise<string | null> {
  const [row] = await tx
    .select({ id: textCodes.id, phone: textCodes.phone, codeHash: textCodes.codeHash })
    .from(textCodes)
    .where(
      and(eq(textCodes.boundTo, boundTo), eq(textCodes.userId, userId), gt(textCodes.expiresAt, sql`now()`)),
    )
    .for('no key update');
  if (!row) return null;
  const given = Buffer.from(hashTextCode({ userId, phone: row.phone, boundTo }, code));
  const right = Buffer.from(row.codeHash);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  await tx.delete(textCodes).where(eq(textCodes.id, row.id));
  return row.phone;
}
