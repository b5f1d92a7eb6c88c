/** Rotates keys, and removes sessions, sign-ups nobody confirmed, links and counters that have run out; nothing reads them any more. */
import { lt, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import {
  emailChanges,
  rateLimits,
  sessions,
  signUps,
  staffInvitations,
  textCodes,
  verifications,
} from '#db/schema/identity.ts';
import { LONGEST_WINDOW_SECONDS } from './rate-limit.ts';
import { rotateSigningKeys } from './signing-keys.server.ts';

export async function cleanUpIdentity(): Promise<void> {
  await database().delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
  await database().delete(emailChanges).where(lt(emailChanges.expiresAt, sql`now()`));
  await database().delete(staffInvitations).where(lt(staffInvitations.expiresAt, sql`now()`));
  await database().delete(signUps).where(lt(signUps.expiresAt, sql`now()`));
  await database().delete(verifications).where(lt(verifications.expiresAt, sql`now()`));
  await database().delete(textCodes).where(lt(textCodes.expiresAt, sql`now()`));
  await database()
    .delete(rateLimits)
    .where(lt(rateLimits.lastRequest, Date.now() - LONGEST_WINDOW_SECONDS * 1000));
  await rotateSigningKeys();
}
