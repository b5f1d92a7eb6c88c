/** Decides whether a drawer may be closed while tablets hold work, and records who closed it without them, and why. */
import { inArray, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { type Approver, mayCloseWithout, type SignedIn } from '#core/ground/access/actor.ts';
import { approverAsActor } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Transaction } from '#db/client.ts';
import { counterTablets } from '#db/schema/cash-desk.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate } from '#kernel/time.ts';
import { openCharge } from './charge-queries.server.ts';
import type { DrawerProblem } from './drawer.ts';
import type { DrawerSession } from './drawer-cash-queries.server.ts';
import { stopsClosing, type TabletReport, tabletLabel } from './tablet.ts';
import { dayStart, tabletReports } from './tablets-queries.server.ts';

/**
 * Under the lock on the drawer. Refused: while a tablet is known to hold work, or lost the network in use, unless an admin or
 * the person in charge says why, or someone who has their yes: then it is done in their name. Then these tablets stop no
 * closing until they report again, or more. Returns the approver whose yes was needed, for `mayStillApprove`.
 * @param without why the drawer is closed without them; '' for no reason
 */
export async function closeWithoutTablets(
  tx: Transaction,
  actor: SignedIn,
  {
    drawer,
    without,
    approver,
    zone,
  }: { drawer: DrawerSession; without: string; approver: Approver | null; zone: string },
  now: Temporal.Instant,
): Promise<Result<Approver | null, DrawerProblem>> {
  const today = dayStart(now, zone);
  const tablets = (await tabletReports(tx)).filter((each) => stopsClosing(each, asDate(now), today));
  if (tablets.length === 0) return succeed(null);
  const mayClose = mayCloseWithout(actor, (await openCharge(tx))?.personId ?? null);
  // Who may act needs no yes.
  const yes = mayClose ? null : approver;
  if (without === '' || !(mayClose || yes))
    return refuse({ kind: 'unsent', tablets, mayClose: mayClose || yes !== null });
  await tx
    .update(counterTablets)
    .set({ setAside: sql`${counterTablets.unsent}`, inView: false })
    .where(
      inArray(
        counterTablets.id,
        tablets.map(({ id }) => id),
      ),
    );
  const by = yes ? { kind: 'user' as const, userId: yes.userId, name: yes.name } : actor;
  await recordAudit(tx, by, {
    action: 'drawer.without-tablets',
    subject: 'drawer',
    subjectId: drawer.id,
    after: {
      drawer: drawer.number,
      tablets: tablets.map(leftOut),
      ...(yes ? { askedBy: actor.name } : {}),
    },
    reason: without,
  });
  return succeed(yes);
}

/** Whether the yes still counts, as the last statement of the command; also without one. */
export async function mayStillApprove(
  tx: Transaction,
  actor: SignedIn,
  approver: Approver | null,
): Promise<boolean> {
  if (!approver) return true;
  const inCharge = (await openCharge(tx))?.personId ?? null;
  const person = await approverAsActor(tx, approver, actor);
  return person !== null && mayCloseWithout(person, inCharge);
}

/** 'Tablet “Front”: 3 not sent' */
const leftOut = (tablet: TabletReport): string =>
  `${tabletLabel(tablet)}: ${tablet.unsent === 0 ? 'lost the network' : `${tablet.unsent} not sent`}`;
