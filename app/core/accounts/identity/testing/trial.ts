/** Shares test helpers for signing in: requests as the HTTP layer passes them on, people with confirmed accounts. */
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { accounts, users } from '#db/schema/identity.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import type { SignUpInput } from '../accounts/sign-up.ts';
import { readActor } from '../sessions/actor-queries.server.ts';
import { CLIENT_ADDRESS_HEADER } from '../sessions/client-address.server.ts';
import { signInPerson } from '../sessions/sign-in-person.server.ts';
import { startSession } from '../sessions/start-session.server.ts';

export const PASSWORD = 'kettle-orbit-mossy';

let next = 1;
let password: Promise<string> | undefined;

/** The Cookie header of a browser that received these Set-Cookie lines. */
export const cookieOf = (cookies: readonly string[]) => cookies.map((line) => line.split(';')[0]).join('; ');

export function identityTrial(db: () => Database) {
  /** A request; each from a different address unless `headers` sets one. */
  const request = (headers: Record<string, string> = {}): Request =>
    new Request('http://localhost:3000/login', {
      headers: { [CLIENT_ADDRESS_HEADER]: `10.0.${next >> 8}.${next++ & 255}`, ...headers },
    });

  const input = (email: string, changes: Partial<SignUpInput> = {}): SignUpInput => ({
    fullName: 'Jane Weatherby',
    email,
    password: PASSWORD,
    phone: null,
    address: null,
    birthDate: '1990-02-28',
    licenseId: null,
    licenseState: null,
    ...changes,
  });

  const userOf = async (email: string) => {
    const [user] = await db().select().from(users).where(eq(users.email, email));
    if (!user) throw new Error(`no user ${email}`);
    return user;
  };

  /** Saves what a confirmed sign-up creates, with the password `PASSWORD`; returns the new account's id. */
  const confirmedPerson = async (email: string): Promise<string> => {
    const { fullName, birthDate } = input(email);
    const [user] = await db()
      .insert(users)
      .values({ name: fullName, email, emailVerified: true })
      .returning({ id: users.id });
    if (!user) throw new Error('no user was made');
    // A hash takes 84 ms of a core: all accounts share one.
    password ??= hashPassword(PASSWORD);
    await db()
      .insert(accounts)
      .values({
        userId: user.id,
        accountId: user.id,
        providerId: 'credential',
        password: await password,
      });
    await db().insert(customerProfiles).values({ userId: user.id, fullName, birthDate });
    return user.id;
  };

  const signIn = (email: string, password = PASSWORD, headers: Record<string, string> = {}, admin = false) =>
    signInPerson(request(headers), { email, password }, { admin });

  /** Creates an account and starts a session; `cookie` is the browser's, `headers` go with the sign-in. */
  const signedInPerson = async (email: string, headers: Record<string, string> = {}) => {
    await confirmedPerson(email);
    return anotherSession(email, headers);
  };

  /** Starts the session that a correct password starts. */
  const anotherSession = async (email: string, headers: Record<string, string> = {}) => {
    const { id: userId } = await userOf(email);
    const signed = await startSession(request(headers), { userId, email }, { secondFactor: false });
    if (!signed.ok) throw new Error(signed.problem.kind);
    const cookie = cookieOf(signed.value.cookies);
    const actor = await readActor(new Headers({ cookie }));
    if (actor.kind === 'guest') throw new Error('not signed in');
    return { actor, cookie };
  };

  return { request, input, userOf, confirmedPerson, signIn, signedInPerson, anotherSession };
}
