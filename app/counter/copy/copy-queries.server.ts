/**
 * Reads what a tablet stores of the day: the whole board, and for each order what its packing and hand-over pages show.
 * Nothing of a license, no birth date, no phone number, no email, no pass.
 */

import { readSessionEnd } from '#core/accounts/identity/sessions/session-end-queries.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { readOpenDrawer } from '#core/sales/cash-desk/drawer-queries.server.ts';
import { readKnownGoods } from '#core/sales/orders/packing/known-goods-queries.server.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { sealingKey } from '#platform/secrets/sealed-box.ts';
import { MOST_OF_A_DAY, readBoard } from '../board/board-queries.server.ts';
import { readCounterOrders } from '../hand-over/hand-over-queries.server.ts';
import type { DayCopy, OrderCopy } from '../network/day-copy.ts';
import { SEALED_ID } from '../network/offline-action.ts';
import { readPackingOrders } from '../packing/packing-queries.server.ts';

/** Orders that one request reads. */
const MOST_ORDERS = 20;

/** null for actors who may not manage orders. */
export async function readDayCopy(actor: SignedIn, now = systemClock()): Promise<DayCopy | null> {
  const [board, drawer, { store, compliance, counter, security }] = await Promise.all([
    readBoard(actor, '', now, MOST_OF_A_DAY),
    readOpenDrawer(),
    readSettings(),
  ]);
  return (
    board && {
      ...{ board, drawer },
      owner: { id: actor.userId, name: actor.name },
      session: { id: actor.sessionId, endsIn: await readSessionEnd(actor, now) },
      sealingKey: sealingKey(SEALED_ID),
      idleMinutes: actor.byPin ? security.pinIdleMinutes : null,
      farmName: store.name,
      zone: store.zone,
      day: storeDate(now, store.zone).toString(),
      minimumAge: compliance.minimumAge,
      offlineHandOver: counter.offlineHandOver,
    }
  );
}

/** Those of them that exist. */
export async function readOrderCopies(actor: SignedIn, numbers: readonly string[]): Promise<OrderCopy[]> {
  const wanted = numbers.slice(0, MOST_ORDERS);
  const [packings, handOvers] = await Promise.all([
    readPackingOrders(actor, wanted),
    readCounterOrders(actor, wanted),
  ]);
  const goods = await readKnownGoods(packings.map(({ id }) => id));
  return packings.flatMap((packing): OrderCopy[] => {
    const handOver = handOvers.find(({ id }) => id === packing.id);
    if (!handOver) return [];
    const own = new Set(packing.lines.map(({ productId }) => productId));
    return [
      {
        number: packing.number,
        packing,
        handOver,
        goods: goods.filter(({ productId }) => own.has(productId)),
      },
    ];
  });
}
