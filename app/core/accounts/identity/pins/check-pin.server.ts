/** Checks the PIN of a person on a shared tablet, and counts tries, whatever it is asked for. */
import { eq } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { staffPins } from '#db/schema/identity.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { HashingBusyError, verifyPassword } from '#platform/secrets/password-hashing.ts';
import { countAttempt, forgetAttempts, giveAttemptBack } from '../sessions/count-attempt.server.ts';
import { pinLimits } from '../sessions/rate-limit.ts';
import type { PinProblem } from './pin.ts';
import type { Tablet } from './tablet-queries.server.ts';

/**
 * Counts a try by person, and what that allows by tablet, so that tries at one person, or at an id that is no one's, use up
 * only their own count. Returns the PIN's hash: a transaction compares it again.
 */
export async function checkPin(
  tablet: Tablet,
  { userId, pin }: { userId: string; pin: string },
): Promise<Result<{ hash: string }, PinProblem>> {
  if (!isUuid(userId)) return refuse({ kind: 'wrong-pin' });
  const [stored] = await database()
    .select({ hash: staffPins.hash })
    .from(staffPins)
    .where(eq(staffPins.userId, userId));
  const wait = stored
    ? await countPin(tablet, userId)
    : await countAttempt('pin:unknown', tablet.id, pinLimits.tablet);
  if (wait > 0) return refuse({ kind: 'too-many-attempts', seconds: wait });
  if (!stored) return refuse({ kind: 'wrong-pin' });
  try {
    if (!(await verifyPassword(stored.hash, pin))) return refuse({ kind: 'wrong-pin' });
  } catch (error) {
    if (!(error instanceof HashingBusyError)) throw error;
    await notCounted(tablet, userId);
    return refuse({ kind: 'busy' });
  }
  return succeed({ hash: stored.hash });
}

/** Once what the PIN was for is done: the person's wrong tries are over. */
export async function countAsRight(tablet: Tablet, userId: string): Promise<void> {
  await giveAttemptBack('pin:tablet', tablet.id);
  await forgetAttempts('pin:person', userId);
  await giveAttemptBack('pin:day', userId);
}

/** Returns how many seconds to wait. A try that the tablet's limit refuses is none at the person. */
async function countPin(tablet: Tablet, userId: string): Promise<number> {
  const ofPerson =
    (await countAttempt('pin:person', userId, pinLimits.person)) ||
    (await countAttempt('pin:day', userId, pinLimits.personInADay));
  if (ofPerson > 0) return ofPerson;
  const ofTablet = await countAttempt('pin:tablet', tablet.id, pinLimits.tablet);
  if (ofTablet > 0) await notCounted(tablet, userId);
  return ofTablet;
}

async function notCounted(tablet: Tablet, userId: string): Promise<void> {
  await giveAttemptBack('pin:tablet', tablet.id);
  await giveAttemptBack('pin:person', userId);
  await giveAttemptBack('pin:day', userId);
}
