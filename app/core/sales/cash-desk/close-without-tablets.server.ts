/** Decides whether a drawer may be closed while tablets hold work, and records who closed it without them, and why. */
import { inArray, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { mayCloseWithout, type SignedIn } from '#core/ground/access/actor.ts';
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
 * the person in charge says why. Then these tablets stop no closing until they report again, or more.
 * @param without why the drawer is closed without them; '' for no reason
 */
export async function closeWithoutTablets(
  tx: Transaction,
  actor: SignedIn,
  { drawer, without, zone }: { drawer: DrawerSession; without: string; zone: string },
  now: Temporal.Instant,
): Promise<Result<null, DrawerProblem>> {
  const today = dayStart(now, zone);
  const tablets = (await tabletReports(tx)).filter((each) => stopsClosing(each, asDate(now), today));
  if (tablets.length === 0) return succeed(null);
  const mayClose = mayCloseWithout(actor, (await openCharge(tx))?.personId ?? null);
  if (without === '' || !mayClose) return refuse({ kind: 'unsent', tablets, mayClose });
  await tx
    .update(counterTablets)
    .set({ setAside: sql`${counterTablets.unsent}`, inView: false })
    .where(
      inArray(
        counterTablets.id,
        tablets.map(({ id }) => id),
      ),
    );
  await recordAudit(tx, actor, {
    action: 'drawer.without-tablets',
    subject: 'drawer',
    subjectId: drawer.id,
    after: {
      drawer: drawer.number,
      tablets: tablets.map(leftOut),
    },
    reason: without,
  });
  return succeed(null);
}

/** 'Tablet “Front”: 3 not sent' */
const leftOut = (tablet: TabletReport): string =>
  `${tabletLabel(tablet)}: ${tablet.unsent === 0 ? 'lost the network' : `${tablet.unsent} not sent`}`;
