/** Reads what became of the email of a sign-up, for the page after it. */
import { sql } from 'drizzle-orm';
import { database } from '#db/client.ts';

/**
 * Whether the mail server refused the newest email to this address that follows a sign-up. The cookie that names the
 * address can be forged, so the answer must not depend on whether it has an account: its owner gets an email of
 * the same kind ('nothing' is what its link opens), at most twice a day, and its refusal counts for as long.
 */
export async function isSignUpMailRefused(email: string): Promise<boolean> {
  const { rows } = await database().execute<{ status: string }>(sql`
    select status from mail_messages
    where lower(recipient) = lower(${email}) and is_private and link_opens in ('sign-up', 'nothing')
      and created_at > now() - interval '1 day'
    order by created_at desc limit 1`);
  return rows[0]?.status === 'failed';
}
