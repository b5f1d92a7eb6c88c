/** Unsubscribes the person in a signed link from promotional mail. Repeating it changes nothing. */
import { eq } from 'drizzle-orm';
import { inTransaction } from '#db/client.ts';
import { users } from '#db/schema/identity.ts';
import { choiceTable } from './notification-table.ts';
import { readPreferences } from './preferences-queries.server.ts';
import { writePreferences } from './save-preferences.server.ts';
import { readUnsubscribeToken } from './unsubscribe-link.server.ts';

/** The link's kind of mail, worded like the grid; null for a link we did not sign. */
export function whatEnds(token: string): string | null {
  const ending = readUnsubscribeToken(token);
  return ending && choiceTable[ending.choice].label;
}

/**
 * Returns what has ended, worded like the grid; null for a link we did not sign. For news and offers every channel
 * ends; for messages requested one by one, only the mail. A deleted account gets no mail anyway.
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
