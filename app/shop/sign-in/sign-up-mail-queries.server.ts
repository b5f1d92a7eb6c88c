/** Reads what became of the email of a sign-up, for the page after it. */
import { sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import type { MailStatus } from '#kernel/statuses.ts';

/**
 * The status of the newest email about an account to this address, written in the last half hour; 'waiting' until it is
 * written. It says nothing about an account: an address that has one gets an email, too.
 */
export async function readSignUpMail(email: string): Promise<MailStatus> {
  const { rows } = await database().execute<{ status: MailStatus }>(sql`
    select status from mail_messages
    where lower(recipient) = lower(${email}) and is_private and created_at > now() - interval '30 minutes'
    order by created_at desc limit 1`);
  return rows[0]?.status ?? 'waiting';
}
