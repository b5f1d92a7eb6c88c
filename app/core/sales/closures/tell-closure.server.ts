/**
 * Writes a closure's messages, and those of its undo, a few customers at a time. However often its jobs repeat or the
 * process is killed, each customer gets each message once: the list was written when the days closed, and `notify`
 * never notifies a person twice of the same event.
 */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { notify } from '#core/ground/notifications/notify.server.ts';
import { AT_A_TIME, notifyInTurn } from '#core/ground/notifications/notify-in-turn.server.ts';
import { outsideHoursOf } from '#core/sales/pickup/hours.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { database } from '#db/client.ts';
import { closurePeople, closures } from '#db/schema/closures.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { users } from '#db/schema/identity.ts';
import type { ClosurePersonStatus } from '#kernel/statuses.ts';
import { systemClock } from '#kernel/time.ts';
import { enqueue } from '#platform/jobs.ts';
import { announce } from '#platform/live/announce.ts';
import { type ClosedOrder, readClosedOrders } from './closed-orders-queries.server.ts';
import { closureJob } from './closure-job.ts';
import { type ClosureFacts, closureFacts, closureRow, openAgainRow } from './emails/write-closure.server.tsx';

/** Not sent yet, or perhaps sent by a process that was killed. */
const UNDER_WAY: readonly ClosurePersonStatus[] = ['waiting', 'sending'];

type Person = {
  number: number;
  userId: string | null;
  email: string | null;
  name: string | null;
  isClosed: boolean;
};

/**
 * Notifies the next customers, and enqueues the job for those after them; records the end when none are left. A customer
 * whose order no longer has the closed time gets none.
 */
export async function tellClosure(closureId: string, now = systemClock()): Promise<void> {
  const [closure] = await database()
    .select()
    .from(closures)
    .where(and(eq(closures.id, closureId), eq(closures.status, 'active')));
  if (!closure?.eventId || closure.sentAt) return;
  const { eventId, reason } = closure;
  return notifyInTurn<Person>({
    next: () => nextPeople(closureId, 'status'),
    prepare: async () => {
      const facts = await closureFacts(reason, now);
      return async (person) => {
        if (!(await claim(person.number))) return;
        const orders = await ordersOf(person, ({ state }) => state === 'open');
        const status = await tell(person, orders, (to) => notifyClosed(eventId, to, orders, facts));
        await database()
          .update(closurePeople)
          .set({ status, ...(status === 'sent' ? { sentAt: sql`now()` } : {}) })
          .where(and(eq(closurePeople.number, person.number), eq(closurePeople.status, 'sending')));
      };
    },
    again: async (tx, seconds) => {
      await enqueue(tx, closureJob, { closureId, isUndo: false }, seconds);
      await announce(tx, 'orders');
    },
    end: async (tx) => {
      await tx
        .update(closures)
        .set({ sentAt: sql`now()` })
        .where(and(eq(closures.id, closureId), isNull(closures.sentAt)));
      await announce(tx, 'orders');
    },
  });
}

/** The same for the undo, to everyone whose first message may be out and whose order is still open. */
export async function tellOpenAgain(closureId: string, now = systemClock()): Promise<void> {
  const [closure] = await database()
    .select()
    .from(closures)
    .where(and(eq(closures.id, closureId), eq(closures.status, 'undone')));
  if (!closure?.undoneEventId || closure.undoneSentAt) return;
  const { undoneEventId, reason } = closure;
  return notifyInTurn<Person>({
    next: () => nextPeople(closureId, 'undoneStatus'),
    prepare: async () => {
      const facts = await closureFacts(reason, now);
      const isOutside = outsideHoursOf(pickupPolicy(facts.settings));
      return async (person) => {
        // Someone may have changed the hours since: a time that is still closed is not given back.
        const isOpenAgain = ({ oldStartsAt, oldEndsAt }: ClosedOrder) =>
          !isOutside({ from: oldStartsAt, to: oldEndsAt });
        const orders = await ordersOf(
          person,
          (order) => (order.state === 'open' || order.state === 'moved') && isOpenAgain(order),
        );
        const undoneStatus = await tell(person, orders, async (to) =>
          notify(undoneEventId, 'closure-undone', to, await openAgainRow({ ...to, orders }, facts), null),
        );
        await database()
          .update(closurePeople)
          .set({ undoneStatus, ...(undoneStatus === 'sent' ? { undoneSentAt: sql`now()` } : {}) })
          .where(and(eq(closurePeople.number, person.number), eq(closurePeople.undoneStatus, 'waiting')));
      };
    },
    again: async (tx, seconds) => {
      await enqueue(tx, closureJob, { closureId, isUndo: true }, seconds);
      await announce(tx, 'orders');
    },
    end: async (tx) => {
      await tx
        .update(closures)
        .set({ undoneSentAt: sql`now()` })
        .where(and(eq(closures.id, closureId), isNull(closures.undoneSentAt)));
      await announce(tx, 'orders');
    },
  });
}

type Reached = { number: number; name: string; userId: string; email: string };

async function notifyClosed(
  eventId: string,
  to: Reached,
  orders: readonly ClosedOrder[],
  facts: ClosureFacts,
): Promise<void> {
  await notify(eventId, 'closure', to, await closureRow({ ...to, orders }, facts), null);
}

/** Notifies a customer who has something to hear, and returns what is recorded. */
async function tell(
  { number, userId, email, name, isClosed }: Person,
  orders: readonly ClosedOrder[],
  send: (to: Reached) => Promise<void>,
): Promise<ClosurePersonStatus> {
  if (userId === null || email === null || name === null || isClosed) return 'unreachable';
  if (orders.length === 0) return 'not-sent';
  await send({ number, userId, email, name });
  return 'sent';
}

/**
 * Marks a message as under way; false once the closure is undone, which settles the messages that are not. An undo that
 * comes after this notifies the customer again.
 */
async function claim(number: number): Promise<boolean> {
  const claimed = await database()
    .update(closurePeople)
    .set({ status: 'sending' })
    .where(
      and(
        eq(closurePeople.number, number),
        inArray(closurePeople.status, [...UNDER_WAY]),
        sql`exists (select from ${closures} where ${closures.id} = ${closurePeople.closureId} and ${closures.status} = 'active')`,
      ),
    )
    .returning({ number: closurePeople.number });
  return claimed.length > 0;
}

const ordersOf = async ({ number }: Person, which: (order: ClosedOrder) => boolean) =>
  (await readClosedOrders([number])).filter(which);

function nextPeople(closureId: string, message: 'status' | 'undoneStatus'): Promise<Person[]> {
  return database()
    .select({
      number: closurePeople.number,
      userId: users.id,
      email: users.email,
      name: users.name,
      isClosed: sql<boolean>`coalesce(${customerProfiles.status} = 'closed', false)`,
    })
    .from(closurePeople)
    .leftJoin(users, eq(users.id, closurePeople.userId))
    .leftJoin(customerProfiles, eq(customerProfiles.userId, closurePeople.userId))
    .where(and(eq(closurePeople.closureId, closureId), inArray(closurePeople[message], [...UNDER_WAY])))
    .orderBy(asc(closurePeople.number))
    .limit(AT_A_TIME);
}
