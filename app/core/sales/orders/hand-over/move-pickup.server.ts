/**
 * Moves the pickup of a customer's own order to another slot: place, lots and order in one transaction. Locks
 * follow the order in docs/locks.md.
 */
import { eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { lockCustomer } from '#core/accounts/customers/lock-customer.server.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { countEvents } from '#core/ground/events/count-events.server.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { holdSettings } from '#core/ground/settings/lock-settings.server.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { offeredSlotAt } from '#core/sales/pickup/slots.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { moveSlot } from '#core/sales/pickup/take-slot.server.ts';
import { inTransactionOr, type Transaction } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, instantOf, readInstant, systemClock } from '#kernel/time.ts';
import { isOrderNumber } from '../order.ts';
import { itemsOf, rewriteLines } from '../write-order-lines.server.ts';
import { type LockedOrder, lockOrder, returnToPacking } from '../write-order-status.server.ts';
import { changesSince, type MoveProblem, moveRefusal, type SeenOrder } from './pickup-move.ts';

export type MoveInput = {
  /** ISO instant of the wanted slot. */
  slotStartsAt: string;
  seen: SeenOrder;
};

type Outcome = Result<{ changed: boolean; pickupStartsAt: Temporal.Instant }, MoveProblem>;

/**
 * Refuses: a sixth move, another customer's order, an order being packed or whose time has come, a slot that
 * is full or not offered, a day when its lots are no longer good, and a stale page. Moving to the current
 * time changes nothing, so clicking twice is not an error.
 */
export async function movePickup(
  actor: Actor,
  orderId: string,
  input: MoveInput,
  now = systemClock(),
): Promise<Outcome> {
  if (actor.kind !== 'user' || actor.isBanned || !isOrderNumber(orderId))
    return refuse({ kind: 'not-found' });
  const wanted = readInstant(input.slotStartsAt);
  const known = await readSettings();

  return inTransactionOr<Outcome>(async (tx, abandon) => {
    const settings = await holdSettings(tx, known);
    const customer = await lockCustomer(tx, { userId: actor.userId, name: actor.name });
    const order = await lockOrder(tx, orderId);
    if (order?.userId !== actor.userId || customer.isBanned) return refuse({ kind: 'not-found' });
    if (!wanted) return refuse({ kind: 'slot-missing' });
    const before = order.pickupStartsAt;
    if (before?.getTime() === wanted.epochMilliseconds)
      return succeed({ changed: false, pickupStartsAt: wanted });
    const moves = await countEvents(tx, order.id, 'order-moved');
    const refusal = moveRefusal({ ...order, pickupStartsAt: before && instantOf(before) }, moves, now);
    if (refusal) return refuse(refusal);
    const changes = changesSince(input.seen, order, settings.store.zone);
    if (changes.length > 0) return refuse({ kind: 'stale', changes });
    const moved = await writePickup(tx, order, wanted, { actorId: actor.userId, settings, now });
    return moved.ok ? succeed({ changed: true, pickupStartsAt: wanted }) : abandon(moved);
  });
}

/**
 * Moves a locked order to an offered slot: lots, order, event and place. A packed order stays packed, unless a lot in its
 * bag is not good on the new day. The caller checked who asks, and rolls back after a refusal. Refuses a slot that is full or not offered, and a day when its lots are no longer good.
 * @param cause `settings` are locked until the transaction ends
 */
export async function writePickup(
  tx: Transaction,
  order: LockedOrder,
  wanted: Temporal.Instant,
  { actorId, settings, now }: { actorId: string; settings: Settings; now: Temporal.Instant },
): Promise<Result<null, MoveProblem>> {
  const policy = pickupPolicy(settings);
  const before = order.pickupStartsAt;
  const slot = offeredSlotAt(policy, wanted, now);
  if (!slot) return refuse({ kind: 'slot-not-open' });
  const startsAt = asDate(slot.startsAt);
  const bound = await bindTo(tx, order, { startsAt, settings }, actorId, { now, zone: policy.zone });
  if (!bound.ok) return bound;
  await returnToPacking(tx, order, actorId);
  await tx
    .update(orders)
    .set({
      pickupStartsAt: startsAt,
      pickupEndsAt: asDate(slot.endsAt),
      // A late notice for the old time does not apply to the new one.
      lateMinutes: null,
      lateSaidAt: null,
      version: order.version + 1,
      updatedAt: asDate(now),
    })
    .where(eq(orders.id, order.id));
  const moved = { from: before?.toISOString() ?? null, to: startsAt.toISOString() };
  await recordEvent(tx, { kind: 'order-moved', orderId: order.id, ...moved }, actorId);
  // Last, because every order for these slots waits here for the one before.
  const isPlaced = await moveSlot(tx, { from: before, to: startsAt }, policy.capacity);
  return isPlaced ? succeed(null) : refuse({ kind: 'slot-full' });
}

/** Gives every line lots that are good on the new day; the lines themselves do not change. */
async function bindTo(
  tx: Transaction,
  order: LockedOrder,
  to: { startsAt: Date; settings: Settings },
  actorId: string,
  clock: { now: Temporal.Instant; zone: string },
): Promise<Result<null, MoveProblem>> {
  const items = await itemsOf(tx, order.id);
  const changes = items.map(({ productId, quantity }) => ({ productId, from: quantity, to: quantity }));
  const plan = { order, items, changes, rebindAll: true, ...to };
  const cause = { actorId, orderId: order.id, note: 'Pickup moved' };
  const lines = await rewriteLines(tx, plan, cause, clock);
  if (lines.ok) return succeed(null);
  const { problem } = lines;
  if (problem.kind === 'not-available') return refuse(problem);
  if (problem.kind === 'not-on-menu')
    return refuse({ kind: 'not-available', name: problem.name, available: 0 });
  throw new Error(`lines that stay as they are were refused: ${problem.kind}`);
}
