/** Queues the mails of an account. Better Auth calls these; it never waits for mail to be sent. */
import { inTransaction } from '#db/client.ts';
import { queueMail } from '#features/mail/queue-mail.server.ts';
import { mailFrame, renderMail } from '#features/mail/render-mail.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { newId } from '#kernel/ids.ts';
import { mailOrigin } from '#platform/mail.ts';
import { keyedHash } from '#platform/secrets.ts';
import { countTry } from './count-try.server.ts';
import { AlreadyHaveAccount, ConfirmEmail, ResetPassword } from './emails/account-mails.tsx';
import { accountLimits } from './rate-limit.ts';

type Recipient = { email: string; name: string };

const templates = {
  'confirm-email': { Template: ConfirmEmail, subject: 'Confirm your email', path: '/confirm-email' },
  'already-have-account': {
    Template: AlreadyHaveAccount,
    subject: 'You already have an account',
    path: '/forgot-password',
  },
  'reset-password': { Template: ResetPassword, subject: 'Choose a new password', path: '/reset-password' },
} as const;

/**
 * Queues one mail to the owner of an account. `token` goes into the link. Past a few an hour to one address
 * nothing is queued and nobody is told, so that no inbox can be flooded through us.
 */
export async function mailAccount(
  kind: keyof typeof templates,
  { email, name }: Recipient,
  token: string | null,
): Promise<void> {
  if ((await countTry(`mail:${kind}`, email.toLowerCase(), accountLimits.mail)) > 0) return;
  const { Template, subject, path } = templates[kind];
  const url = new URL(path, mailOrigin());
  if (token !== null) url.searchParams.set('token', token);
  const frame = mailFrame(await readSettings(), false);
  const content = await renderMail(<Template frame={frame} name={name} url={url.href} />);
  await inTransaction((tx) =>
    queueMail(tx, {
      // A token is mailed once; the hash keeps it from being readable in a column meant for keys.
      dedupeKey: `${kind}:${token === null ? newId() : keyedHash(token, 'mail')}`,
      recipient: email,
      subject,
      ...content,
    }),
  );
}
