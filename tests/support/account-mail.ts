/** Runs the worker's account-mail jobs in tests that start no worker; and the email as its recipient gets it. */
import { eq, sql } from 'drizzle-orm';
import { writeAccountMail } from '#core/accounts/identity/accounts/write-account-mail.server.tsx';
import { withLink } from '#core/ground/mail/private-link.ts';
import { linkContext } from '#core/ground/mail/queue-mail.server.ts';
import type { Database } from '#db/client.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { decrypt } from '#platform/secrets/secrets.ts';

/** Runs the jobs that write account emails, oldest first; returns their number. */
export async function writeAccountMails(db: Database): Promise<number> {
  const { rows } = await db.execute<{ asked: string }>(sql`
    with taken as (
      delete from pgboss.job where name = 'account-mail' and state = 'created'
      returning data ->> 'accountMail' as asked, created_on
    )
    select asked from taken order by created_on`);
  for (const { asked } of rows) await writeAccountMail(asked);
  return rows.length;
}

export type ReceivedMail = { subject: string; text: string; link: URL | null };

/** All mail to this address so far, oldest first. */
export async function accountMailsTo(db: Database, email: string): Promise<ReceivedMail[]> {
  await writeAccountMails(db);
  const rows = await db
    .select()
    .from(mailMessages)
    .where(eq(mailMessages.recipient, email))
    .orderBy(mailMessages.createdAt);
  return rows.map((row) => {
    const link = row.linkEncrypted === null ? null : decrypt(row.linkEncrypted, linkContext(row.id));
    return {
      subject: row.subject,
      text: link === null ? row.text : withLink(row, link).text,
      link: link === null ? null : new URL(link),
    };
  });
}

/** The token in the newest mail to this address. */
export async function newestToken(db: Database, email: string): Promise<string> {
  return (await accountMailsTo(db, email)).at(-1)?.link?.searchParams.get('token') ?? '';
}
