/** Reads what a mailed link opens. Reading does not use it up: mail scanners follow links too. */
import { and, eq, gt, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { signUps, verifications } from '#db/schema/identity.ts';
import { hashLinkToken, isLinkToken } from './link-token.ts';

/** Prefixes of `verifications.identifier`; the token's hash follows. */
export const CONFIRM_IDENTIFIER = 'confirm-email:';
export const RESET_IDENTIFIER = 'reset-password:';
export const CHANGE_EMAIL_IDENTIFIER = 'change-email:';
export const INVITATION_IDENTIFIER = 'staff-invitation:';
export const UNDO_EMAIL_IDENTIFIER = 'undo-email-change:';
/** Not a link: a sign-in that waits for a code, by its browser's token. */
export const SECOND_FACTOR_IDENTIFIER = 'second-factor:';

/**
 * The value of a confirmation link's row once the address is confirmed, so that a second click gets a proper answer.
 */
export const USED = 'used';

/** What a live link refers to, an id or `USED`; null for any other link. */
export async function readLink(identifier: string, token: string): Promise<string | null> {
  if (!isLinkToken(token)) return null;
  const [link] = await database()
    .select({ value: verifications.value })
    .from(verifications)
    .where(
      and(
        eq(verifications.identifier, identifier + hashLinkToken(token)),
        gt(verifications.expiresAt, sql`now()`),
      ),
    );
  return link?.value ?? null;
}

export type Confirmation =
  | { state: 'open'; signUpId: string; email: string; password: string; returnTo: string | null }
  | { state: 'used' }
  | { state: 'not-valid' };

/** The sign-up that a confirmation link belongs to. `password` is the hash. */
export async function readConfirmation(token: string): Promise<Confirmation> {
  const value = await readLink(CONFIRM_IDENTIFIER, token);
  if (value === null) return { state: 'not-valid' };
  if (value === USED) return { state: 'used' };
  const [signUp] = await database()
    .select({
      signUpId: signUps.id,
      email: signUps.email,
      password: signUps.password,
      returnTo: signUps.returnTo,
    })
    .from(signUps)
    .where(eq(signUps.id, value));
  return signUp ? { state: 'open', ...signUp } : { state: 'not-valid' };
}
