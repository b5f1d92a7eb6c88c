/**
 * Takes what a colleague says on another person's screen about one act of that person: their yes, with a PIN; or that they
 * saw it, with a PIN or, where none works, their password.
 */
import { and, eq } from 'drizzle-orm';
import { type Approver, type SignedIn, type Witness, worksHere } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { accounts, userRoles, users } from '#db/schema/identity.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { checkPassword } from '../sessions/check-password.server.ts';
import { checkPin, countAsRight } from './check-pin.server.ts';
import type { PinProblem } from './pin.ts';
import { readTablet, type Tablet } from './tablet-queries.server.ts';

/**
 * Who says yes. Whether they may is decided by the command, and at its commit. Refused: a browser that is no shared tablet,
 * the actor's own PIN, a wrong one, one too many tries, and a person who is banned or no longer works here.
 */
export async function readApproval(
  request: Request,
  actorId: string,
  { userId, pin }: { userId: string; pin: string },
): Promise<Result<Approver, PinProblem>> {
  const tablet = await readTablet(request.headers);
  if (tablet === null) return refuse({ kind: 'no-tablet' });
  if (userId === actorId) return refuse({ kind: 'own-pin' });
  const shown = await colleagueByPin(tablet, { userId, pin });
  if (!shown.ok) return shown;
  const { name, hash } = shown.value;
  return succeed({ userId, name, pinHash: hash } as Approver);
}

/**
 * Who saw it: another person who works here, by their PIN on a shared tablet, and by their password elsewhere, where wrong
 * ones count as tries to sign in. Refused as `readApproval` refuses.
 */
export async function readWitness(
  request: Request,
  actor: SignedIn,
  { userId, pin, password }: { userId: string; pin: string; password: string },
): Promise<Result<Witness, PinProblem>> {
  if (userId === actor.userId) return refuse({ kind: 'own-pin' });
  const tablet = await readTablet(request.headers);
  const way = tablet ? 'pin' : 'password';
  const shown = tablet
    ? await colleagueByPin(tablet, { userId, pin })
    : await colleagueByPassword(request, { userId, password });
  return shown.ok ? succeed({ userId, way, ...shown.value } as Witness) : shown;
}

type Shown = { name: string; hash: string };

async function colleagueByPin(
  tablet: Tablet,
  { userId, pin }: { userId: string; pin: string },
): Promise<Result<Shown, PinProblem>> {
  if (pin === '') return refuse({ kind: 'pin-missing' });
  const checked = await checkPin(tablet, { userId, pin });
  if (!checked.ok) return checked;
  const person = await readColleague(userId);
  if (!person) return refuse({ kind: 'not-allowed' });
  await countAsRight(tablet, userId);
  return succeed({ name: person.name, hash: checked.value.hash });
}

async function colleagueByPassword(
  request: Request,
  { userId, password }: { userId: string; password: string },
): Promise<Result<Shown, PinProblem>> {
  if (password === '') return refuse({ kind: 'password-missing' });
  const person = isUuid(userId) ? await readColleague(userId) : null;
  if (!person) return refuse({ kind: 'not-allowed' });
  const checked = await checkPassword(request, { userId, email: person.email }, password);
  if (!checked.ok) return checked;
  // The one that was compared: another one since then is refused at the commit.
  return succeed({ name: person.name, hash: person.password ?? '' });
}

/** null for someone who is banned or does not work here. */
async function readColleague(userId: string) {
  const [person] = await database()
    .select({
      name: customerProfiles.fullName,
      email: users.email,
      password: accounts.password,
      isBanned: customerProfiles.isBanned,
      role: userRoles.role,
    })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .innerJoin(customerProfiles, eq(customerProfiles.userId, userRoles.userId))
    .leftJoin(accounts, and(eq(accounts.userId, userRoles.userId), eq(accounts.providerId, 'credential')))
    .where(eq(userRoles.userId, userId));
  return person && !person.isBanned && worksHere(person.role) ? person : null;
}
