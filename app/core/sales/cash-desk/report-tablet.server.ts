/**
 * Records what a tablet at the counter holds that was not sent, so that a drawer is not closed without it. Only staff report,
 * and only for as many tablets as one person can use.
 */
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { shareCashDrawer } from '#db/advisory-locks.ts';
import { database, type Transaction } from '#db/client.ts';
import { counterTablets } from '#db/schema/cash-desk.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';

/**
 * `id` is the tablet's own; `name` of a shared tablet. `handsOver`: its copy lets staff hand orders over without a network.
 * `inView`: whether its screen shows the counter; null from a page in the background, which does not know of other pages.
 */
export type ReportInput = {
  id: string;
  name: string | null;
  unsent: number;
  handsOver: boolean;
  inView: boolean | null;
};

/** Tablets that one account can report at a time. The tablet seen first is dropped for another, unless it holds work. */
const MOST_TABLETS = 10;

type TabletProblem = { kind: 'not-allowed' } | { kind: 'too-many-tablets' };

/** Refuses people who do not work at the counter, and one tablet too many. */
export function reportTablet(
  actor: Actor,
  input: ReportInput,
  now = systemClock(),
): Promise<Result<null, TabletProblem>> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<null, TabletProblem>>(async (tx, actor) => {
    // A report of work is in the closing that runs now, or comes after it.
    if (input.unsent > 0) await shareCashDrawer(tx);
    const { id, name, unsent, handsOver, inView } = input;
    const row = {
      name,
      unsent,
      handsOver,
      ...(inView === null ? {} : { inView }),
      userId: actor.userId,
      person: actor.name,
      seenAt: asDate(now),
      ...(unsent === 0 ? { emptyAt: asDate(now) } : {}),
    };
    const [before] = await tx
      .select({ unsent: counterTablets.unsent })
      .from(counterTablets)
      .where(eq(counterTablets.id, id));
    if (!before && !(await hasRoom(tx, actor.userId))) return refuse({ kind: 'too-many-tablets' });
    await tx
      .insert(counterTablets)
      .values({ id, ...row })
      .onConflictDoUpdate({
        target: counterTablets.id,
        set: { ...row, setAside: sql`least(${counterTablets.setAside}, ${unsent})` },
      });
    if ((before?.unsent ?? 0) !== unsent) await announce(tx, 'cash');
    return succeed(null);
  });
}

async function hasRoom(tx: Transaction, userId: string): Promise<boolean> {
  const own = eq(counterTablets.userId, userId);
  if ((await tx.$count(counterTablets, own)) < MOST_TABLETS) return true;
  const { rows } = await tx.execute(sql`
    delete from counter_tablets where id = (
      select id from counter_tablets where user_id = ${userId} and unsent = 0 order by seen_at limit 1)
    returning id`);
  return rows.length > 0;
}

/** Days after which a tablet that reports no more is gone. */
const KEPT_DAYS = 3;

export async function cleanUpTablets(now = new Date()): Promise<void> {
  await database()
    .delete(counterTablets)
    .where(and(lt(counterTablets.seenAt, new Date(now.getTime() - KEPT_DAYS * 86_400_000))));
}
