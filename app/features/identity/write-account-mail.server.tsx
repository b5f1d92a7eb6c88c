/** Writes the mails of an account, in the worker: here, where nobody waits, it is looked up who has one. */
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { database, inTransaction } from '#db/client.ts';
import { signUps, users, verifications } from '#db/schema/identity.ts';
import { PRIVATE_LINK } from '#features/mail/private-link.ts';
import { queueMail } from '#features/mail/queue-mail.server.ts';
import { mailFrame, renderMail } from '#features/mail/render-mail.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { log } from '#platform/log.ts';
import { mailOrigin } from '#platform/mail.ts';
import { countAttempt } from './count-attempt.server.ts';
import { AlreadyHaveAccount, ConfirmEmail, ResetPassword } from './emails/account-mails.tsx';
import { CONFIRM_IDENTIFIER, RESET_IDENTIFIER } from './link-queries.server.ts';
import { hashLinkToken, newLinkToken } from './link-token.ts';
import { accountMailLimit } from './rate-limit.ts';
import { type AccountMail, readAccountMail } from './request-account-mail.server.ts';

/** What is mailed, and to what the link in it belongs. */
type Letter =
  | { kind: 'confirm'; signUpId: string; expiresAt: Date }
  | { kind: 'already-have-account' }
  | { kind: 'reset'; userId: string; name: string };

const RESET_MINUTES = 60;

const subjects: Readonly<Record<Letter['kind'], string>> = {
  confirm: 'Confirm your email',
  'already-have-account': 'You already have an account',
  reset: 'Choose a new password',
};

/**
 * Writes one mail about an account, or none: where there is no account, and past a few an hour to one address,
 * so that no inbox can be flooded through us. Safe to repeat.
 */
export async function writeAccountMail(encrypted: string): Promise<void> {
  const asked = readAccountMail(encrypted);
  if ((await countAttempt('account-mail', asked.email, accountMailLimit)) > 0) {
    log.info({ kind: asked.kind }, 'too many mails to one address; this one is not written');
    if (asked.kind === 'sign-up') await database().delete(signUps).where(eq(signUps.id, asked.signUpId));
    return;
  }
  const letter = await letterFor(asked);
  if (letter) await write(asked, letter);
}

async function letterFor(asked: AccountMail): Promise<Letter | null> {
  const [user] = await database()
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, asked.email), users.emailVerified));
  if (user) {
    if (asked.kind === 'password-reset') return { kind: 'reset', userId: user.id, name: user.name };
    if (asked.kind === 'new-confirmation') return null;
    await database().delete(signUps).where(eq(signUps.id, asked.signUpId));
    return { kind: 'already-have-account' };
  }
  // A forgotten password of a sign-up is chosen anew on the page that confirms it.
  const [waiting] = await database()
    .select({ signUpId: signUps.id, expiresAt: signUps.expiresAt })
    .from(signUps)
    .where(
      and(
        asked.kind === 'sign-up'
          ? eq(signUps.id, asked.signUpId)
          : eq(sql`lower(${signUps.email})`, asked.email),
        gt(signUps.expiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(signUps.createdAt))
    .limit(1);
  return waiting ? { kind: 'confirm', ...waiting } : null;
}

async function write({ requestId, email }: AccountMail, letter: Letter): Promise<void> {
  const frame = mailFrame(await readSettings(), false);
  const content = await renderMail(
    letter.kind === 'confirm' ? (
      <ConfirmEmail frame={frame} url={PRIVATE_LINK} />
    ) : letter.kind === 'reset' ? (
      <ResetPassword frame={frame} name={letter.name} url={PRIVATE_LINK} />
    ) : (
      <AlreadyHaveAccount frame={frame} url={PRIVATE_LINK} />
    ),
  );
  const token = newLinkToken();
  await inTransaction(async (tx) => {
    const isNew = await queueMail(tx, {
      dedupeKey: `account:${requestId}`,
      recipient: email,
      subject: subjects[letter.kind],
      privateLink: linkOf(letter, token),
      ...content,
    });
    if (!isNew || letter.kind === 'already-have-account') return;
    const link =
      letter.kind === 'confirm'
        ? { identifier: CONFIRM_IDENTIFIER, value: letter.signUpId, expiresAt: letter.expiresAt }
        : {
            identifier: RESET_IDENTIFIER,
            value: letter.userId,
            expiresAt: new Date(Date.now() + RESET_MINUTES * 60_000),
          };
    await tx.insert(verifications).values({ ...link, identifier: link.identifier + hashLinkToken(token) });
  });
}

function linkOf({ kind }: Letter, token: string): string {
  const path = {
    confirm: '/confirm-email',
    reset: '/reset-password',
    'already-have-account': '/forgot-password',
  };
  const url = new URL(path[kind], mailOrigin());
  if (kind !== 'already-have-account') url.searchParams.set('token', token);
  return url.href;
}
