/** Reads one of a customer's own orders as the page shows it that changes its items. */

import { pictureUrl } from '#core/goods/catalogue/pictures/picture.ts';
import { dayNeeded } from '#core/goods/stock/hold-lots.server.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { countEvents } from '#core/ground/events/count-events.server.ts';
import { pauseWords } from '#core/ground/settings/ordering-pause.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { TaxRule } from '#core/sales/compliance/tax.ts';
import { readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { addingRefusal, itemsMessage, itemsRefusal } from '#core/sales/orders/items-change/items-change.ts';
import type { DraftItem } from '#core/sales/orders/items-change/items-draft.ts';
import {
  type PricedLine,
  readPricedLines,
} from '#core/sales/orders/items-change/priced-items-queries.server.ts';
import { readOwnOrder } from '#core/sales/orders/orders-queries.server.ts';
import { database } from '#db/client.ts';
import type { OrderStatus, PaymentStatus } from '#kernel/statuses.ts';
import { formatDateTime, instantOf, storeDate, systemClock } from '#kernel/time.ts';

export type AddingRefusal = { kind: 'paused' | 'too-close'; message: string };

export type ChangeableOrder = {
  /** The row's id: the page subscribes to its changes. */
  id: string;
  number: string;
  version: number;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  /** Why its items cannot change at all; null if they can. */
  refusal: string | null;
  /** Why nothing can be added: before packing too little time is left, or reservations are paused. null if it can. */
  noAdding: AddingRefusal | null;
  /** 'Nov 28, 2026 2:00 PM'; null if no time is chosen. */
  pickup: string | null;
  /** The store-local day that decides which lots are good, yyyy-mm-dd. */
  day: string;
  /** Cents. */
  total: number;
  lines: (DraftItem & { quantity: number })[];
  /** Its tax rules: those of the store-local day on which it was placed, yyyy-mm-dd. */
  tax: { rules: readonly TaxRule[]; day: string };
};

/** null if the actor has no such order. */
export async function readChangeableOrder(
  actor: Actor,
  orderId: string,
  now = systemClock(),
): Promise<ChangeableOrder | null> {
  const [found, { store, ordering, pickup }, rules] = await Promise.all([
    readOwnOrder(actor, orderId),
    readSettings(),
    readTaxRules(),
  ]);
  if (!found) return null;
  const { order } = found;
  const pickupTime = order.pickupStartsAt;
  const pickupStartsAt = pickupTime && instantOf(pickupTime);
  const day = dayNeeded({ pickupTime, holdExpiresAt: null }, { now, zone: store.zone });
  const changes = await countEvents(database(), order.id, 'order-items-changed');
  const refusal = itemsRefusal({ ...order, pickupStartsAt }, changes, now);
  const paused = pauseWords(ordering, { now, zone: store.zone });
  const noAdding = addingRefusal(pickupStartsAt, { paused, leadMinutes: pickup.leadMinutes }, now);
  return {
    id: order.id,
    number: order.orderId,
    version: order.version,
    status: order.status,
    paymentStatus: order.paymentStatus,
    refusal: refusal && itemsMessage(refusal),
    noAdding: noAdding && { kind: noAdding.kind, message: itemsMessage(noAdding) },
    pickup: pickupStartsAt && formatDateTime(pickupStartsAt, store.zone),
    day,
    total: order.total,
    lines: linesWithPictures(found.items, await readPricedLines(order.id, day)),
    tax: { rules, day: storeDate(instantOf(order.createdAt), store.zone).toString() },
  };
}

function linesWithPictures(
  items: readonly { productId: number; image: string }[],
  lines: readonly PricedLine[],
): ChangeableOrder['lines'] {
  const images = new Map(items.map(({ productId, image }) => [productId, image]));
  return lines.map((line) => ({ ...line, image: images.get(line.productId) ?? pictureUrl(null, 320) }));
}
