/** Ends promotional mail for the person a signed link names. Done again, nothing changes. */
import { eq } from 'drizzle-orm';
import { inTransaction } from '#db/client.ts';
import { users } from '#db/schema/identity.ts';
import { choiceTable } from './notification-table.ts';
import { readPreferences } from './preferences-queries.server.ts';
import { writePreferences } from './save-preferences.server.ts';
import { readUnsubscribeToken } from './unsubscribe-link.server.ts';

/** What the link is about, in the words of the grid; null for a link that is none of ours. */
export function whatEnds(token: string): string | null {
  const ending = readUnsubscribeToken(token);
  return ending && choiceTable[ending.choice].label;
}

/**
 * Answers what has ended, in the words of the grid; null for a link that is none of ours. News and offers end
 * altogether; of what was asked for one by one, the mail does. An account that is gone gets no mail anyway.
 */
export async function unsubscribe(token: string): Promise<string | null> {
  const ending = readUnsubscribeToken(token);
  if (!ending) return null;
  const { userId, choice } = ending;
  const { choices } = await readPreferences(userId);
  await inTransaction(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (!user) return;
    await writePreferences(
      tx,
      userId,
      choice === 'promotion'
        ? { promotional: false }
        : { choices: { ...choices, [choice]: { ...choices[choice], email: false } } },
    );
  });
  return choiceTable[choice].label;
}
