/** Stores deliveries as the state's system has them. An older reading never replaces a newer one. */
import { eq, lte } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Transaction } from '#db/client.ts';
import { stateDeliveries, stateDeliveryPackages } from '#db/schema/tracking.ts';
import { asDate } from '#kernel/time.ts';
import type { Delivery } from '../tracking.ts';

/** @param readAt when the reading began */
export async function storeDelivery(
  tx: Transaction,
  { packages, receivedAt, ...delivery }: Delivery,
  readAt: Temporal.Instant,
): Promise<void> {
  const { id, ...facts } = {
    ...delivery,
    receivedAt: receivedAt && asDate(receivedAt),
    readAt: asDate(readAt),
  };
  const [stored] = await tx
    .insert(stateDeliveries)
    .values({ id, ...facts })
    .onConflictDoUpdate({
      target: stateDeliveries.id,
      set: facts,
      setWhere: lte(stateDeliveries.readAt, facts.readAt),
    })
    .returning({ id: stateDeliveries.id });
  if (!stored) return;
  const before = await tx
    .select({ tag: stateDeliveryPackages.tag, shipped: stateDeliveryPackages.shipped })
    .from(stateDeliveryPackages)
    .where(eq(stateDeliveryPackages.deliveryId, id));
  const shippedBefore = new Map(before.map(({ tag, shipped }) => [tag, shipped]));
  await tx.delete(stateDeliveryPackages).where(eq(stateDeliveryPackages.deliveryId, id));
  const byTag = new Map(packages.map((each) => [each.tag.toUpperCase(), each]));
  const rows = [...byTag].map(([tag, each], position) => {
    const shipped = each.state === 'Shipped' ? each.quantity : (shippedBefore.get(tag) ?? null);
    return { ...each, deliveryId: id, tag, position, shipped };
  });
  if (rows.length > 0) await tx.insert(stateDeliveryPackages).values(rows);
}
