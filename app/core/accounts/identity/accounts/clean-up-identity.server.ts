/** Deletes expired sessions, the ends of earlier ones, unconfirmed sign-ups, links and counters. */
import { lt, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import {
  emailChanges,
  rateLimits,
  sessionEnds,
  sessions,
  signUps,
  staffInvitations,
  textCodes,
  verifications,
} from '#db/schema/identity.ts';
import { doEach } from '#platform/batches.ts';
import { LONGEST_WINDOW_SECONDS } from '../sessions/rate-limit.ts';

/** Cleans each table separately: locked rows in one do not block the others. */
export async function cleanUpIdentity(): Promise<void> {
  const db = database();
  await doEach([
    () => db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`)),
    () => db.delete(sessionEnds).where(lt(sessionEnds.endedAt, sql`now() - interval '30 days'`)),
    () => db.delete(emailChanges).where(lt(emailChanges.expiresAt, sql`now()`)),
    () => db.delete(staffInvitations).where(lt(staffInvitations.expiresAt, sql`now()`)),
    () => db.delete(signUps).where(lt(signUps.expiresAt, sql`now()`)),
    () => db.delete(verifications).where(lt(verifications.expiresAt, sql`now()`)),
    () => db.delete(textCodes).where(lt(textCodes.expiresAt, sql`now()`)),
    () => db.delete(rateLimits).where(lt(rateLimits.lastRequest, Date.now() - LONGEST_WINDOW_SECONDS * 1000)),
  ]);
}
