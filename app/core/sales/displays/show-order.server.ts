/** A tablet says what its register has in front of it, for the screen that the customer sees. */
import { and, eq, gt, isNull, not, or } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { displays, shownOrders } from '#db/schema/displays.ts';
import { registers } from '#db/schema/line.ts';
import { orders } from '#db/schema/orders.ts';
import { walkIns } from '#db/schema/walk-ins.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { type DisplayProblem, SHOWN_SECONDS } from './display.ts';

/** `order` is 'ORD042'; one of both. `received` in cents, as typed so far. */
export type Shown = { order: string | null; walkIn: string | null; received: number | null };

type Outcome = Result<null, DisplayProblem>;
const asStaff = (actor: Actor) => staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));

/**
 * `news`: it is open since now, or changed; otherwise it is still open, which leaves what another tablet of the register opened
 * since. Nothing is written for a register without a screen. Refused: an order or register that is not there.
 */
export function showOrder(
  actor: Actor,
  { registerId, shown, news }: { registerId: string; shown: Shown; news: boolean },
  now = systemClock(),
): Promise<Outcome> {
  return asStaff(actor)<Outcome>(async (tx) => {
    if (!(await hasScreen(tx, registerId))) return succeed(null);
    const about = await idsOf(tx, shown);
    if (!about) return refuse({ kind: 'not-found' });
    const row = { ...about, received: shown.received, shownAt: asDate(now) };
    const isOld = not(gt(shownOrders.shownAt, asDate(now.subtract({ seconds: SHOWN_SECONDS }))));
    const same = and(
      about.orderId ? eq(shownOrders.orderId, about.orderId) : isNull(shownOrders.orderId),
      about.walkInId ? eq(shownOrders.walkInId, about.walkInId) : isNull(shownOrders.walkInId),
    );
    await tx
      .insert(shownOrders)
      .values({ registerId, ...row })
      .onConflictDoUpdate({
        target: shownOrders.registerId,
        set: row,
        ...(news ? {} : { setWhere: or(same, isOld) as NonNullable<typeof same> }),
      });
    if (news) await announce(tx, `register:${registerId}`);
    return succeed(null);
  });
}

/** It is open no more; what another tablet of the register opened since stays. */
export function hideOrder(
  actor: Actor,
  { registerId, shown }: { registerId: string; shown: Omit<Shown, 'received'> },
): Promise<Outcome> {
  return asStaff(actor)<Outcome>(async (tx) => {
    const about = isUuid(registerId) ? await idsOf(tx, shown) : null;
    if (!about) return refuse({ kind: 'not-found' });
    const gone = await tx
      .delete(shownOrders)
      .where(
        and(
          eq(shownOrders.registerId, registerId),
          about.orderId ? eq(shownOrders.orderId, about.orderId) : isNull(shownOrders.orderId),
          about.walkInId ? eq(shownOrders.walkInId, about.walkInId) : isNull(shownOrders.walkInId),
        ),
      )
      .returning({ registerId: shownOrders.registerId });
    if (gone.length > 0) await announce(tx, `register:${registerId}`);
    return succeed(null);
  });
}

/** Holds the register, so that it is not removed in the meantime. */
async function hasScreen(tx: Transaction, registerId: string): Promise<boolean> {
  if (!isUuid(registerId)) return false;
  const [held] = await tx
    .select({ id: registers.id })
    .from(registers)
    .where(eq(registers.id, registerId))
    .for('key share');
  return held !== undefined && (await tx.$count(displays, eq(displays.registerId, registerId))) > 0;
}

async function idsOf(
  tx: Transaction,
  { order, walkIn }: Omit<Shown, 'received'>,
): Promise<{ orderId: string | null; walkInId: string | null } | null> {
  if (order !== null) {
    const [found] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.orderId, order));
    return found ? { orderId: found.id, walkInId: null } : null;
  }
  if (walkIn === null || !isUuid(walkIn)) return null;
  const [found] = await tx.select({ id: walkIns.id }).from(walkIns).where(eq(walkIns.id, walkIn));
  return found ? { orderId: null, walkInId: found.id } : null;
}
