/** Generates the records of demo orders and holds: events, staff actions, ID checks. None has a job. */

import type { AuditEntry } from '#core/ground/audit/record-audit.server.ts';
import { type DomainEvent, subjectOf } from '#core/ground/events/event.ts';
import { needsBirthDate } from '#core/sales/compliance/age-rule.ts';
import type { auditLog } from '#db/schema/audit.ts';
import type { events } from '#db/schema/events.ts';
import type { handOvers, idChecks } from '#db/schema/orders.ts';
import { orderStatusEvents } from '#kernel/statuses.ts';
import type { CoursedOrder, Step } from './demo-course.ts';
import type { HeldMoment, HeldProduct } from './demo-held.ts';
import type { DemoPerson } from './demo-people.ts';
import type { Random } from './random.ts';

const DAY = 86_400_000;

/** An event as stored, with its recipient and subject. */
export type DemoEvent = {
  row: typeof events.$inferInsert & { id: string };
  about: { order: CoursedOrder; step: Step } | { held: HeldProduct; moment: HeldMoment };
};

/** Everything that happened to orders and holds, oldest first. */
export function eventsOf(
  random: Random,
  orders: readonly CoursedOrder[],
  holds: readonly HeldProduct[],
): DemoEvent[] {
  const ofOrders = orders.flatMap((order) =>
    order.course.map((step): DemoEvent => {
      const kind = orderStatusEvents[step.status];
      return {
        row: eventRow(random, { kind, orderId: order.id }, step.at, step.by),
        about: { order, step },
      };
    }),
  );
  const ofHolds = holds.flatMap((held) =>
    held.moments.map((moment): DemoEvent => {
      const event = { kind: `reservation-${moment.what}`, reservationId: held.row.id } as const;
      return { row: eventRow(random, event, moment.at, moment.by), about: { held, moment } };
    }),
  );
  return [...ofOrders, ...ofHolds].sort((left, right) => (left.row.id < right.row.id ? -1 : 1));
}

function eventRow(random: Random, event: DomainEvent, at: Date, by: DemoPerson | null): DemoEvent['row'] {
  return {
    id: random.idAt(at),
    kind: event.kind,
    subjectId: subjectOf(event),
    actorId: by?.id ?? null,
    payload: event,
    createdAt: at,
  };
}

/** What the counter did to orders, as its commands record it. */
export function auditOf(random: Random, orders: readonly CoursedOrder[]): (typeof auditLog.$inferInsert)[] {
  return orders.flatMap((order) =>
    order.course.flatMap((step, index) => {
      const before = order.course[index - 1];
      // The log does not record what customers do with their own orders.
      if (!before || step.by === order.person) return [];
      const { subject, ...entry } = entryOf(random, order, before, step);
      return {
        id: random.idAt(step.at),
        actorId: step.by.id,
        actorName: step.by.name,
        ...entry,
        subjectType: subject,
        createdAt: step.at,
      };
    }),
  );
}

function entryOf(random: Random, { id, money }: CoursedOrder, before: Step, { status }: Step): AuditEntry {
  const subject = { subject: 'order', subjectId: id } as const;
  if (status !== 'completed')
    return {
      ...subject,
      action: 'order.status-changed',
      before: { status: before.status },
      after: { status },
    };
  // Typical cash payments: to the cent, to the next dollar, to the next twenty.
  const note = random.pick([1, 100, 500, 2_000, 2_000]);
  const cashReceived = Math.ceil(money.total / note) * note;
  return {
    ...subject,
    action: 'order.handed-over',
    before: { status: before.status, paymentStatus: 'pay_on_pickup' },
    after: { status, paymentStatus: 'paid', cashReceived, change: cashReceived - money.total },
  };
}

/** The cash of every hand-over, as the log of staff actions has it. */
export function handOversOf(
  entries: readonly (typeof auditLog.$inferInsert)[],
): (typeof handOvers.$inferInsert)[] {
  return entries.flatMap(({ action, subjectId, actorId, actorName, after, createdAt }) => {
    if (action !== 'order.handed-over' || !subjectId || !actorId || !actorName) return [];
    const { cashReceived, change } = after as { cashReceived: number; change: number };
    return {
      orderId: subjectId,
      owed: cashReceived - change,
      cashReceived,
      handedOverBy: actorId,
      handedOverByName: actorName,
      createdAt,
    };
  });
}

/** The ID check at every hand-over of restricted products. */
export function idChecksOf(
  random: Random,
  orders: readonly CoursedOrder[],
): (typeof idChecks.$inferInsert)[] {
  return orders.flatMap(({ id, lines, course }) => {
    const handOver = course.at(-1);
    if (handOver?.status !== 'completed' || !needsBirthDate(lines.map(({ product }) => product))) return [];
    const { at, by } = handOver;
    const idKind = random.weighted(['driver_license', 'state_id', 'passport'] as const, (kind) =>
      kind === 'driver_license' ? 86 : 7,
    );
    return {
      id: random.idAt(at),
      orderId: id,
      outcome: 'accepted' as const,
      idKind,
      issuer: idKind === 'passport' ? 'United States' : random.pick(['New York', 'New York', 'Pennsylvania']),
      expiresOn: new Date(at.getTime() + random.between(60, 2_400) * DAY).toISOString().slice(0, 10),
      checkedBy: by.id,
      checkedByName: by.name,
      createdAt: at,
    };
  });
}
