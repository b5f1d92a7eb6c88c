/** Sends a promotion, stops one that is being sent, or mails a test to the admin. */
import { eq, sql } from 'drizzle-orm';
import { countAttempt } from '#core/accounts/identity/sessions/count-attempt.server.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { holdSession } from '#core/ground/access/hold-session.server.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { queueMail } from '#core/ground/mail/queue-mail.server.ts';
import { unsubscribeUrl } from '#core/ground/notifications/unsubscribe-link.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { promotions } from '#db/schema/promotions.ts';
import { isUuid, newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { formatDate, parseDate } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { countAudience } from './audience-queries.server.ts';
import { writePromotion } from './emails/write-promotion.server.tsx';
import { type PromotionProblem, promotionWarnings, warningsKey } from './promotion.ts';
import { leadsSomewhere, onDraft, wordsOf } from './save-promotion.server.ts';
import { countDeliveries } from './tell-promotion.server.ts';

/** Tests per person; each is a mail. */
const TESTS = { max: 10, windowSeconds: 600 };

/**
 * Returns how many people it goes to. Refused: one that is not a draft, has changed since it was viewed, has an expired
 * offer or a broken link, or has no recipients; warnings that were not accepted word for word; and an old sign-in.
 */
export async function sendPromotion(
  actor: Actor,
  id: string,
  { version, accepted }: { version: number; accepted: string },
): Promise<Result<number, PromotionProblem>> {
  const { publishing, opening } = await readSettings();
  const { today } = await storeClock();
  const { people } = await countAudience();
  return onDraft<number>(actor, id, async (tx, signedIn, stored) => {
    const admin = await holdSession(tx, signedIn, { recent: true });
    if (!admin) return refuse({ kind: 'not-recent' });
    if (!opening.isOpen) return refuse({ kind: 'shop-closed' });
    if (stored.version !== version) return refuse({ kind: 'stale' });
    const words = wordsOf(stored);
    const until = words.offer && parseDate(words.offer.until);
    if (until && until.toString() < today.toString())
      return refuse({ kind: 'over', until: formatDate(until) });
    if (!(await leadsSomewhere(tx, words.path))) return refuse({ kind: 'dead-link' });
    const warnings = promotionWarnings(words, publishing.flaggedWords);
    if (warnings.length > 0 && accepted !== warningsKey(warnings))
      return refuse({ kind: 'warned', warnings });
    if (people === 0) return refuse({ kind: 'no-recipients' });
    const eventId = await recordEvent(tx, { kind: 'promotion', promotionId: id }, admin.userId);
    await tx
      .update(promotions)
      .set({
        status: 'sending',
        eventId,
        startedAt: sql`now()`,
        sentBy: admin.userId,
        sentByName: admin.name,
      })
      .where(eq(promotions.id, id));
    await recordAudit(tx, admin, {
      action: 'promotion.sent',
      subject: 'promotion',
      subjectId: id,
      before: { status: 'draft' },
      after: { status: 'sending', people, ...(warnings.length > 0 ? { acceptedWarnings: warnings } : {}) },
    });
    return succeed(people);
  });
}

/** No one else gets it; messages already sent stay sent. */
export async function stopPromotion(actor: Actor, id: string): Promise<Result<null, PromotionProblem>> {
  const asStaff = staffTransaction(actor, 'promotions.send', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<null, PromotionProblem>>(async (tx, actor) => {
    if (!isUuid(id)) return refuse({ kind: 'not-found' });
    const [stored] = await tx.select().from(promotions).where(eq(promotions.id, id)).for('no key update');
    if (!stored || stored.status === 'draft') return refuse({ kind: 'not-found' });
    if (stored.status !== 'sending') return refuse({ kind: 'not-sending' });
    await tx
      .update(promotions)
      .set({
        status: 'stopped',
        endedAt: sql`now()`,
        counts: stored.eventId ? await countDeliveries(tx, stored.eventId) : {},
      })
      .where(eq(promotions.id, id));
    await recordAudit(tx, actor, {
      action: 'promotion.stopped',
      subject: 'promotion',
      subjectId: id,
      before: { status: 'sending' },
      after: { status: 'stopped' },
    });
    await announce(tx, 'promotions');
    return succeed(null);
  });
}

/** Mails the draft to the actor, marked as a test, whatever their preferences. Returns their address. */
export async function sendTest(actor: Actor, id: string): Promise<Result<string, PromotionProblem>> {
  if (actor.kind === 'user') {
    const seconds = await countAttempt('promotion-test', actor.userId, TESTS);
    if (seconds > 0) return refuse({ kind: 'too-many', seconds });
  }
  return onDraft(actor, id, async (tx, admin, stored) => {
    const { subject, mail } = await writePromotion(wordsOf(stored), await readSettings());
    const ending = unsubscribeUrl({ userId: admin.userId, choice: 'promotion' });
    await queueMail(tx, {
      dedupeKey: `promotion-test:${newId<string>()}`,
      recipient: admin.email,
      accountId: admin.userId,
      subject: `Test: ${subject}`,
      ...mail(ending),
      unsubscribeUrl: ending,
    });
    await recordAudit(tx, admin, { action: 'promotion.tested', subject: 'promotion', subjectId: id });
    return succeed(admin.email);
  });
}
