/** Confirms a sign-up, which creates the account. It takes a POST, with a password or from the browser that signed up. */
import { and, eq, inArray, like, sql } from 'drizzle-orm';
import { makeProfile } from '#core/accounts/customers/make-profile.server.ts';
import { withholdLinks } from '#core/ground/mail/withhold-mail.server.ts';
import { inTransaction, type Transaction } from '#db/client.ts';
import { accounts, signUps, users, verifications } from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { HashingBusyError, hashPassword, verifyPassword } from '#platform/secrets/password-hashing.ts';
import { addressOf } from '../sessions/client-address.server.ts';
import { countAttempt } from '../sessions/count-attempt.server.ts';
import { addressLimits, linkLimit } from '../sessions/rate-limit.ts';
import type { ConfirmInput, ConfirmProblem, NewPasswordInput } from './confirm-sign-up.ts';
import { CONFIRM_IDENTIFIER, type Confirmation, readConfirmation, USED } from './link-queries.server.ts';
import { hashLinkToken } from './link-token.ts';
import { checkMinimumAge } from './minimum-age.server.ts';
import { isOwnSignUp } from './own-sign-up.server.ts';

/**
 * `userId`: the new account, with the id of its sign-up. `others`: the address's other sign-ups, which have ended.
 * `isOwn`: the person has shown that the sign-up is theirs, so what it holds is theirs too.
 */
export type Confirmed = {
  userId: string;
  email: string;
  returnTo: string | null;
  others: string[];
  isOwn: boolean;
};

type Open = Extract<Confirmation, { state: 'open' }>;
type SignUp = typeof signUps.$inferSelect;
/** The part of a sign-up's row that goes into the account: its password and details. */
type Kept = Omit<SignUp, 'id' | 'email' | 'returnTo' | 'expiresAt' | 'createdAt'>;

/** A used link is recognized for this long, so that a second click gets a proper answer. */
const USED_LINK_DAYS = 30;

/**
 * Confirms with the password chosen at sign-up, which shows that the address owner signed up, not a stranger. Deletes
 * every other sign-up with the address.
 */
export function confirmSignUp(
  request: Request,
  { token, password }: ConfirmInput,
): Promise<Result<Confirmed, ConfirmProblem>> {
  return confirm(request, token, async (open) => {
    if (!(await verifyPassword(open.password, password))) return null;
    return (signUp) => signUp;
  });
}

/** Confirms in the browser that signed up, without the password. */
export function confirmOwnSignUp(
  request: Request,
  { token }: Pick<ConfirmInput, 'token'>,
): Promise<Result<Confirmed, ConfirmProblem>> {
  return confirm(request, token, async ({ signUpId }) =>
    isOwnSignUp(request, signUpId) ? (signUp) => signUp : null,
  );
}

/** Confirms with a new password, name and birth date; discards the rest of the sign-up. */
export async function confirmWithNewPassword(
  request: Request,
  { token, password, fullName, birthDate }: NewPasswordInput,
): Promise<Result<Confirmed, ConfirmProblem>> {
  const confirmed = await confirm(request, token, async () => {
    const hash = await hashPassword(password);
    return () => ({
      fullName,
      birthDate,
      password: hash,
      phone: null,
      address: null,
      licenseIdEncrypted: null,
      licenseIdHash: null,
      licenseIdLast4: null,
      licenseState: null,
    });
  });
  return confirmed.ok ? succeed({ ...confirmed.value, isOwn: false }) : confirmed;
}

/** @param decide returns null when the password is wrong or the browser is another, otherwise the part of the sign-up to use. */
async function confirm(
  request: Request,
  token: string,
  decide: (open: Open) => Promise<((signUp: SignUp) => Kept) | null>,
): Promise<Result<Confirmed, ConfirmProblem>> {
  const wait = await countAttempt('follow-link', addressOf(request), addressLimits['follow-link']);
  if (wait > 0) return refuse({ kind: 'too-many-attempts', seconds: wait });
  const open = await readConfirmation(token);
  if (open.state === 'not-valid') return refuse({ kind: 'link-not-valid' });
  if (open.state === 'used') return refuse({ kind: 'already-confirmed' });
  const waitOfLink = await countAttempt('confirm', hashLinkToken(token), linkLimit);
  if (waitOfLink > 0) return refuse({ kind: 'too-many-attempts', seconds: waitOfLink });
  try {
    const keep = await decide(open);
    if (!keep) return refuse({ kind: 'wrong-password' });
    return await inTransaction((tx) => makeAccount(tx, open, keep));
  } catch (error) {
    if (error instanceof HashingBusyError) return refuse({ kind: 'busy' });
    throw error;
  }
}

/** Refused: an address that is confirmed by now, and a birth date under the minimum age, which may have been raised. */
async function makeAccount(
  tx: Transaction,
  { signUpId, email, returnTo }: Open,
  keep: (signUp: SignUp) => Kept,
): Promise<Result<Confirmed, ConfirmProblem>> {
  const waiting = await lockSignUps(tx, email);
  const signUp = waiting.find(({ id }) => id === signUpId);
  if (!signUp) return refuse({ kind: 'already-confirmed' });
  const { fullName, password, ...details } = keep(signUp);
  const ofAge = await checkMinimumAge(details.birthDate);
  if (!ofAge.ok) return ofAge;
  await endSignUps(tx, email);
  const [user] = await tx
    .insert(users)
    .values({ id: signUp.id, name: fullName, email, emailVerified: true })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (!user) return refuse({ kind: 'already-confirmed' });
  await tx
    .insert(accounts)
    .values({ userId: user.id, accountId: user.id, providerId: 'credential', password });
  await makeProfile(tx, {
    userId: user.id,
    fullName,
    phone: details.phone,
    address: details.address,
    birthDate: details.birthDate,
    licenseState: details.licenseState,
    licenseIdEncrypted: details.licenseIdEncrypted,
    licenseIdHash: details.licenseIdHash,
    licenseIdLast4: details.licenseIdLast4,
  });
  const others = waiting.flatMap(({ id }) => (id === signUpId ? [] : [id]));
  return succeed({ userId: user.id, email, returnTo, others, isOwn: true });
}

/** Locks all sign-ups of the address, so that two links opened at once confirm one sign-up. */
function lockSignUps(tx: Transaction, email: string): Promise<SignUp[]> {
  return tx.select().from(signUps).where(ofAddress(email)).orderBy(signUps.id).for('no key update');
}

/** Ends every pending sign-up with this address, because it now has an account; their links say so. */
export async function endSignUps(tx: Transaction, email: string): Promise<void> {
  const waiting = await lockSignUps(tx, email);
  if (waiting.length === 0) return;
  await tx.delete(signUps).where(ofAddress(email));
  await withholdLinks(
    tx,
    waiting.map(({ id }) => CONFIRM_IDENTIFIER + id),
  );
  await tx
    .update(verifications)
    .set({ value: USED, expiresAt: sql`now() + make_interval(days => ${USED_LINK_DAYS})` })
    .where(
      and(
        like(verifications.identifier, `${CONFIRM_IDENTIFIER}%`),
        inArray(
          verifications.value,
          waiting.map(({ id }) => id),
        ),
      ),
    );
}

const ofAddress = (email: string) => eq(sql`lower(${signUps.email})`, email.toLowerCase());
