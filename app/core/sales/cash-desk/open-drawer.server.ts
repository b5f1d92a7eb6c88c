/** Opens the cash drawer with a float. */
import { eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { drawerSessions } from '#db/schema/cash-desk.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, formatDateTime, instantOf, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import type { CashCount } from './cash-count.ts';
import type { DrawerProblem } from './drawer.ts';
import { lockDrawer } from './lock-drawer.server.ts';
import { writeOpening } from './write-opening.server.ts';

/** `key` is the form's: sent again, it opens nothing and gets the same answer. */
export type OpenDrawerInput = CashCount & { key: string };

/** The actor answers for the cash. Refused: while a drawer is open, and a key that opened one with another float. */
export async function openDrawer(
  actor: Actor,
  { key, amount, pieces }: OpenDrawerInput,
  now = systemClock(),
): Promise<Result<{ number: number }, DrawerProblem>> {
  const asStaff = staffTransaction(actor, 'cash.handle', refuse({ kind: 'not-allowed' }));
  const { zone } = (await readSettings()).store;
  return asStaff<Result<{ number: number }, DrawerProblem>>(async (tx, actor) => {
    const open = await lockDrawer(tx);
    const [same] = await tx.select().from(drawerSessions).where(eq(drawerSessions.key, key));
    if (same)
      return same.float === amount ? succeed({ number: same.number }) : refuse({ kind: 'sent-before' });
    if (open)
      return refuse({
        kind: 'already-open',
        holder: open.holderName,
        since: formatDateTime(instantOf(open.openedAt), zone),
      });
    const opened = await writeOpening(tx, actor, {
      ...{ key, amount, pieces, fromId: null, openedAt: asDate(now) },
      holder: { id: actor.userId, name: actor.name },
    });
    await announce(tx, 'cash');
    return succeed(opened);
  });
}
