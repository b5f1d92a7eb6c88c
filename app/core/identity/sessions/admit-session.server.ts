/** Decides before a session starts, for every way to sign in, whether it may and when it ends. */
import { APIError } from 'better-auth/api';
import { eq } from 'drizzle-orm';
import { roleMay } from '#core/access/actor.ts';
import { isBanned } from '#core/customers/make-profile.server.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { userRoles } from '#db/schema/identity.ts';
import { BANNED, SECOND_FACTOR_NEEDED } from '../accounts/messages.ts';
import { hasAuthenticator } from '../second-factor/authenticator-queries.server.ts';
import { readTextPhone } from '../second-factor/text-factor-queries.server.ts';
import { sessionEnds } from './session-life.ts';

type NewSession = { userId: string } & Record<string, unknown>;

/**
 * Returns what to store with the session.
 * @throws APIError BANNED for banned people; SECOND_FACTOR when a second factor is set up and was not shown.
 */
export async function admitSession(session: NewSession): Promise<{ data: { expiresAt: Date } }> {
  const { userId, secondFactor, textFactor } = session;
  if (await isBanned(userId)) throw new APIError('FORBIDDEN', { code: 'BANNED', message: BANNED });
  const lacksFactor =
    secondFactor !== true &&
    ((await hasAuthenticator(userId)) || (textFactor !== true && (await readTextPhone(userId)) !== null));
  if (lacksFactor) throw new APIError('FORBIDDEN', { code: 'SECOND_FACTOR', message: SECOND_FACTOR_NEEDED });
  const now = new Date();
  return { data: { expiresAt: sessionEnds(now, now, await staffHours(userId)) } };
}

async function staffHours(userId: string): Promise<number | null> {
  const [row] = await database()
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(eq(userRoles.userId, userId));
  if (!roleMay(row?.role ?? 'user', 'backoffice.enter')) return null;
  return (await readSettings()).security.staffSessionHours;
}
