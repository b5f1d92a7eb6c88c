/** Signs in with an outside provider: sends the browser there and handles its answer. */
import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { accounts, users } from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { log } from '#platform/log.ts';
import { OutboundError } from '#platform/outgoing/outbound-request.ts';
import { beginSecondFactor } from '../second-factor/second-factor.server.ts';
import { addressOf } from '../sessions/client-address.server.ts';
import { countAttempt } from '../sessions/count-attempt.server.ts';
import { addressLimits } from '../sessions/rate-limit.ts';
import { startSession } from '../sessions/start-session.server.ts';
import { linkIdentity } from './link-provider.server.ts';
import type { LinkProblem } from './linked-provider.ts';
import { accountProvider, type OutsideIdentity, type ProviderProblem } from './provider.ts';
import { beginChallenge, NotProvedError, redeemCode } from './provider-client.server.ts';
import { awayCookie, unfinishedCookie } from './provider-flow.server.ts';
import type { Provider } from './providers.server.ts';

/** Where the browser goes, and the cookies to set. */
export type SentAway = { url: string; cookies: string[] };

/** @param linkSession the session to link the identity in; null to sign in. */
export async function goToProvider(
  provider: Provider,
  { returnTo, linkSession = null }: { returnTo: string | null; linkSession?: string | null },
): Promise<Result<SentAway, ProviderProblem>> {
  try {
    const { url, challenge } = await beginChallenge(provider);
    const away = { provider: provider.id, ...challenge, returnTo, linkSession };
    return succeed({ url, cookies: [awayCookie.write(away)] });
  } catch (error) {
    return refuse(problemOf(error));
  }
}

export type CameBack =
  | { kind: 'signed-in'; returnTo: string | null; cookies: string[] }
  /** The account is known and still needs a second factor. */
  | { kind: 'second-factor'; returnTo: string | null; cookies: string[] }
  /** No account has this identity yet: the sign-up needs completing. */
  | { kind: 'new'; cookies: string[] }
  | { kind: 'linked' };

/** The answer that the browser brings back from a provider. */
export type ProviderAnswer = {
  state: string | null;
  code: string | null;
  iss: string | null;
  error: string | null;
};

/**
 * Handles the answer that the browser brought. Refused: an answer to no sign-in of this browser, an answer the provider
 * does not confirm, a ban, and a new account for an address that has one, because an equal address does not prove the
 * same person: people link an identity from inside the account.
 */
export async function comeBackFromProvider(
  request: Request,
  provider: Provider,
  answer: ProviderAnswer,
  actor: Actor,
): Promise<Result<CameBack, ProviderProblem | LinkProblem>> {
  const away = awayCookie.read(request);
  if (!away || away.provider !== provider.id || answer.state === null || answer.state !== away.state)
    return refuse({ kind: 'not-started' });
  const wait = await countAttempt('provider', addressOf(request), addressLimits.provider);
  if (wait > 0) return refuse({ kind: 'too-many-attempts', seconds: wait });
  if (answer.error !== null || !answer.code)
    return refuse({ kind: answer.error === 'access_denied' ? 'declined' : 'not-proved' });
  let identity: OutsideIdentity;
  try {
    identity = await redeemCode(provider, { code: answer.code, iss: answer.iss }, away);
  } catch (error) {
    return refuse(problemOf(error));
  }
  if (away.linkSession !== null) {
    // The same person, in the session that asked for the link.
    if (actor.kind === 'guest' || actor.isBanned || actor.sessionId !== away.linkSession)
      return refuse({ kind: 'not-started' });
    const linked = await linkIdentity(request, actor, identity);
    return linked.ok ? succeed({ kind: 'linked' }) : linked;
  }
  return signIn(request, identity, away.returnTo);
}

async function signIn(
  request: Request,
  identity: OutsideIdentity,
  returnTo: string | null,
): Promise<Result<CameBack, ProviderProblem>> {
  const [known] = await database()
    .select({ userId: users.id, email: users.email })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(
      and(
        eq(accounts.providerId, accountProvider(identity.issuer)),
        eq(accounts.accountId, identity.subject),
      ),
    );
  if (known) {
    // The provider vouches only for its own check: an account with a second factor here needs it after a provider too.
    const started = await startSession(request, known, { secondFactor: false });
    if (started.ok) return succeed({ kind: 'signed-in', returnTo, cookies: started.value.cookies });
    if (started.problem.kind === 'banned') return refuse({ kind: 'banned' });
    return succeed({ kind: 'second-factor', returnTo, cookies: [await beginSecondFactor(request, known)] });
  }
  if (!(await readSettings()).opening.isOpen) return refuse({ kind: 'not-open' });
  const { issuer, subject, email, name } = identity;
  // Only a person whom the provider knows as the address's owner learns whether the account exists.
  if (email === null) return refuse({ kind: 'email-not-usable' });
  if (!identity.isEmailVerified) return refuse({ kind: 'email-not-verified' });
  const [taken] = await database()
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email));
  if (taken) return refuse({ kind: 'email-taken' });
  return succeed({
    kind: 'new',
    cookies: [unfinishedCookie.write({ issuer, subject, email, name, returnTo })],
  });
}

function problemOf(error: unknown): ProviderProblem {
  if (error instanceof NotProvedError) return { kind: 'not-proved' };
  if (!(error instanceof OutboundError)) throw error;
  log.warn({ err: error }, 'a provider cannot be used');
  return { kind: 'unreachable' };
}
