/** Takes a person's yes, given with their PIN on the screen of a colleague, for one act of that colleague. */
import { eq } from 'drizzle-orm';
import { type Approver, worksHere } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { userRoles } from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { checkPin, countAsRight } from './check-pin.server.ts';
import type { PinProblem } from './pin.ts';
import { readTablet } from './tablet-queries.server.ts';

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
  const checked = await checkPin(tablet, { userId, pin });
  if (!checked.ok) return checked;
  const [person] = await database()
    .select({
      name: customerProfiles.fullName,
      isBanned: customerProfiles.isBanned,
      role: userRoles.role,
    })
    .from(userRoles)
    .innerJoin(customerProfiles, eq(customerProfiles.userId, userRoles.userId))
    .where(eq(userRoles.userId, userId));
  if (!person || person.isBanned || !worksHere(person.role)) return refuse({ kind: 'not-allowed' });
  await countAsRight(tablet, userId);
  return succeed({ userId, name: person.name, pinHash: checked.value.hash } as Approver);
}
