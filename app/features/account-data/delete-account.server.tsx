/** Deletes the account of the person who asks. What the law wants kept stays without them (docs/law.md, Privacy). */
import { eq } from 'drizzle-orm';
import { database, inTransaction } from '#db/client.ts';
import { users } from '#db/schema/identity.ts';
import type { SignedIn } from '#features/access/actor.ts';
import { recordAudit } from '#features/audit/record-audit.server.ts';
import { letPhotosGo, makeClosedProfile } from '#features/customers/forget-customer.server.ts';
import { lockCustomer } from '#features/customers/lock-customer.server.ts';
import { removeFiles } from '#features/customers/remove-photos.server.ts';
import { forgetPerson, makeNobody, worksHere } from '#features/identity/forget-person.server.ts';
import { holdSession } from '#features/identity/hold-session.server.ts';
import { isRecentlyConfirmed } from '#features/identity/recent-sign-in-queries.server.ts';
import { forgetMailTo } from '#features/mail/forget-mail.server.ts';
import { queueMail } from '#features/mail/queue-mail.server.ts';
import { mailFrame, renderMail } from '#features/mail/render-mail.server.ts';
import { hasRecords, moveRecords, readOpenMatters } from '#features/orders/keep-records-of-deleted.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { databaseErrorCode } from '#platform/database-error.ts';
import { announce } from '#platform/live/announce.ts';
import type { DeleteAccountProblem } from './delete-account.ts';
import { AccountDeleted } from './emails/account-deleted.tsx';

const FOREIGN_KEY_VIOLATION = '23503';

/**
 * All of it in one transaction: profile, license number, photos, sessions, ways to sign in, preferences, favorites,
 * history and mail go; orders and reservations move to an account that nobody has. Ledger, audit trail and events stay
 * as they are: they hold ids and, of customers, no names. The address is free from then on, and gets one last mail.
 */
export async function deleteAccount(actor: SignedIn): Promise<Result<null, DeleteAccountProblem>> {
  const { userId, email, name } = actor;
  if (!(await isRecentlyConfirmed(actor))) return refuse({ kind: 'sign-in-too-old' });
  const frame = mailFrame(await readSettings(), false);
  const goodbye = await renderMail(<AccountDeleted frame={frame} name={name} />);
  const outcome = await inTransaction<Result<string[], DeleteAccountProblem>>(async (tx) => {
    await lockCustomer(tx, actor);
    if (!(await holdSession(tx, actor, { recent: true }))) return refuse({ kind: 'sign-in-too-old' });
    if (await worksHere(tx, userId)) return refuse({ kind: 'works-here' });
    const open = await readOpenMatters(userId, tx);
    if (open.orders.length + open.reservations > 0) return refuse({ kind: 'open-orders', ...open });

    if (await hasRecords(tx, userId)) {
      const nobody = await makeNobody(tx);
      await makeClosedProfile(tx, { userId: nobody.userId, name: nobody.name, of: userId });
      await moveRecords(tx, userId, nobody);
    }
    const photos = await letPhotosGo(tx, userId);
    await forgetMailTo(tx, actor);
    await forgetPerson(tx, { userId, email });
    await queueMail(tx, {
      dedupeKey: `account-deleted:${userId}`,
      recipient: email,
      subject: 'Your account is deleted',
      isLast: true,
      ...goodbye,
    });
    // By the shop and about an id: the trail is kept, and a name in it would be too.
    await recordAudit(tx, null, { action: 'account.deleted', subject: 'customer', subjectId: userId });
    await announce(tx, `user:${userId}`);
    return succeed(photos);
  }).catch(async (error: unknown) => {
    // Pressed twice: the other press was first, and there is nothing left to lock.
    if (databaseErrorCode(error) === FOREIGN_KEY_VIOLATION && !(await isThere(userId))) return succeed([]);
    throw error;
  });
  if (!outcome.ok) return outcome;
  // Files cannot be part of it; what storage refuses now goes tonight.
  await removeFiles(outcome.value);
  return succeed(null);
}

async function isThere(userId: string): Promise<boolean> {
  const rows = await database().select({ id: users.id }).from(users).where(eq(users.id, userId));
  return rows.length > 0;
}
