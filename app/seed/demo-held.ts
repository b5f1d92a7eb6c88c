/** Generates holds: products someone reserved without choosing a pickup time. Some are still held, one has expired. */

import type { Settings } from '#core/ground/settings/settings.ts';
import { holdEnd } from '#core/sales/pickup/hours.ts';
import type { pickupReservations } from '#db/schema/orders.ts';
import { asDate, instantOf } from '#kernel/time.ts';
import type { DemoPeople, DemoPerson } from './demo-people.ts';
import type { Movement } from './demo-stock.ts';
import type { ShelvedProduct } from './demo-store.ts';
import type { Random } from './random.ts';

const HOUR = 3_600_000;

/** The customer gets a warning this long before a hold ends, or when a quarter of a shorter one is left. */
const WARNED_HOURS = 3;

/** Enough on hand that one held unit changes no label. */
const PLENTY = 30;

/** What happened to a hold, when, and who did it; null if the shop did it automatically. */
export type HeldMoment = { what: 'made' | 'expiring' | 'expired'; at: Date; by: DemoPerson | null };

/** The reservation's row, its stock movements, and what happened to it, oldest first. */
export type HeldProduct = {
  row: typeof pickupReservations.$inferInsert & { id: string };
  person: DemoPerson;
  product: ShelvedProduct;
  movements: readonly Movement[];
  moments: readonly HeldMoment[];
  /** When the hold ends or expired. */
  until: Date;
};

/**
 * One hold of the demo customer and some of others, made within the last hours, so that none ends at the first tick;
 * and one of the demo customer's that expired because no pickup time was chosen.
 * @param hour of the store's clock at `now`.
 */
export function inventHeldProducts(
  random: Random,
  now: Date,
  settings: Settings,
  menu: readonly ShelvedProduct[],
  { customer, others }: DemoPeople,
  hour: number,
): HeldProduct[] {
  const before = now.getTime() - 5 * 24 * HOUR;
  const settled = others.filter(
    ({ ageDecision, isBanned, joinedAt }) => ageDecision === true && !isBanned && joinedAt.getTime() < before,
  );
  const plentiful = menu.filter(
    ({ lots, firstReceivedAt }) =>
      firstReceivedAt.getTime() < before && lots.some(({ onHand }) => onHand >= PLENTY),
  );
  const hold = (person: DemoPerson, hoursAgo: number) =>
    holdOf(random, now, settings, person, random.pick(plentiful), hoursAgo);
  const lately = () => random.between(HOUR / 2, 6 * HOUR) / HOUR;
  return [
    hold(customer, lately()),
    ...[random.pick(settled), random.pick(settled), random.pick(settled)].map((person) =>
      hold(person, lately()),
    ),
    // Some days ago, in the afternoon.
    hold(
      customer,
      settings.pickup.holdHours + 24 * random.between(1, 2) + ((hour + 24 - 15) % 24) + random.next(),
    ),
  ];
}

function holdOf(
  random: Random,
  now: Date,
  { pickup, store }: Settings,
  person: DemoPerson,
  product: ShelvedProduct,
  hoursAgo: number,
): HeldProduct {
  const at = new Date(now.getTime() - Math.round(hoursAgo * HOUR));
  const until = asDate(holdEnd({ ...pickup, zone: store.zone }, instantOf(at), pickup.holdHours));
  const warned = new Date(
    until.getTime() - Math.min(WARNED_HOURS * HOUR, (until.getTime() - at.getTime()) / 4),
  );
  const id = random.idAt(at);
  const hasEnded = until <= now;
  const line = { productId: product.id, quantity: 1, reservationId: id, orderId: null };
  const made: HeldMoment = { what: 'made', at, by: person };
  const held: Movement = { ...line, kind: 'hold', at, actorId: person.id };
  return {
    row: {
      id,
      userId: person.id,
      productId: product.id,
      quantity: 1,
      status: hasEnded ? 'cancelled' : 'pending',
      holdExpiresAt: hasEnded ? null : until,
      createdAt: at,
      updatedAt: hasEnded ? until : at,
    },
    person,
    product,
    until,
    movements: hasEnded
      ? [held, { ...line, kind: 'release', at: until, actorId: null, note: 'hold period over' }]
      : [held],
    moments: hasEnded
      ? [made, { what: 'expiring', at: warned, by: null }, { what: 'expired', at: until, by: null }]
      : [made],
  };
}
