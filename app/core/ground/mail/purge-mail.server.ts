/** Deletes mail that the shop has stored for long enough. */
import { and, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { linkHours } from './private-link.ts';

/** For a private mail that no mail server accepted: until its link no longer works. */
const privateHours = sql`case when ${mailMessages.linkOpens} = 'invitation' then ${linkHours.invitation}::int
  else ${linkHours['sign-up']}::int end`;

/**
 * A message whose text is deleted. A private mail without a link was the last one to a person whose account is deleted:
 * its address is shortened to what tells it from others, as in 'j…@example.com'.
 */
export function wiped(): {
  html: string;
  text: string;
  invitation: null;
  recipient: SQL;
  linkEncrypted: null;
  wipedAt: SQL;
} {
  const { recipient, isPrivate, linkEncrypted, wipedAt } = mailMessages;
  const isLast = sql`${isPrivate} and ${linkEncrypted} is null and ${wipedAt} is null`;
  return {
    html: '',
    text: '',
    invitation: null,
    recipient: sql`case when ${isLast} then regexp_replace(${recipient}, '^(.).*@', '\\1…@') else ${recipient} end`,
    linkEncrypted: null,
    wipedAt: sql`now()`,
  };
}

/** Deletes texts and messages after the time in the settings. A mail that still waits to be sent stays. */
export async function purgeMail(): Promise<void> {
  const { mailWordsDays, mailDays } = (await readSettings()).compliance;
  const olderThan = (age: SQL) => lt(mailMessages.createdAt, sql`now() - ${age}`);
  await database()
    .delete(mailMessages)
    .where(and(ne(mailMessages.status, 'waiting'), olderThan(sql`make_interval(days => ${mailDays})`)));
  await database()
    .update(mailMessages)
    .set(wiped())
    .where(
      and(
        isNull(mailMessages.wipedAt),
        ne(mailMessages.status, 'waiting'),
        or(
          olderThan(sql`make_interval(days => ${mailWordsDays})`),
          and(mailMessages.isPrivate, olderThan(sql`make_interval(hours => ${privateHours})`)),
        ),
      ),
    );
}
