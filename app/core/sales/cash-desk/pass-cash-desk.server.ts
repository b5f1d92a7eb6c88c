/**
 * The open drawer and the charge of a person who leaves go to someone else, for a command that has checked the
 * permission and holds the lock `charge`.
 */
import { and, eq, isNull } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Database, Transaction } from '#db/client.ts';
import { charges, drawerSessions } from '#db/schema/cash-desk.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { openCharge } from './charge-queries.server.ts';
import { expectedOf } from './drawer.ts';
import { drawerCash } from './drawer-cash-queries.server.ts';
import { nextHolder } from './drawer-people-queries.server.ts';
import { lockDrawer } from './lock-drawer.server.ts';

type Reader = Pick<Database | Transaction, 'select'>;

/** The number of the open drawer that the person answers for; null for none. */
export async function readDrawerOf(
  db: Reader,
  userId: string,
): Promise<{ id: string; number: number } | null> {
  const [open] = await db
    .select({ id: drawerSessions.id, number: drawerSessions.number })
    .from(drawerSessions)
    .where(and(eq(drawerSessions.holderId, userId), isNull(drawerSessions.closedAt)));
  return open ?? null;
}

/** Since when the person is in charge; null if they are not. */
export async function readChargeOf(db: Reader, userId: string): Promise<{ id: string; since: Date } | null> {
  const [open] = await db
    .select({ id: charges.id, since: charges.startedAt })
    .from(charges)
    .where(and(eq(charges.personId, userId), isNull(charges.endedAt)));
  return open ?? null;
}

/** `expected` in cents. */
export type PassedDrawer = { number: number; holder: string; expected: number };

/**
 * `to` answers for the cash from now on, uncounted: what the drawer should hold at this moment is on record, so that a
 * later count can be read against it. null if the person has none. Refused: no one who takes it, or someone who may not.
 */
export async function passDrawer(
  tx: Transaction,
  admin: SignedIn,
  from: { userId: string; name: string },
  to: string | null,
): Promise<
  Result<PassedDrawer | null, { kind: 'drawer-open'; number: number } | { kind: 'next-not-found' }>
> {
  const open = await lockDrawer(tx);
  if (open?.holderId !== from.userId) return succeed(null);
  if (to === null) return refuse({ kind: 'drawer-open', number: open.number });
  const next = await nextHolder(tx, from.userId, to);
  if (!next) return refuse({ kind: 'next-not-found' });
  const expected = expectedOf(await drawerCash(tx, open));
  await tx
    .update(drawerSessions)
    .set({ holderId: next.id, holderName: next.name })
    .where(eq(drawerSessions.id, open.id));
  await recordAudit(tx, admin, {
    action: 'drawer.passed-on',
    subject: 'drawer',
    subjectId: open.id,
    before: { holder: from.name },
    after: { drawer: open.number, holder: next.name, expectedInCents: expected },
  });
  await announce(tx, 'cash');
  return succeed({ number: open.number, holder: next.name, expected });
}

/** Ends the person's charge; `to` is in charge then, if they may be. null if the person was not in charge. */
export async function passCharge(
  tx: Transaction,
  admin: SignedIn,
  userId: string,
  to: string | null,
): Promise<{ person: string | null } | null> {
  const open = await openCharge(tx);
  if (open?.personId !== userId) return null;
  const next = to === null ? null : await nextHolder(tx, userId, to);
  const now = asDate(systemClock());
  // Another server's clock may be ahead.
  const at = now < open.startedAt ? open.startedAt : now;
  await tx.update(charges).set({ endedAt: at, endedByName: admin.name }).where(eq(charges.id, open.id));
  if (next)
    await tx.insert(charges).values({
      ...{ key: newId(), personId: next.id, personName: next.name },
      ...{ startedAt: at, startedByName: admin.name },
    });
  await announce(tx, 'cash');
  return { person: next?.name ?? null };
}
