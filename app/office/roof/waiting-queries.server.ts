/** Counts what waits for staff, for the sidebar. */
import { eq } from 'drizzle-orm';
import { countAgeCases } from '#core/accounts/customers/age-queue-queries.server.ts';
import { countTasks } from '#core/goods/tracking/reports/report-figures-queries.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { countTabs } from '#core/sales/orders/list/order-filter-queries.server.ts';
import { countRows } from '#db/count-rows.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import type { Counted } from '#kernel/list-state.ts';
import { systemClock } from '#kernel/time.ts';

/** By the screen's path below /admin: orders to pack, reservations without a time, profiles ready to decide, reports that were refused. */
export type Waiting = Readonly<Record<string, Counted>>;

/** Leaves out what the actor may not see. */
export async function readWaiting(actor: Actor, zone: string): Promise<Waiting> {
  const [orders, reservations, ageCases, stateTasks] = await Promise.all([
    countTabs(actor, { now: systemClock(), zone }),
    may(actor, 'pickups.manage')
      ? countRows(pickupReservations, eq(pickupReservations.status, 'pending'))
      : 0,
    countAgeCases(actor),
    countTasks(actor),
  ]);
  return {
    orders: orders?.pack ?? 0,
    'pickup-reservations': reservations,
    'age-verification': ageCases ?? 0,
    'state-tracking': stateTasks ?? 0,
  };
}
