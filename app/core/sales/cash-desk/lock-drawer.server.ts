/** Locks the cash drawer for a command of the cash desk: no payment, refund or other command moves cash until it commits. */
import { eq } from 'drizzle-orm';
import { lockAdvisory } from '#db/advisory-locks.ts';
import type { Transaction } from '#db/client.ts';
import { drawerSessions } from '#db/schema/cash-desk.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import type { DrawerProblem } from './drawer.ts';
import { type DrawerSession, openSession } from './drawer-cash-queries.server.ts';

/** The open drawer, or null. */
export async function lockDrawer(tx: Transaction): Promise<DrawerSession | null> {
  await lockAdvisory(tx, 'cashDrawer');
  return openSession(tx);
}

/** The drawer that a page shows, if it is the open one. Refused: a drawer that was closed since. @param open of `lockDrawer` */
export async function stillOpen(
  tx: Transaction,
  open: DrawerSession | null,
  sessionId: string,
  zone: string,
): Promise<Result<DrawerSession, DrawerProblem>> {
  if (open?.id === sessionId) return succeed(open);
  if (!isUuid(sessionId)) return refuse({ kind: 'none-open' });
  const [closed] = await tx.select().from(drawerSessions).where(eq(drawerSessions.id, sessionId));
  if (!closed?.closedAt) return refuse({ kind: 'none-open' });
  return refuse({
    kind: 'closed',
    by: closed.closedByName ?? '',
    at: formatDateTime(instantOf(closed.closedAt), zone),
  });
}
