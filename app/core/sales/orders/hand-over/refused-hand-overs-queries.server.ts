/** Reads hand-overs that were refused when they arrived, for the pages that close the day and for the drawer. */
import { and, asc, eq, gte, isNull, or, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { type Actor, may, mayCloseWithout } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { openCharge } from '#core/sales/cash-desk/charge-queries.server.ts';
import { dayStart } from '#core/sales/cash-desk/tablets-queries.server.ts';
import { database } from '#db/client.ts';
import { handOverSettlements, orders, refusedHandOvers } from '#db/schema/orders.ts';
import { formatTimeSeen, instantOf, systemClock } from '#kernel/time.ts';
import { idKindLabel } from './id-check.ts';
import { cashKept } from './refused-hand-over.ts';

export type RefusedHandOver = {
  id: string;
  /** 'ORD042' */
  number: string;
  /** Who ordered. */
  name: string;
  why: string;
  /** Cents in the drawer that no record has; null if unknown. */
  cash: number | null;
  /** 'Passport, any country: Canada'; null if no ID was checked. */
  idCheck: string | null;
  by: string;
  /** When it was done, by the tablet's clock, and when it arrived. */
  at: string;
  arrived: string;
  settled: { by: string; at: string; note: string } | null;
};

export type RefusedHandOvers = {
  /** Those of any day that no one settled, and those settled today; oldest first. */
  rows: RefusedHandOver[];
  /** How many no one settled. */
  left: number;
  maySettle: boolean;
};

/** Nothing for people who do not work at the counter. */
export async function readRefusedHandOvers(
  actor: Actor,
  now: Temporal.Instant = systemClock(),
): Promise<RefusedHandOvers> {
  if (!may(actor, 'orders.manage')) return { rows: [], left: 0, maySettle: false };
  const { zone } = (await readSettings()).store;
  const at = (date: Date) => formatTimeSeen(instantOf(date), now, zone);
  const [found, charge] = await Promise.all([
    database()
      .select({
        refused: refusedHandOvers,
        settled: handOverSettlements,
        number: orders.orderId,
        name: orders.userName,
      })
      .from(refusedHandOvers)
      .innerJoin(orders, eq(orders.id, refusedHandOvers.orderId))
      .leftJoin(handOverSettlements, eq(handOverSettlements.refusedId, refusedHandOvers.id))
      .where(
        or(isNull(handOverSettlements.refusedId), gte(handOverSettlements.createdAt, dayStart(now, zone))),
      )
      .orderBy(asc(refusedHandOvers.createdAt), asc(refusedHandOvers.id)),
    openCharge(database()),
  ]);
  const rows = found.map(({ refused, settled, number, name }) => ({
    ...{ id: refused.id, number, name, why: refused.why, cash: cashKept(refused) },
    idCheck: refused.idKind && [idKindLabel[refused.idKind], refused.issuer].filter(Boolean).join(': '),
    ...{ by: refused.handedOverByName, at: at(refused.doneAt), arrived: at(refused.createdAt) },
    settled: settled && { by: settled.settledByName, at: at(settled.createdAt), note: settled.note },
  }));
  return {
    rows,
    left: rows.filter(({ settled }) => settled === null).length,
    maySettle: mayCloseWithout(actor, charge?.personId ?? null),
  };
}

/** Why this action was not accepted; null if it is not a hand-over that was recorded so. Checks no permission. */
export async function whyNotAccepted(id: string): Promise<string | null> {
  const [row] = await database()
    .select({ why: refusedHandOvers.why })
    .from(refusedHandOvers)
    .where(eq(refusedHandOvers.id, id));
  return row?.why ?? null;
}

/** How many hand-overs of an order were refused when they arrived, and settled by no one. @param orderId the row's id */
export async function countNotAccepted(orderId: string): Promise<number> {
  const [row] = await database()
    .select({ count: sql<number>`count(*)::int` })
    .from(refusedHandOvers)
    .leftJoin(handOverSettlements, eq(handOverSettlements.refusedId, refusedHandOvers.id))
    .where(and(eq(refusedHandOvers.orderId, orderId), isNull(handOverSettlements.refusedId)));
  return row?.count ?? 0;
}
