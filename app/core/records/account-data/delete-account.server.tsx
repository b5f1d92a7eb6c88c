/**
 * Deletes the account of the signed-in person. Records the law requires stay, without the person (docs/law.md,
 * Privacy).
 */
import { eq } from 'drizzle-orm';
import { letPhotosGo, makeClosedProfile } from '#core/accounts/customers/forget-customer.server.ts';
import { lockCustomer } from '#core/accounts/customers/lock-customer.server.ts';
import { removeFiles } from '#core/accounts/customers/remove-photos.server.ts';
import {
  createDeletedCustomer,
  forgetPerson,
  lockRole,
} from '#core/accounts/identity/accounts/forget-person.server.ts';
import { type SignedIn, worksHere } from '#core/ground/access/actor.ts';
import { holdSession } from '#core/ground/access/hold-session.server.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { forgetMailTo } from '#core/ground/mail/forget-mail.server.ts';
import { queueMail } from '#core/ground/mail/queue-mail.server.ts';
import { mailFrame, renderMail } from '#core/ground/mail/render-mail.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { hasRecords, moveRecords, readOpenMatters } from '#core/sales/orders/reassign-records.server.ts';
import { database, inTransaction } from '#db/client.ts';
import { users } from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { databaseErrorCode, FOREIGN_KEY_VIOLATION } from '#platform/database-error.ts';
import { announce } from '#platform/live/announce.ts';
import type { DeleteAccountProblem } from './delete-account.ts';
import { AccountDeleted } from './emails/account-deleted.tsx';

/**
 * Everything in one transaction: profile, license number, photos, sessions, ways to sign in, preferences, favorites,
 * history and mail are deleted; orders and reservations move to an account that no one owns. Ledger, audit trail and
 * events stay unchanged: they contain ids and no customer names. The address is free from then on, and gets one last
 * mail.
 */
export async function deleteAccount(actor: SignedIn): Promise<Result<null, DeleteAccountProblem>> {
  const { userId, email, name } = actor;
  if (!(await isRecentlyConfirmed(actor))) return refuse({ kind: 'sign-in-too-old' });
  const frame = mailFrame(await readSettings(), false);
  const goodbye = await renderMail(<AccountDeleted frame={frame} name={name} />);
  const outcome = await inTransaction<Result<string[], DeleteAccountProblem>>(async (tx) => {
    await lockCustomer(tx, actor);
    if (!(await holdSession(tx, actor, { recent: true }))) return refuse({ kind: 'sign-in-too-old' });
    if (worksHere(await lockRole(tx, userId))) return refuse({ kind: 'works-here' });
    const open = await readOpenMatters(userId, tx);
    if (open.orders.length + open.reservations > 0) return refuse({ kind: 'open-orders', ...open });

    if (await hasRecords(tx, userId)) {
      const deleted = await createDeletedCustomer(tx);
      await makeClosedProfile(tx, { userId: deleted.userId, name: deleted.name, of: userId });
      await moveRecords(tx, userId, deleted);
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
    // Recorded as the shop's action, with an id: the trail is permanent, and a name in it would be too.
    await recordAudit(tx, null, { action: 'account.deleted', subject: 'customer', subjectId: userId });
    await announce(tx, `user:${userId}`);
    return succeed(photos);
  }).catch(async (error: unknown) => {
    // Submitted twice: the other submission came first, and nothing is left to lock.
    if (databaseErrorCode(error) === FOREIGN_KEY_VIOLATION && !(await isThere(userId))) return succeed([]);
    throw error;
  });
  if (!outcome.ok) return outcome;
  // Files cannot be part of the transaction; if storage refuses now, the nightly cleanup deletes them.
  await removeFiles(outcome.value);
  return succeed(null);
}

async function isThere(userId: string): Promise<boolean> {
  const rows = await database().select({ id: users.id }).from(users).where(eq(users.id, userId));
  return rows.length > 0;
}
