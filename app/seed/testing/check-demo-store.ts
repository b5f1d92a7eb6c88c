/** Checks a demo store's invariants for any moment, without a database. */

import { availability } from '#core/goods/stock/stock.ts';
import { orderMachine } from '#core/sales/orders/order.ts';
import { slotsOn } from '#core/sales/pickup/slots.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { orderStatuses } from '#kernel/statuses.ts';
import { instantOf, storeDate } from '#kernel/time.ts';
import type { DemoOrder } from '../demo-orders.ts';
import { type DemoStore, drawDemoStore } from '../draw-demo-store.ts';

const FINAL = new Set(['completed', 'cancelled', 'no_show']);

/** What is wrong with the store generated for that moment, in words; empty if nothing is. */
export function problemsAt(now: Date): string[] {
  let store: DemoStore;
  try {
    store = drawDemoStore(now);
  } catch (error) {
    return [`${now.toISOString()}: ${error}`];
  }
  const found = [
    ...stockProblems(store),
    ...orderProblems(store),
    ...courseProblems(store),
    ...customerProblems(store),
  ];
  return found.slice(0, 3).map((problem) => `${now.toISOString()}: ${problem}`);
}

function* stockProblems({ now, menu, stock, settings }: DemoStore): Generator<string> {
  const levels = new Map(menu.map(({ id }) => [id, { onHand: 0, held: 0 }]));
  const products = new Map(menu.map((product) => [product.id, product]));
  let before = Number.NEGATIVE_INFINITY;
  for (const { productId, onHandChange, heldChange, createdAt, reason } of stock.ledger) {
    const level = levels.get(productId);
    const product = products.get(productId);
    if (!level || !product) {
      yield `a ledger row of an unknown product ${productId}`;
      continue;
    }
    level.onHand += onHandChange ?? 0;
    level.held += heldChange ?? 0;
    const at = createdAt.getTime();
    if (at < before || at > now.getTime()) yield `a ledger row out of time: ${createdAt.toISOString()}`;
    before = at;
    if (level.onHand < 0 || level.held < 0) yield `${product.slug} went below zero`;
    if (at < product.listedAt.getTime()) yield `${product.slug}: ${reason} before it was listed`;
    if (at < product.firstReceivedAt.getTime()) yield `${product.slug}: ${reason} before its first lot`;
  }
  for (const { id, slug, lots } of menu) {
    const { onHand, held } = levels.get(id) ?? { onHand: 0, held: 0 };
    const meant = lots.reduce((sum, lot) => sum + lot.onHand, 0);
    if (onHand !== meant || held > onHand) yield `${slug}: ${held} held of ${onHand}, meant are ${meant}`;
    if (availability(onHand, held).label !== availability(meant, 0).label)
      yield `${slug} is shown differently`;
  }
  for (const { batchNumber, packagedOn, createdAt } of stock.lots) {
    const received = createdAt && storeDate(instantOf(createdAt), settings.store.zone).toString();
    if (packagedOn !== received) yield `lot ${batchNumber}: packaged ${packagedOn}, received ${received}`;
  }
}

function* orderProblems({ now, orders, settings }: DemoStore): Generator<string> {
  const policy = pickupPolicy(settings);
  for (const [index, order] of orders.entries()) {
    const { number, visit, person, status, endedAt } = order;
    const { orderedAt, startsAt, endsAt, day } = visit;
    if (number !== index + 1) yield `order ${number} stands at place ${index + 1}`;
    if (orderedAt >= startsAt || orderedAt >= now) yield `order ${number} was placed too late`;
    if (person.joinedAt >= orderedAt) yield `order ${number} was placed before its customer joined`;
    if (endedAt < orderedAt || endedAt > now) yield `order ${number} changed at ${endedAt.toISOString()}`;
    if (endsAt <= now !== FINAL.has(status) && status !== 'cancelled') yield `order ${number} is ${status}`;
    const posted = slotsOn(policy, day).some(
      (slot) => slot.startsAt.epochMilliseconds === startsAt.getTime(),
    );
    if (!posted) yield `order ${number} is picked up outside posted hours`;
  }
  if (orders.length < 700 || orders.length > 1_600) yield `${orders.length} orders`;
}

function* courseProblems({ now, orders, held }: DemoStore): Generator<string> {
  for (const { number, course, status, endedAt, person } of orders) {
    const last = course.at(-1);
    if (last?.status !== status || last.at.getTime() !== endedAt.getTime())
      yield `order ${number} is ${status}, its course ends with ${last?.status}`;
    for (const [index, step] of course.entries()) {
      const before = course[index - 1];
      if (before && !orderMachine.mayGo(before.status, step.status))
        yield `order ${number} went from ${before.status} to ${step.status}`;
      if (before && step.at <= before.at) yield `order ${number} was ${step.status} before ${before.status}`;
      if (step.at > now) yield `order ${number} will be ${step.status}`;
      const isCustomers = step.status === 'pending' || step.status === 'cancelled';
      if ((step.by === person) !== isCustomers)
        yield `order ${number}: ${step.by.name} made it ${step.status}`;
    }
  }
  for (const { row, moments, until } of held) {
    if ((row.status === 'pending') !== until > now)
      yield `hold ${row.id} until ${until.toISOString()} is ${row.status}`;
    if (moments.some(({ at }) => at > now)) yield `hold ${row.id} has a future`;
  }
}

function* customerProblems({ orders, people }: DemoStore): Generator<string> {
  const theirs = orders.filter(({ person }: DemoOrder) => person === people.customer);
  const states = new Set(theirs.map(({ status }) => status));
  for (const status of orderStatuses)
    if (!states.has(status)) yield `the demo customer has nothing ${status}`;
  const coming = theirs.filter(({ status }) => !FINAL.has(status)).flatMap(({ lines }) => lines);
  if (coming.length > 2 * 4) yield `the demo customer has ${coming.length} lines to come`;
  if (theirs.length < 6) yield `the demo customer has ${theirs.length} orders`;
}
