/** Checks the code sent to a phone, and from then on sends text messages there; also stops them. */
import { timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { inTransaction } from '#db/client.ts';
import { smsConsents, smsNumbers } from '#db/schema/notifications.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { hashOf } from './request-sms-code.server.ts';
import { CODE_TRIES, type SmsProblem } from './sms-number.ts';

/** Refused: a wrong, expired or used code, and more than a few tries. */
export async function confirmSmsCode(actor: Actor, code: string): Promise<Result<null, SmsProblem>> {
  if (actor.kind === 'guest' || actor.isBanned) return refuse({ kind: 'signed-out' });
  const own = eq(smsNumbers.userId, actor.userId);
  return inTransaction(async (tx) => {
    const [row] = await tx.select().from(smsNumbers).where(own).for('no key update');
    if (!row?.codeHash || !row.codeExpiresAt || row.codeExpiresAt.getTime() < Date.now())
      return refuse({ kind: 'no-code' });
    if (row.codeTries >= CODE_TRIES) return refuse({ kind: 'wrong-code', triesLeft: 0 });
    const [given, right] = [hashOf(actor.userId, row.phone, code), row.codeHash].map((hash) =>
      Buffer.from(hash),
    );
    if (!given || !right || given.length !== right.length || !timingSafeEqual(given, right)) {
      await tx
        .update(smsNumbers)
        .set({ codeTries: row.codeTries + 1 })
        .where(own);
      return refuse({ kind: 'wrong-code', triesLeft: CODE_TRIES - row.codeTries - 1 });
    }
    await tx
      .update(smsNumbers)
      .set({ verifiedAt: new Date(), codeHash: null, codeExpiresAt: null })
      .where(own);
    return succeed(null);
  });
}

/** Stops text messages, and records that the person did. Does nothing if there are none. */
export async function stopSms(actor: Actor): Promise<void> {
  if (actor.kind === 'guest') return;
  const { userId } = actor;
  await inTransaction(async (tx) => {
    const [gone] = await tx.delete(smsNumbers).where(eq(smsNumbers.userId, userId)).returning();
    if (!gone) return;
    const words = 'Turned off on the page of notification preferences.';
    await tx.insert(smsConsents).values({ id: newId(), userId, phone: gone.phone, given: false, words });
  });
}
