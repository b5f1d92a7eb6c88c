/** Decides whether a drawer may be closed while tablets hold work, and records who closed it without them, and why. */
import { inArray, sql } from 'drizzle-orm';
import type { SignedIn } from '#core/access/actor.ts';
import { recordAudit } from '#core/audit/record-audit.server.ts';
import type { Transaction } from '#db/client.ts';
import { counterTablets } from '#db/schema/cash-desk.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { openCharge } from './charge-queries.server.ts';
import type { DrawerProblem } from './drawer.ts';
import type { DrawerSession } from './drawer-cash-queries.server.ts';
import { holdsWork, mayCloseWithout, tabletLabel } from './tablet.ts';
import { tabletReports } from './tablets-queries.server.ts';

/**
 * Under the lock on the drawer. Refused: while a tablet is known to hold work, unless an admin or the person in charge says
 * why. Then these tablets stop no closing until they report more.
 * @param without why the drawer is closed without them; '' for no reason
 */
export async function closeWithoutTablets(
  tx: Transaction,
  actor: SignedIn,
  { drawer, without }: { drawer: DrawerSession; without: string },
): Promise<Result<null, DrawerProblem>> {
  const tablets = (await tabletReports(tx)).filter(holdsWork);
  if (tablets.length === 0) return succeed(null);
  const mayClose = mayCloseWithout(actor, (await openCharge(tx))?.personId ?? null);
  if (without === '' || !mayClose) return refuse({ kind: 'unsent', tablets, mayClose });
  await tx
    .update(counterTablets)
    .set({ setAside: sql`${counterTablets.unsent}` })
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
      tablets: tablets.map((each) => `${tabletLabel(each)}: ${each.unsent} not sent`),
    },
    reason: without,
  });
  return succeed(null);
}
